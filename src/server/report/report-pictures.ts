// The pictures of a report's findings in their full size, worst first, as a ZIP with a folder for each component.
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { limits } from "../../domain/limits.ts";
import type { ComponentRow } from "../../domain/component/hierarchy.ts";
import { zipStream, type ZippedFile } from "../zip/zip-stream.ts";
import type { Chapter } from "./report-chapter.ts";

/** Pictures are left out from where all would be larger than `most`. */
export async function writePictures(
  path: string,
  { store, input, data, brief, images }: Chapter,
  most: number = limits.reportPictureBytes,
): Promise<void> {
  const type = data.lead?.figure.component_type;
  const findings = type
    ? Array.from(data.findings, (row): ComponentRow => ({ component_type: type, row }))
    : [];
  const costly = brief.costly.flatMap(({ at, rows }) => rows.map((row) => ({ ...at, row })));
  const files = new Map<string, ZippedFile>();
  const modified = new Date(input.created_at);
  let sum = 0;
  for (const at of [...brief.dangers, ...costly, ...findings]) {
    const folder = fileName(data.name(at));
    for (const { full, kind, file_name } of images.all(at)) {
      const name = `${folder}/${kind} ${fileName(file_name)}`;
      if (files.has(name)) continue;
      const bytes = await store.size(full);
      if (bytes === null) continue;
      sum += bytes;
      if (sum > most) break;
      files.set(name, { name, bytes, modified, open: () => store.stream(full) });
    }
    if (sum > most) break;
  }
  const { stream } = await zipStream([...files.values()]);
  await pipeline(stream, createWriteStream(path));
}

/** A name that every system takes. */
export const fileName = (name: string) => name.replaceAll(/[^\p{L}\p{N}._ -]/gu, "_").slice(0, 120);
