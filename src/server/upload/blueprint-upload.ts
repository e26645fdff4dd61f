// Receives a blueprint. A PDF goes straight to the object store, a KML is checked first.
import { randomUUID } from "node:crypto";
import {
  blueprintFileRefusal,
  blueprintTooLarge,
  isPdf,
  type BlueprintKind,
} from "../../domain/plant/blueprint.ts";
import { failure, type Problem } from "../../domain/error.ts";
import type { Services } from "../context.ts";
import type { Part } from "../implement.ts";
import type { ReadDrawing } from "../file-reader/blueprint-reading.ts";
import { featuresKey } from "../store/plant/blueprint.ts";
import { receiveParts, type UploadedFile } from "./receive-parts.ts";

export type ReceivedBlueprint = {
  readonly file_name: string;
  readonly object: string;
  readonly bytes: number;
  /** Null for a PDF. */
  readonly feature_count: number | null;
};

/** Reads the drawing of a KML file. @throws FILE_REFUSED with the reasons */
export type DrawingReader = (name: string, bytes: Buffer) => Promise<ReadDrawing>;

const HEAD_BYTES = 8;

/**
 * Stores the one file of the body. The caller writes its row, or removes the file again.
 * @throws FILE_REFUSED with the reasons, BAD_REQUEST or TOO_LARGE; nothing is stored then
 */
export async function receiveBlueprint(
  files: Services["files"],
  plant_id: number,
  kind: BlueprintKind,
  parts: AsyncIterable<Part>,
  readDrawing: DrawingReader,
): Promise<ReceivedBlueprint> {
  const object = `plant/${plant_id}/blueprint/${randomUUID()}.${kind}`;
  let sent: ReceivedFile | null = null;
  const form = {
    tooLarge: blueprintTooLarge(kind),
    async onFile(file: UploadedFile) {
      if (sent !== null) throw failure("BAD_REQUEST", { reason: "blueprint_one_file" });
      const refusal = blueprintFileRefusal(kind, { name: file.file_name });
      if (refusal) throw fileFault(file.file_name, refusal);
      sent = kind === "pdf" ? await receivePdf(object, file) : await receiveKml(file, readDrawing);
    },
  };
  return receiveParts(files, parts, form, async (put) => {
    if (sent === null) throw failure("BAD_REQUEST", { reason: "blueprint_one_file" });
    const { file_name, bytes, kml } = sent;
    if (kml === null) return { file_name, object, bytes, feature_count: null };
    await put(object, kml.text);
    await put(featuresKey(object), kml.drawing);
    return { file_name, object, bytes, feature_count: kml.feature_count };
  });
}

type ReceivedFile = {
  readonly file_name: string;
  readonly bytes: number;
  /** Null for a PDF, which is stored already. */
  readonly kml: { text: Buffer; drawing: Uint8Array; feature_count: number } | null;
};

/** Streams the file into the object store if its first bytes are those of a PDF. */
async function receivePdf(object: string, file: UploadedFile): Promise<ReceivedFile> {
  const { file_name } = file;
  const { head } = await file.peek(HEAD_BYTES);
  if (head.length === 0) throw fileFault(file_name, { reason: "file_empty" });
  if (head.length < HEAD_BYTES || !isPdf(head)) {
    throw fileFault(file_name, { reason: "blueprint_no_pdf" });
  }
  return { file_name, bytes: await file.store(object), kml: null };
}

async function receiveKml(file: UploadedFile, readDrawing: DrawingReader): Promise<ReceivedFile> {
  const { file_name } = file;
  const text = await file.buffer();
  if (text.length === 0) throw fileFault(file_name, { reason: "file_empty" });
  const read = await readDrawing(file_name, text);
  return { file_name, bytes: text.length, kml: { text, ...read } };
}

function fileFault(file: string, problem: Problem) {
  return failure("FILE_REFUSED", { ...problem, file });
}
