// Random acts on analyses over HTTP, each compared with a model that knows no table.
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { patient } from "../../../tests/fixtures/patience.ts";
import { rounds } from "../../../tests/fixtures/rounds.ts";
import { hexHash, sampleBytes } from "../../../tests/fixtures/upload.ts";
import {
  openUploadScene,
  reasonsIn,
  type UploadScene,
} from "../../../tests/fixtures/upload-host.ts";
import { api } from "../../api/index.ts";
import { isFailure } from "../../domain/error.ts";
import { changeState } from "../store/plant/analysis/analysis-change.ts";
import { analysisFile, analysisUpload } from "../store/schema/analysis-file.ts";
import { analysis, analysisColumn } from "../store/schema/plant.ts";
import { drone, droneModel } from "../store/schema/provider.ts";
import { apply, chosenAct, seeded, type Act, type Model } from "./analysis-model.fixture.ts";

let scene: UploadScene;
let drone_id = 0;
beforeAll(async () => {
  scene = await openUploadScene();
  const { db } = scene.server.database.owner;
  const [model] = await db
    .insert(droneModel)
    .values({ name: "M30", abbreviation: "M", vendor: "DJI" })
    .returning();
  const [row] = await db
    .insert(drone)
    .values({ drone_model_id: model!.id, serial_number: "1", internal_identifier: "D-1" })
    .returning();
  drone_id = row!.id;
});
afterAll(() => scene.server.close());

const bytes = sampleBytes(100);
let name = 0;

/** Does it for real; answers why it was refused, or null. */
async function really(id: number, act: Act): Promise<string | null> {
  const { server, host } = scene;
  const { db } = server.database.owner;
  const params = { id };
  const reasonOf = ({ status, body }: { status: number; body: unknown }) =>
    status < 300 ? null : (reasonsIn(body)?.[0] ?? `status ${status}`);
  const running = async () => {
    const isRunning = and(eq(analysisUpload.analysis_id, id), eq(analysisUpload.state, "running"));
    return (await db.select().from(analysisUpload).where(isRunning))[0]!;
  };
  switch (act.act) {
    case "step": {
      const as = act.is_super ? "super_admin" : "analyst";
      const body = { event: act.event };
      return reasonOf(await server.ask(api.analysis.progress, as, { params, body }));
    }
    case "drone": {
      const as = act.is_super ? "super_admin" : "analyst";
      const body = { drone_id: act.is_set ? drone_id : null };
      return reasonOf(await server.ask(api.analysis.update, as, { params, body }));
    }
    case "begin":
      return reasonOf(await host.create(id, `${(name += 1)}.jpg`, bytes.length));
    case "finish": {
      const upload = await running();
      await host.nextChunk(upload.id, 0, bytes);
      return reasonOf(await host.finish(upload.id, hexHash(bytes)));
    }
    case "cancel":
      return reasonOf(await host.cancel((await running()).id));
    case "delete_file": {
      const [file] = await db.select().from(analysisFile).where(eq(analysisFile.analysis_id, id));
      const body = { file_names: [file!.file_name] };
      return reasonOf(await server.ask(api.analysisFile.remove, "analyst", { params, body }));
    }
    case "evaluate":
      try {
        const event = act.is_ended ? "evaluation_failed" : "evaluation_started";
        await db.transaction((transaction) =>
          changeState(transaction, { analysis_id: id, event, account_id: null }),
        );
        return null;
      } catch (error) {
        return isFailure(error) ? (error.problems[0]?.reason ?? null) : String(error);
      }
    case "show": {
      const body = { visibility: act.visibility };
      return reasonOf(await server.ask(api.analysis.setVisibility, "analyst", { params, body }));
    }
    case "results":
      await db.delete(analysisColumn).where(eq(analysisColumn.analysis_id, id));
      if (act.is_there) {
        await db.execute(sql`insert into analysis_column
          (analysis_id, key_figure_id, base_hash, summary, severity_counts, twin_version)
          values (${id}, 1, 'x', '{}', '{0,0,0,0}', 1)`);
      }
      return null;
    case "invoice": {
      const invoice_id = act.has_id ? "INV-000001" : null;
      const none = { invoice_link: null, po_reference: null, po_pdf_link: null };
      const body = { ...none, invoice_state: act.state, invoice_id };
      return reasonOf(await server.ask(api.invoice.change, "analyst", { params, body }));
    }
  }
}

async function stored(id: number): Promise<Model> {
  const { db } = scene.server.database.owner;
  const [row] = await db.select().from(analysis).where(eq(analysis.id, id));
  const isRunning = and(eq(analysisUpload.analysis_id, id), eq(analysisUpload.state, "running"));
  return {
    state: row!.state,
    has_drone: row!.drone_id !== null,
    files: await db.$count(analysisFile, eq(analysisFile.analysis_id, id)),
    uploads: await db.$count(analysisUpload, isRunning),
    is_wished: row!.complete_after_upload,
    visibility: row!.visibility,
    has_results: (await db.$count(analysisColumn, eq(analysisColumn.analysis_id, id))) > 0,
    invoice_state: row!.invoice_state,
    has_invoice: row!.invoice_id !== null,
  };
}

it(
  "follows the model, whatever is done to it in whatever order",
  async () => {
    let taken = 0;
    for (let run = 0; run < rounds(12, 200); run += 1) {
      const below = seeded(run);
      const id = await scene.fresh();
      const model = await stored(id);
      const done: string[] = [];
      for (let at = 0; at < 14; at += 1) {
        const act = chosenAct(below, model);
        done.push(JSON.stringify(act));
        const expected = apply(model, act);
        const found = await really(id, act);
        if (found === null) taken += 1;
        expect([run, done, found, await stored(id)]).toEqual([run, done, expected, model]);
      }
    }
    expect(taken).toBeGreaterThan(rounds(12, 200) * 3);
  },
  patient(7_200_000),
);

it(
  "has one winner of simultaneous steps, every time",
  async () => {
    const params = { id: await scene.fresh() };
    const { server, host } = scene;
    await server.ask(api.analysis.update, "analyst", { params, body: { drone_id } });
    await host.put(params.id, "a.jpg", bytes);
    const events = [
      "data_completed",
      "data_verified",
      "analysis_finished",
      "analysis_reopened",
    ] as const;
    for (let round = 0; round < rounds(3, 250); round += 1) {
      await server.database.owner.db
        .update(analysis)
        .set({ state: "DATA_INCOMPLETE" })
        .where(eq(analysis.id, params.id));
      for (const event of events) {
        const ask = () => server.ask(api.analysis.progress, "analyst", { params, body: { event } });
        const statuses = await Promise.all([ask(), ask(), ask()]);
        const sorted = statuses.map(({ status }) => status).toSorted();
        expect([round, event, sorted]).toEqual([round, event, [200, 409, 409]]);
      }
    }
  },
  patient(3_600_000),
);
