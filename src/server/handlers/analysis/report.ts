// Reports: listed, made by a task, downloaded, deleted.
import { randomUUID } from "node:crypto";
import { reportApi } from "../../../api/analysis/report.ts";
import { workbookType } from "../../../domain/export/workbook.ts";
import type { Locale } from "../../../domain/account/user.ts";
import { failure } from "../../../domain/error.ts";
import {
  managerSections,
  reportFormShape,
  reportShape,
  reportTask,
  type Report,
} from "../../../domain/report/report.ts";
import { placeKey } from "../../../domain/finding/finding-life.ts";
import { namesMaker, warrantyTask } from "../../../domain/report/warranty-package.ts";
import { parsePart } from "../../http/parse.ts";
import type { Context } from "../../context.ts";
import { refuse, requireFound, type ByteAnswer, type Handlers } from "../../implement.ts";
import { changeWithAudit } from "../../store/account/audit.ts";
import { readAnalysis } from "../../store/plant/analysis/analysis.ts";
import { livesAfter } from "../../store/plant/finding/finding-life.ts";
import { readProperty } from "../../store/plant/observation/custom-component-property.ts";
import * as store from "../../store/plant/analysis/report.ts";
import { requireQuota } from "../../store/provider/quota.ts";
import { requireTaskRoom } from "../../store/unfinished-task.ts";
import { translate, translateProblem } from "../../translate.ts";
import { receiveParts } from "../../upload/receive-parts.ts";

const fields = ["analysis_id", "title", "locale", "sections", "annexes"] as const;

/** Words with commas between. */
const wordsIn = (text: string) => (text === "" ? [] : text.split(","));

const MOST_LETTERS = 200;

/** The title of a report without a name of its own, in the language of the report. */
const usualTitle = (locale: Locale, analysis: string) =>
  translate(locale, "report:name_default", { analysis }).slice(0, MOST_LETTERS).trim();

export const reportHandlers: Handlers<typeof reportApi> = {
  async list({ db, viewer }, { plant }) {
    const rows = await store.readReports(db, viewer, store.ofPlant(plant.id));
    return rows.map((row) => shown(row, viewer.locale));
  },

  async create(context, { plant, parts }) {
    const { db, viewer, files, readers } = context;
    const values: Partial<Record<(typeof fields)[number], string>> = {};
    const plant_image = `report/${randomUUID()}`;
    let picture = null as Uint8Array | null;
    const form = {
      fields,
      files: ["plant_image_file"],
      onField(name: string, value: string) {
        const field = fields.find((one) => one === name);
        if (field) values[field] = value;
      },
      async onFile(sent: { readonly file_name: string; buffer(): Promise<Buffer> }) {
        const bytes = await sent.buffer();
        const { file_name: name } = sent;
        const about = { file: name, bytes: bytes.length, owner: viewer.account_id };
        await readers.picture("picture", { input: { name, bytes }, ...about });
        picture = bytes;
      },
    };
    const id = await receiveParts(files, parts, form, async (put) => {
      const sent = parsePart(reportFormShape, {
        ...values,
        analysis_id: Number(values.analysis_id),
        sections: values.sections === undefined ? [...managerSections] : wordsIn(values.sections),
        annexes: wordsIn(values.annexes ?? ""),
      });
      const chosen = reportFormShape.parse(sent);
      const analysis = requireFound(
        await readAnalysis(db, { ...viewer, show_all_key_figures: false }, chosen.analysis_id),
      );
      if (analysis.plant_id !== plant.id) throw failure("RESOURCE_NOT_FOUND");
      refuse(reportApi.create, viewer, analysis);
      const plant_image_bytes = picture?.length ?? null;
      await requireRoom(context, plant.customer_id, plant_image_bytes ?? 0);
      if (picture) await put(plant_image, picture);
      const { id: analysis_id, key_figure_ids } = analysis;
      const about = { analysis_id, plant_id: plant.id };
      const row = {
        ...chosen,
        title: chosen.title || usualTitle(chosen.locale, analysis.name),
        plant_id: plant.id,
        plant_image: picture ? plant_image : null,
        plant_image_bytes,
        created_by: viewer.account_id,
      };
      return changeWithAudit(
        context,
        (transaction) =>
          insertReport(context, transaction, row, { name: reportTask, input: { key_figure_ids } }),
        (report_id) => ({ action: "create_report", detail: { report_id, ...about } }),
      );
    });
    return shown(await requireReport(context, id), viewer.locale);
  },

  download: async (context, { params }) =>
    pdfOf(context, await requireReport(context, params.report_id)),

  workbook: async (context, { params }) => {
    const { workbook, workbook_bytes, title } = await requireReport(context, params.report_id);
    return fileOf(context, { key: workbook, bytes: workbook_bytes, title, ...kinds.workbook });
  },

  pictures: async (context, { params }) => {
    const { pictures, pictures_bytes, title } = await requireReport(context, params.report_id);
    return fileOf(context, { key: pictures, bytes: pictures_bytes, title, ...kinds.pictures });
  },

  async createWarranty(context, { plant, body: { findings, maker, ...form } }) {
    const { db, viewer } = context;
    const analysis = requireFound(
      await readAnalysis(db, { ...viewer, show_all_key_figures: false }, form.analysis_id),
    );
    if (analysis.plant_id !== plant.id) throw failure("RESOURCE_NOT_FOUND");
    const { id: analysis_id, key_figure_ids } = analysis;
    refuse(reportApi.createWarranty, viewer, { key_figure_ids, from: maker.from });
    if (maker.from === "property") {
      const property = await readProperty(db, maker.property_id);
      if (property?.plant_id !== plant.id || !namesMaker(property)) {
        throw failure("BAD_REQUEST", { reason: "maker_property", field: "maker.property_id" });
      }
    }
    await requireRoom(context, plant.customer_id, 0);
    // What was decided goes into the package only where its author sees it.
    const seen = new Map<string, number>();
    for await (const lives of livesAfter(db, viewer, plant.id, { after: 0, limit: Infinity })) {
      for (const one of lives) seen.set(placeKey(one), one.id);
    }
    const input = {
      key_figure_ids,
      maker,
      findings: findings.map((one) => ({ ...one, life_id: seen.get(placeKey(one)) ?? null })),
    };
    const row = {
      ...form,
      kind: "warranty" as const,
      sections: [],
      plant_id: plant.id,
      created_by: viewer.account_id,
    };
    const id = await changeWithAudit(
      context,
      (transaction) => insertReport(context, transaction, row, { name: warrantyTask, input }),
      (report_id) => ({
        action: "create_warranty_package",
        detail: { report_id, analysis_id, plant_id: plant.id, count: findings.length },
      }),
    );
    return shown(await requireReport(context, id), viewer.locale);
  },

  warranty: async (context, { params }) => {
    const { warranty, warranty_bytes, title } = await requireReport(context, params.report_id);
    return fileOf(context, { key: warranty, bytes: warranty_bytes, title, ...kinds.pictures });
  },

  async newest(context, { analysis }) {
    const [row] = await store.readReports(context.db, context.viewer, store.readyOf(analysis.id));
    return pdfOf(context, requireFound(row ?? null));
  },

  async remove(context, { params: { report_id } }) {
    const row = await requireReport(context, report_id);
    refuse(reportApi.remove, context.viewer, row);
    const keys = await changeWithAudit(
      context,
      (db) => store.deleteReport(db, report_id),
      () => ({ action: "delete_report", detail: { report_id, analysis_id: row.analysis_id } }),
    );
    for (const key of keys ?? []) await context.files.remove(key);
    return { done: true };
  },

  readTemplate: ({ db }, { plant }) => store.readTemplate(db, plant.customer_id),

  async setTemplate(context, { plant, body: { sections } }) {
    const { customer_id } = plant;
    await changeWithAudit(
      context,
      (db) => store.storeTemplate(db, customer_id, sections),
      () => ({ action: "set_report_template", detail: { customer_id, sections } }),
    );
    return { sections };
  },
};

/** @throws TOO_MANY_REQUESTS */
async function insertReport(
  { viewer }: Context,
  ...stored: Parameters<typeof store.insertReport>
): Promise<number> {
  const id = await store.insertReport(...stored);
  await requireTaskRoom(stored[0], viewer);
  return id;
}

/** Without the keys of its objects. */
function shown(row: store.ReportRow, locale: string): Report {
  const problem = row.problem && translateProblem(locale, row.problem);
  return reportShape.parse({ ...row, problem });
}

/**
 * How large its files become is known when they are made, so that a full storage alone refuses a report.
 * @param sent bytes that are stored at once
 * @throws CONFLICT with the figures
 */
function requireRoom({ db, viewer }: Context, customer_id: number, sent: number): Promise<void> {
  return requireQuota(db, viewer, customer_id, { bytes: Math.max(1, sent), rows: 1 });
}

async function requireReport({ db, viewer }: Context, id: number): Promise<store.ReportRow> {
  const [row] = await store.readReports(db, viewer, store.withId(id));
  return requireFound(row ?? null);
}

const kinds = {
  pdf: { content_type: "application/pdf", ending: "pdf" },
  workbook: { content_type: workbookType, ending: "xlsx" },
  pictures: { content_type: "application/zip", ending: "zip" },
} as const;

type Stored = {
  readonly key: string | null;
  readonly bytes: number | null;
  readonly title: string;
  readonly content_type: string;
  readonly ending: string;
};

/** @throws RESOURCE_NOT_FOUND where the file was not made */
function fileOf(
  { files }: Context,
  { key, bytes, title, content_type, ending }: Stored,
): ByteAnswer {
  const tag = requireFound(key);
  return {
    content_type,
    file_name: `${title.replaceAll(/[\\/:*?"<>|]/g, " ").trim()}.${ending}`,
    tag,
    ...(bytes === null ? {} : { bytes }),
    body: () => files.stream(tag),
  };
}

const pdfOf = (context: Context, { object, bytes, title }: store.ReportRow): ByteAnswer =>
  fileOf(context, { key: object, bytes, title, ...kinds.pdf });
