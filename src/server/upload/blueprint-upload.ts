// Receives a blueprint. A PDF goes straight to the object store; drawings and images are read first.
import { randomUUID } from "node:crypto";
import {
  blueprintFileRefusal,
  blueprintTooLarge,
  isPdf,
  type BlueprintKind,
  type Corners,
} from "../../domain/plant/blueprint.ts";
import { failure, type Problem } from "../../domain/error.ts";
import type { FileMapping } from "../../domain/file-preview/file-mapping.ts";
import type { Services } from "../context.ts";
import type { Part } from "../implement.ts";
import type { ReadPicture } from "../file-reader/picture/blueprint-picture-reader.ts";
import type { ReadDrawing } from "../file-reader/blueprint-reader.ts";
import { featuresKey, pictureKey } from "../store/plant/blueprint.ts";
import { mappingOfField } from "./file-mapping.ts";
import { receiveParts, type UploadedFile } from "./receive-parts.ts";

export type ReceivedBlueprint = {
  readonly file_name: string;
  readonly object: string;
  readonly bytes: number;
  /** Of a drawing; null for the other kinds. */
  readonly feature_count: number | null;
  /** Features that cannot be drawn; `refused` has the first ones. */
  readonly refused_count: number;
  readonly refused: readonly Problem[];
  /** Of an image; null for the other kinds. */
  readonly corners: Corners | null;
  /** What the user said of the properties of a drawing. */
  readonly mapping: FileMapping;
};

/** Read files in a process of their own. @throws FILE_REFUSED with the reasons */
export type BlueprintReaders = {
  readonly drawing: (name: string, bytes: Buffer, mapping: FileMapping) => Promise<ReadDrawing>;
  readonly picture: (name: string, bytes: Buffer) => Promise<ReadPicture>;
};

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
  readers: BlueprintReaders,
): Promise<ReceivedBlueprint> {
  const object = `plant/${plant_id}/blueprint/${randomUUID()}.${kind}`;
  let sent: ReceivedFile | null = null;
  let mapping: FileMapping = {};
  const form = {
    tooLarge: blueprintTooLarge(kind),
    onField(name: string, value: string) {
      if (name === "mapping" && kind === "kml") mapping = mappingOfField("blueprint", value) ?? {};
    },
    async onFile(file: UploadedFile) {
      if (sent !== null) throw failure("BAD_REQUEST", { reason: "blueprint_one_file" });
      const refusal = blueprintFileRefusal(kind, { name: file.file_name });
      if (refusal) throw fileFault(file.file_name, refusal);
      sent = await receivers[kind](object, file, readers, mapping);
    },
  };
  return receiveParts(files, parts, form, async (put) => {
    if (sent === null) throw failure("BAD_REQUEST", { reason: "blueprint_one_file" });
    const { made, ...row } = sent;
    for (const [key, body] of made) await put(key, body);
    return { ...row, object, mapping };
  });
}

type ReceivedFile = Omit<ReceivedBlueprint, "object" | "mapping"> & {
  /** What is still to be stored, by its key. A PDF is stored already. */
  readonly made: readonly (readonly [key: string, body: Uint8Array])[];
};

const noDrawing = { feature_count: null, refused_count: 0, refused: [] };

type Receiver = (
  object: string,
  file: UploadedFile,
  readers: BlueprintReaders,
  mapping: FileMapping,
) => Promise<ReceivedFile>;

const receivers: Readonly<Record<BlueprintKind, Receiver>> = {
  pdf: receivePdf,
  async kml(object, file, readers, mapping) {
    const { file_name } = file;
    const text = await contentOf(file);
    const { drawing, ...read } = await readers.drawing(file_name, text, mapping);
    const made = [[object, text] as const, [featuresKey(object), drawing] as const];
    return { file_name, bytes: text.length, ...read, corners: null, made };
  },
  async tif(object, file, readers) {
    const { file_name } = file;
    const bytes = await contentOf(file);
    const { picture, corners } = await readers.picture(file_name, bytes);
    const made = [[object, bytes] as const, [pictureKey(object), picture] as const];
    return { ...noDrawing, file_name, bytes: bytes.length, corners, made };
  },
};

async function contentOf(file: UploadedFile): Promise<Buffer> {
  const bytes = await file.buffer();
  if (bytes.length === 0) throw fileFault(file.file_name, { reason: "file_empty" });
  return bytes;
}

/** Streams the file into the object store if its first bytes are those of a PDF. */
async function receivePdf(object: string, file: UploadedFile): Promise<ReceivedFile> {
  const { file_name } = file;
  const { head } = await file.peek(HEAD_BYTES);
  if (head.length === 0) throw fileFault(file_name, { reason: "file_empty" });
  if (head.length < HEAD_BYTES || !isPdf(head)) {
    throw fileFault(file_name, { reason: "blueprint_no_pdf" });
  }
  const bytes = await file.store(object);
  return { ...noDrawing, file_name, bytes, corners: null, made: [] };
}

function fileFault(file: string, problem: Problem) {
  return failure("FILE_REFUSED", { ...problem, file });
}
