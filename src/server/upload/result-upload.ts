// Receives a result file and its images, checks them as far as that is quick, and stores them for the job.
import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { z } from "zod";
import type { importResultInput } from "../result-file/import-input.ts";
import { failure } from "../../domain/error.ts";
import { limits } from "../../domain/limits.ts";
import type { FileMapping } from "../../domain/file-preview/file-mapping.ts";
import type { Technology } from "../../domain/component/component.ts";
import type { Context } from "../context.ts";
import type { Part } from "../implement.ts";
import { readEvaluationBatches } from "../store/plant/analysis/evaluation-batch.ts";
import { readTwin } from "../store/plant/twin.ts";
import { dropImages, takeImages } from "./image-upload.ts";
import { tableMappingOfField } from "./file-mapping.ts";
import { badRequest, receiveParts, type UploadedFile } from "./receive-parts.ts";

/** Files up to this size are checked before the answer. */
const CHECKED_AT_ONCE_BYTES = 8 * 1024 ** 2;

/** Bytes of memory per component of the plant, counted like bytes of a file. */
const BYTES_PER_COMPONENT = 80;

type Received = { readonly path: string; readonly name: string; readonly bytes: number };
type Upload = {
  values: Received | null;
  images: Received | null;
  delete_before: boolean;
  eval_batch_num: number | null;
  /** The sheet of a workbook that a user chose. */
  sheet: string | null;
  /** What the user said of the columns of a table. */
  mapping: FileMapping | undefined;
  /** ID and file name of images that were sent ahead. */
  upload_tmp_id: string | null;
  images_zip_filename: string | null;
};

/**
 * @returns the input of the job import_result
 * @throws Failure FILE_REFUSED, BAD_REQUEST or TOO_LARGE; nothing is stored then
 */
export async function receiveResult(
  context: Context,
  target: { analysis_id: number; plant_id: number; technology: Technology },
  parts: AsyncIterable<Part>,
): Promise<z.input<typeof importResultInput>> {
  const parent = join(context.settings.data_dir, "tmp");
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, "result-"));
  const upload: Upload = {
    values: null,
    images: null,
    delete_before: false,
    eval_batch_num: null,
    sheet: null,
    mapping: undefined,
    upload_tmp_id: null,
    images_zip_filename: null,
  };
  const form = {
    fields: [
      "delete_before",
      "eval_batch_num",
      "sheet",
      "mapping",
      "upload_tmp_id",
      "images_zip_filename",
    ],
    files: ["json_file", "images_zip_filename"],
    maxBytes: (field: string) =>
      field === "json_file" ? limits.resultFileBytes : limits.imagesZipBytes,
    onField(name: string, value: string) {
      if (name === "delete_before") upload.delete_before = flag(value);
      else if (name === "eval_batch_num") upload.eval_batch_num = batchNumber(value);
      else if (name === "sheet") upload.sheet = value.slice(0, 200);
      else if (name === "mapping") upload.mapping = tableMappingOfField("results", value);
      else upload[name === "upload_tmp_id" ? name : "images_zip_filename"] = value;
    },
    async onFile(file: UploadedFile) {
      const path = join(folder, file.field);
      const bytes = await file.save(path);
      const received = { path, name: file.file_name || file.field, bytes };
      upload[file.field === "json_file" ? "values" : "images"] = received;
    },
  };
  try {
    return await receiveParts(context.files, parts, form, async (put) => {
      if (upload.upload_tmp_id) upload.images = await sentAhead(context, folder, upload);
      if (!upload.values && !upload.images) throw badRequest("field_missing", "json_file");
      await checkBatch(context, target.plant_id, upload.eval_batch_num);
      await checkFiles(context, target, upload);
      const key = `upload/result/${randomUUID()}`;
      const store = async (file: Received | null, name: string) => {
        if (file === null) return null;
        await put(`${key}/${name}`, createReadStream(file.path));
        return { key: `${key}/${name}`, name: file.name, bytes: file.bytes };
      };
      const input = {
        analysis_id: target.analysis_id,
        values: await store(upload.values, "values"),
        images: await store(upload.images, "images"),
        delete_before: upload.delete_before,
        eval_batch_num: upload.eval_batch_num,
        ...(upload.sheet !== null && { sheet: upload.sheet }),
        ...(upload.mapping !== undefined && { mapping: upload.mapping }),
      };
      if (upload.upload_tmp_id) await dropImages(context, upload.upload_tmp_id);
      return input;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The images that were sent ahead as `upload_tmp_id`, copied into the folder. */
async function sentAhead(context: Context, folder: string, upload: Upload): Promise<Received> {
  if (upload.images) throw badRequest("field_twice", "images_zip_filename");
  const path = join(folder, "images_zip_filename");
  const bytes = await takeImages(context, upload.upload_tmp_id ?? "", path);
  return { path, name: upload.images_zip_filename || "images.zip", bytes };
}

function flag(text = ""): boolean {
  if (["1", "true", "on"].includes(text)) return true;
  if (["", "0", "false", "off"].includes(text)) return false;
  throw failure("BAD_REQUEST", { reason: "field_invalid", field: "delete_before" });
}

function batchNumber(text = ""): number | null {
  if (text === "") return null;
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw failure("BAD_REQUEST", { reason: "field_invalid", field: "eval_batch_num" });
}

/** A batch of another plant is as good as none. */
async function checkBatch({ db }: Context, plant_id: number, number: number | null): Promise<void> {
  if (number === null) return;
  const batches = await readEvaluationBatches(db, plant_id);
  if (batches.some((batch) => batch.number === number)) return;
  const field = "eval_batch_num";
  throw failure("BAD_REQUEST", { reason: "evaluation_batch_unknown", field, values: { number } });
}

async function checkFiles(
  { db, readers, settings, viewer }: Context,
  target: { plant_id: number; technology: Technology },
  { values, images, delete_before, sheet, mapping }: Upload,
): Promise<void> {
  const isChecked = values !== null && values.bytes <= CHECKED_AT_ONCE_BYTES;
  if (values && !isChecked && !images) return;
  const twin = await readTwin(db, target.plant_id);
  if (twin === null) throw failure("RESOURCE_NOT_FOUND", { reason: "twin_missing" });
  const { data_dir, object_store_url, disk_reserve_mb } = settings;
  const components = twin.levels.reduce((sum, { row_count }) => sum + row_count, 0);
  const sent = [values, images].filter((file) => file !== null);
  await readers.now("result_check", {
    input: {
      store: { data_dir, object_store_url, disk_reserve_mb },
      twin,
      technology: target.technology,
      values: values && { ...values, isChecked },
      images,
      ...(sheet !== null && { sheet }),
      ...(mapping !== undefined && { mapping }),
      delete_before,
    },
    file: sent.map(({ name }) => name).join(", "),
    bytes: sent.reduce((sum, { bytes }) => sum + bytes, components * BYTES_PER_COMPONENT),
    owner: viewer.account_id,
  });
}
