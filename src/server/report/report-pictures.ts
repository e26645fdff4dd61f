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
  const files: ZippedFile[] = [];
  const names = pictureNames();
  const modified = new Date(input.created_at);
  let sum = 0;
  for (const at of [...brief.dangers, ...costly, ...findings]) {
    const dt_id = data.level(at.component_type)?.names.dtId(at.row) ?? "";
    if (names.has(dt_id)) continue;
    const folder = names.folderOf(dt_id, data.name(at));
    for (const { full, kind, file_name } of images.all(at)) {
      const name = names.fileIn(folder, `${kind} ${fileName(file_name)}`);
      const bytes = await store.size(full);
      if (bytes === null) continue;
      sum += bytes;
      if (sum > most) break;
      files.push({ name, bytes, modified, open: () => store.stream(full) });
    }
    if (sum > most) break;
  }
  const { stream } = await zipStream(files);
  await pipeline(stream, createWriteStream(path));
}

/**
 * Names of folders and files for the pictures of components, each of them once. The plant's own names repeat from one
 * tracker or loop to the next, so that a folder has the dt_id, too.
 */
export function pictureNames() {
  const folders = new Map<string, string>();
  const taken = new Set<string>();
  const free = (name: string, end = "") => {
    let own = `${name}${end}`;
    for (let at = 2; taken.has(own.toLowerCase()); at += 1) own = `${name} (${at})${end}`;
    taken.add(own.toLowerCase());
    return own;
  };
  return {
    /** Whether the component has its folder already. */
    has: (dt_id: string) => folders.has(dt_id),
    folderOf(dt_id: string, name: string): string {
      const known = folders.get(dt_id);
      if (known !== undefined) return known;
      const folder = free(fileName(name === dt_id || name === "" ? dt_id : `${name} ${dt_id}`));
      folders.set(dt_id, folder);
      return folder;
    },
    /** Two flights may name their pictures alike. */
    fileIn(folder: string, name: string): string {
      const at = name.lastIndexOf(".");
      const [plain, end] = at > 0 ? [name.slice(0, at), name.slice(at)] : [name, ""];
      return free(`${folder}/${plain}`, end);
    },
  };
}

/** A name that every system takes. */
export const fileName = (name: string) => name.replaceAll(/[^\p{L}\p{N}._ -]/gu, "_").slice(0, 120);
