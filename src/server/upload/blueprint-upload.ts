// Receives a blueprint: PDF goes straight to the object store, KML is read first.
import { randomUUID } from "node:crypto";
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
import { drawingKey } from "../store/plant/blueprint.ts";
import { receiveParts, type SentFile } from "./receive-parts.ts";

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
  const object = `plant/${plant_id}/blueprint/${randomUUID()}.${kind}`;
  let sent: Taken | null = null;
  const form = {
    tooLarge: blueprintTooLarge(kind),
    async takeFile(file: SentFile) {
      if (sent !== null) throw failure("BAD_REQUEST", { reason: "blueprint_one_file" });
      const refusal = blueprintFileRefusal(kind, { name: file.file_name });
      if (refusal) throw fileFault(file.file_name, refusal);
      sent = kind === "pdf" ? await takePdf(object, file) : await takeKml(file);
    },
  };
  return receiveParts(files, parts, form, async (put) => {
    if (sent === null) throw failure("BAD_REQUEST", { reason: "blueprint_one_file" });
    const { file_name, bytes, kml } = sent;
    if (kml === null) return { file_name, object, bytes, feature_count: null };
    await put(object, kml.text);
    await put(drawingKey(object), kml.drawing);
    return { file_name, object, bytes, feature_count: kml.feature_count };
  });
}

type Taken = {
  readonly file_name: string;
  readonly bytes: number;
  /** Null for a PDF, which is in the store already. */
  readonly kml: { text: Buffer; drawing: Buffer; feature_count: number } | null;
};

/** Streams the file into the store once its first bytes are known to be a PDF's. */
async function takePdf(object: string, file: SentFile): Promise<Taken> {
  const { file_name } = file;
  const { head } = await file.peek(HEAD_BYTES);
  if (head.length === 0) throw fileFault(file_name, { reason: "file_empty" });
  if (head.length < HEAD_BYTES || !isPdf(head)) {
    throw fileFault(file_name, { reason: "blueprint_no_pdf" });
  }
  return { file_name, bytes: await file.store(object), kml: null };
}

async function takeKml(file: SentFile): Promise<Taken> {
  const { file_name } = file;
  const text = await file.buffer();
  if (text.length === 0) throw fileFault(file_name, { reason: "file_empty" });
  const { feature_count, drawing } = await readBlueprint(bufferSource(file_name, text));
  const kml = { text, drawing: await packed(JSON.stringify(drawing)), feature_count };
  return { file_name, bytes: text.length, kml };
}

function fileFault(file: string, problem: Problem) {
  return failure("FILE_REFUSED", { ...problem, file });
}
