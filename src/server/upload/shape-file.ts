// Reads a file with shapes for the browser. Nothing is stored.
import { failure, type Problem } from "../../domain/error.ts";
import { limits } from "../../domain/limits.ts";
import type { Context } from "../context.ts";
import type { Part } from "../implement.ts";
import { translateProblem } from "../translate.ts";
import { receiveParts, type UploadedFile } from "./receive-parts.ts";

/** @throws FILE_REFUSED for a file that cannot be read; single bad features are in the answer */
export async function openShapeFile(
  { files, readers, viewer }: Context,
  parts: AsyncIterable<Part>,
) {
  let file: { name: string; bytes: Buffer } | null = null;
  const form = {
    tooLarge: { reason: "shapes_too_large", values: { most: limits.openedFileBytes / 1024 ** 2 } },
    async onFile(sent: UploadedFile) {
      if (file !== null) throw failure("BAD_REQUEST", { reason: "area_one_file" });
      file = { name: sent.file_name, bytes: await sent.buffer() };
    },
  };
  const { name, bytes } = await receiveParts(files, parts, form, async () => {
    if (file === null) throw failure("BAD_REQUEST", { reason: "area_one_file" });
    return file;
  });
  const read = await readers.now("shapes", {
    input: { name, bytes },
    file: name,
    bytes: bytes.length,
    owner: viewer.account_id,
  });
  const words = (problem: Problem) => translateProblem(viewer.locale, problem);
  return { ...read, refused: read.refused.map(words), notes: read.notes.map(words) };
}
