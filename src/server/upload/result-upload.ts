// Takes in a result file and its images, looks at what can be looked at before answering, and keeps them.
import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { z } from "zod";
import { assignImages } from "../result-file/read-images.ts";
import { readResultValues } from "../result-file/read-values.ts";
import { openImagesZip } from "../result-file/images-zip.ts";
import type { importResultInput } from "../result-file/import-input.ts";
import type { CollectedResult } from "../../domain/result-file/result-collector.ts";
import { failure } from "../../domain/error.ts";
import { limits } from "../../domain/limits.ts";
import type { Technology } from "../../domain/component/component.ts";
import type { Context } from "../context.ts";
import type { Part } from "../implement.ts";
import { readComponents } from "../store/plant/plant-component.ts";

/** Files up to this size are checked before the call is answered. */
const CHECKED_AT_ONCE_BYTES = 8 * 1024 ** 2;

type Received = { readonly path: string; readonly name: string; readonly bytes: number };
type Upload = {
  readonly values: Received | null;
  readonly images: Received | null;
  readonly delete_before: boolean;
  readonly eval_batch_num: number | null;
};

/**
 * Receives the parts, refuses what is plainly wrong, and stores the files for the task.
 * @returns the input of the job import_result
 * @throws Failure FILE_REFUSED, BAD_REQUEST or TOO_LARGE; nothing is kept then
 */
export async function receiveResult(
  context: Context,
  about: { analysis_id: number; plant_id: number; technology: Technology },
  parts: AsyncIterable<Part>,
): Promise<z.input<typeof importResultInput>> {
  const folder = join(context.settings.data_dir, "tmp");
  await mkdir(folder, { recursive: true });
  const own = await mkdtemp(join(folder, "result-"));
  try {
    const upload = await receiveParts(parts, own);
    await check(context, about, upload);
    const key = `upload/result/${randomUUID()}`;
    const keep = async (file: Received | null, name: string) => {
      if (file === null) return null;
      await context.files.put(`${key}/${name}`, createReadStream(file.path));
      return { key: `${key}/${name}`, name: file.name, bytes: file.bytes };
    };
    const { delete_before, eval_batch_num } = upload;
    return {
      analysis_id: about.analysis_id,
      values: await keep(upload.values, "values"),
      images: await keep(upload.images, "images"),
      delete_before,
      eval_batch_num,
    };
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

async function receiveParts(parts: AsyncIterable<Part>, folder: string): Promise<Upload> {
  const files: { json_file?: Received; images_zip_filename?: Received } = {};
  const fields: Record<string, string> = {};
  for await (const part of parts) {
    const { name } = part;
    if (part.kind === "field") {
      if (name !== "delete_before" && name !== "eval_batch_num") throw unknownField(name);
      fields[name] = part.value;
      continue;
    }
    if (name !== "json_file" && name !== "images_zip_filename") throw unknownField(name);
    if (files[name]) throw failure("BAD_REQUEST", { reason: "field_twice", field: name });
    const path = join(folder, name);
    await pipeline(part.stream, createWriteStream(path));
    const { size } = await stat(path);
    const most = name === "json_file" ? limits.resultFileBytes : limits.imagesZipBytes;
    if (size > most || isTruncated(part.stream)) throw failure("TOO_LARGE");
    files[name] = { path, name: part.file_name || name, bytes: size };
  }
  if (!files.json_file && !files.images_zip_filename) {
    throw failure("BAD_REQUEST", { reason: "field_missing", field: "json_file" });
  }
  return {
    values: files.json_file ?? null,
    images: files.images_zip_filename ?? null,
    delete_before: flag(fields["delete_before"]),
    eval_batch_num: batchNumber(fields["eval_batch_num"]),
  };
}

/** The multipart reader cuts a file at the limit and says so on its stream. */
function isTruncated(stream: object): boolean {
  return "truncated" in stream && stream.truncated === true;
}

function unknownField(name: string) {
  return failure("BAD_REQUEST", { reason: "field_unknown", field: name.slice(0, 80) });
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

async function check(
  context: Context,
  about: { plant_id: number; technology: Technology },
  { values, images }: Upload,
): Promise<void> {
  if (values && values.bytes > CHECKED_AT_ONCE_BYTES && !images) return;
  const components = await readComponents(context, about.plant_id);
  const directory = components.directory();
  let result: CollectedResult | null = null;
  if (values && values.bytes <= CHECKED_AT_ONCE_BYTES) {
    const stream = createReadStream(values.path);
    result = await readResultValues(stream, values.name, directory, about.technology);
  }
  if (!images) {
    if (result) assignImages([], result.images, directory, values?.name ?? "");
    return;
  }
  const { zip, images: found } = await openImagesZip(images.path, images.name);
  zip.close();
  // Without the names a large result file gives, only the directory can be judged.
  if (result || !values) assignImages(found, result?.images ?? [], directory, images.name);
}
