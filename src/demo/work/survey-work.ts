// What people do with a survey of the demo: batches, measurements on the ground, a report, release notes with a mail.
import { keyFigureById } from "../../domain/key-figure/key-figure.ts";
import { plainPdf } from "../record/plain-pdf.ts";
import { newestAnalysis, plantNamed, type DemoCall, type DemoWork } from "./demo-call.ts";

const PLANT = "Valdesol";
const BATCHED_PLANT = "Llano Grande";

export const batchWork: DemoWork = {
  name: "evaluation_batches",
  async run({ call }) {
    const { id } = await plantNamed(call, BATCHED_PLANT);
    for (const [number, name] of [
      [1, "North"],
      [2, "South"],
    ] as const) {
      await call("POST", `/auth/plant/${id}/evaluation-batch`, { number, name });
    }
  },
};

/** Components that were measured on the ground too, and by how much what was measured there differs. */
const MEASURED = 4;
const DIFFERENCES = [1.02, 0.98, 1.04, 1.01];
const REFERENCE_KEY = "heat_loss";

type Values = {
  readonly rows: readonly { readonly dt_id: string; readonly value: number | null }[];
};

export const referenceWork: DemoWork = {
  name: "reference_measurements",
  async run({ call }) {
    const plant = await plantNamed(call, PLANT);
    const { id, flown_at } = await newestAnalysis(call, plant.id, false);
    const columns = await call<{ key_figure_id: number }[]>("GET", `/auth/analysis/${id}/columns`);
    const figure = columns
      .map(({ key_figure_id }) => keyFigureById(key_figure_id))
      .find((one) => one?.key === REFERENCE_KEY);
    if (!figure) throw new RangeError(`the survey has no ${REFERENCE_KEY}`);
    const path = `/auth/analysis-result/${id}/${figure.id}?limit=200`;
    const { rows } = await call<Values>("GET", path);
    const found = rows.filter(({ value }) => value !== null).slice(0, MEASURED);
    for (const [at, { dt_id, value }] of found.entries()) {
      await call("POST", `/auth/analysis/${id}/reference-measurement`, {
        dt_id,
        measured_at: flown_at,
        values: [
          { key_figure_id: figure.id, value: Math.round(value! * DIFFERENCES[at]! * 10) / 10 },
        ],
        acquired_by: "Field team",
        notes: "Measured at the tube, before sunrise.",
      });
    }
  },
};

export const reportWork: DemoWork = {
  name: "report",
  async run({ call }) {
    const { id, plant_id, name } = await surveyOf(call);
    const form = new FormData();
    form.append("analysis_id", String(id));
    form.append("title", `${PLANT}, ${name}`);
    form.append("locale", "en");
    await call("POST", `/auth/plant/${plant_id}/reports`, form);
  },
};

export const releaseNoteWork: DemoWork = {
  name: "release_notes",
  async run({ call, sendsToFiles }) {
    const { id } = await surveyOf(call);
    const form = new FormData();
    const pdf = plainPdf("Notes on the release", [
      "These are the notes of a demo. Staff attach them to the results of a survey.",
      "They say how it was flown and evaluated, and what readers should know of it.",
    ]);
    form.append("file", new Blob([pdf as BlobPart]), "Release notes.pdf");
    await call("POST", `/auth/analysis/${id}/release-notes`, form);
    if (!sendsToFiles) return;
    type User = { readonly id: number; readonly is_proposed?: boolean };
    const users = await call<User[]>("GET", `/auth/analysis/${id}/release-notes-users`);
    const recipient_user_ids = users.map((user) => user.id).slice(0, 2);
    await call("POST", `/auth/analysis/${id}/send-release-mail`, { recipient_user_ids });
  },
};

async function surveyOf(call: DemoCall) {
  const plant = await plantNamed(call, PLANT);
  return newestAnalysis(call, plant.id);
}
