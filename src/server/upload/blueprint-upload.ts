// Receives a blueprint: PDF goes straight to the object store, KML is read first.
import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import {
  blueprintFileRefusal,
  blueprintTooLarge,
  isPdf,
  type BlueprintKind,
} from "../../domain/plant/blueprint.ts";
import { failure, type Problem } from "../../domain/error.ts";
import { readBlueprint } from "../twin-file/blueprint.ts";
import { bufferSource } from "../twin-file/buffer-source.ts";
import type { Services } from "../context.ts";
import type { Part } from "../implement.ts";
import { drawingKey, removeBlueprintFiles } from "../store/plant/blueprint.ts";

export type ReceivedBlueprint = {
  readonly file_name: string;
  readonly object: string;
  readonly bytes: number;
  /** Null for a PDF. */
  readonly feature_count: number | null;
};

const packed = promisify(gzip);
const HEAD_BYTES = 8;

/**
 * Stores the one file of the body; the caller gives it a row, or removes it again.
 * @throws FILE_REFUSED with the reasons, BAD_REQUEST or TOO_LARGE; nothing is left behind then
 */
export async function receiveBlueprint(
  files: Services["files"],
  plant_id: number,
  kind: BlueprintKind,
  parts: AsyncIterable<Part>,
): Promise<ReceivedBlueprint> {
  let received: ReceivedBlueprint | null = null;
  const object = `plant/${plant_id}/blueprint/${randomUUID()}.${kind}`;
  try {
    for await (const part of parts) {
      if (part.kind === "field") continue;
      if (received !== null) throw failure("BAD_REQUEST", { reason: "blueprint_one_file" });
      const refusal = blueprintFileRefusal(kind, { name: part.file_name });
      if (refusal) throw fileFault(part.file_name, refusal);
      received = await store(files, object, kind, part);
    }
    if (received === null) throw failure("BAD_REQUEST", { reason: "blueprint_one_file" });
    return received;
  } catch (error) {
    await removeBlueprintFiles(files, object);
    const isTooLarge =
      error instanceof Error && "code" in error && error.code === "FST_REQ_FILE_TOO_LARGE";
    throw isTooLarge ? failure("TOO_LARGE", blueprintTooLarge(kind)) : error;
  }
}

async function store(
  files: Services["files"],
  object: string,
  kind: BlueprintKind,
  { file_name, stream }: Extract<Part, { kind: "file" }>,
): Promise<ReceivedBlueprint> {
  if (kind === "pdf") {
    const counted = { bytes: 0 };
    await files.put(object, pdfPieces(file_name, stream, counted));
    return { file_name, object, bytes: counted.bytes, feature_count: null };
  }
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  if (bytes.length === 0) throw fileFault(file_name, { reason: "file_empty" });
  const { feature_count, drawing } = await readBlueprint(bufferSource(file_name, bytes));
  await files.put(object, bytes);
  await files.put(drawingKey(object), await packed(JSON.stringify(drawing)));
  return { file_name, object, bytes: bytes.length, feature_count };
}

/** Hands the file on once its first bytes are known to be a PDF's. */
async function* pdfPieces(
  file_name: string,
  stream: Readable,
  counted: { bytes: number },
): AsyncGenerator<Uint8Array> {
  let head = Buffer.alloc(0);
  for await (const chunk of stream) {
    const bytes = chunk as Buffer;
    const before = counted.bytes;
    counted.bytes += bytes.length;
    if (before >= HEAD_BYTES) {
      yield bytes;
      continue;
    }
    head = Buffer.concat([head, bytes]);
    if (head.length < HEAD_BYTES) continue;
    if (!isPdf(head)) throw fileFault(file_name, { reason: "blueprint_no_pdf" });
    yield head;
  }
  if (counted.bytes < HEAD_BYTES) {
    const reason = counted.bytes === 0 ? "file_empty" : "blueprint_no_pdf";
    throw fileFault(file_name, { reason });
  }
}

function fileFault(file: string, problem: Problem) {
  return failure("FILE_REFUSED", { ...problem, file });
}
