// The reports of the plant on the map: made, downloaded, deleted.
import { atom } from "jotai";
import { addressOf } from "../../../client/address.ts";
import { api } from "../../../api/index.ts";
import { call } from "../../../client/call.ts";
import { upload } from "../../../client/upload.ts";
import type {
  Report,
  ReportAnnex,
  ReportForm,
  ReportTemplate,
} from "../../../domain/report/report.ts";
import { plantLifetime } from "../../shell/lifetime.ts";
import { reload, type ServerQuery } from "../../shell/query.ts";
import { saveSigned } from "../../shell/save-file.ts";
import { showFault } from "../../shell/toast.ts";
import { waitForTask } from "../../settings/task.ts";
import { plantIdAtom, plantKey, plantQueryOf } from "../plant.ts";

/** Newest first. */
export const reportsAtom = plantQueryOf((id): ServerQuery<readonly Report[]> => ({
  key: plantKey("reports"),
  ask: (options) => call(api.report.list, { params: { id } }, options),
}));

export const reloadReports = (): Promise<void> => reload(plantKey("reports"));

/** The sections that the customer of the plant wants. */
export const reportTemplateAtom = plantQueryOf((id): ServerQuery<ReportTemplate> => ({
  key: plantKey("report-template"),
  ask: (options) => call(api.report.readTemplate, { params: { id } }, options),
}));

type Wanted = ReportForm & {
  readonly picture: File | null;
  /** The sections become those of the customer. */
  readonly keeps: boolean;
};

/** Starts a report. Rejects with the refusal. */
export const makeReport = atom(
  null,
  async (get, set, { picture, keeps, sections, annexes, ...form }: Wanted): Promise<void> => {
    const id = get(plantIdAtom);
    if (id === null) return;
    const body = new FormData();
    for (const [name, value] of Object.entries(form)) body.append(name, String(value));
    body.append("sections", sections.join(","));
    body.append("annexes", annexes.join(","));
    if (picture) body.append("plant_image_file", picture);
    await upload(api.report.create, { params: { id }, body });
    if (keeps) await set(keepSections, sections);
    await reload(plantKey("reports"));
  },
);

/** Makes these the sections of the customer's reports. The report that has them runs already: a failure is shown. */
const keepSections = atom(
  null,
  async (get, _set, sections: ReportForm["sections"]): Promise<void> => {
    const id = get(plantIdAtom);
    if (id === null) return;
    try {
      await call(api.report.setTemplate, { params: { id }, body: { sections: [...sections] } });
      await reload(plantKey("report-template"));
    } catch (cause) {
      showFault(cause);
    }
  },
);

/** Fetches the reports again once the task has ended; `isReady` where it went well. */
export async function awaitReport(task_id: number): Promise<boolean> {
  const { state } = await waitForTask(task_id, () => undefined, plantLifetime().signal);
  await reload(plantKey("reports"));
  return state === "SUCCESSFUL";
}

/** Downloads the PDF. Rejects with the refusal. */
export function saveReport({ id: report_id, plant_id: id }: Report): Promise<void> {
  return saveSigned(addressOf(api.report.download, { params: { id, report_id } }));
}

/** Downloads a file that goes with it. Rejects with the refusal. */
export function saveAnnex({ id: report_id, plant_id: id }: Report, annex: ReportAnnex) {
  return saveSigned(addressOf(api.report[annex], { params: { id, report_id } }));
}

/** Downloads the ZIP of a warranty package. Rejects with the refusal. */
export function saveWarranty({ id: report_id, plant_id: id }: Report): Promise<void> {
  return saveSigned(addressOf(api.report.warranty, { params: { id, report_id } }));
}

/** Deletes a report. Rejects with the refusal. */
export const removeReport = atom(
  null,
  async (_get, _set, { id: report_id, plant_id: id }: Report): Promise<void> => {
    await call(api.report.remove, { params: { id, report_id } });
    await reload(plantKey("reports"));
  },
);
