// The pictures of a report's findings in their full size, worst first, as a ZIP with a folder for each component.
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { limits } from "../../domain/limits.ts";
import type { ComponentRow } from "../../domain/component/hierarchy.ts";
import { zipStream, type ZippedFile } from "../zip/zip-stream.ts";
import type { Chapter } from "./report-chapter.ts";

/** So many components are named in the note of what is left out. */
const MOST_NAMED = 1000;

/**
 * Pictures are left out from the first one with which all would be larger than `most` bytes, and those whose file is
 * gone: the ZIP says which. After that one none is packed, so that no small one of a lesser finding takes the place
 * of a large one before it, and the store is not asked for the size of what is left out.
 * @returns how many are left out
 */
export async function writePictures(
  path: string,
  { store, input, data, brief, images, words: { t, number } }: Omit<Chapter, "paper" | "loss">,
  most: number = limits.reportPictureBytes,
): Promise<number> {
  const type = data.lead?.figure.component_type;
  const findings = type
    ? Array.from(data.findings, (row): ComponentRow => ({ component_type: type, row }))
    : [];
  const costly = brief.costly.flatMap(({ at, rows }) => rows.map((row) => ({ ...at, row })));
  const files: ZippedFile[] = [];
  const names = pictureNames();
  const modified = new Date(input.created_at);
  /** By dt_id, the names of the files. */
  const leftOut = new Map<string, string[]>();
  let [sum, left_out] = [0, 0];
  let isFull = false;
  for (const at of [...brief.dangers, ...costly, ...findings]) {
    const dt_id = data.level(at.component_type)?.names.dtId(at.row) ?? "";
    if (names.has(dt_id)) continue;
    const folder = names.folderOf(dt_id, data.name(at));
    for (const { full, kind, file_name } of images.all(at)) {
      const bytes: number | null = isFull ? null : await store.size(full);
      // One that is too large by itself leaves room for those after it.
      const isHuge: boolean = bytes !== null && bytes > most;
      isFull ||= bytes !== null && !isHuge && sum + bytes > most;
      if (bytes === null || isHuge || isFull) {
        left_out += 1;
        leftOut.set(dt_id, [...(leftOut.get(dt_id) ?? []), file_name]);
        continue;
      }
      sum += bytes;
      const name = names.fileIn(folder, `${kind} ${fileName(file_name)}`);
      files.push({ name, bytes, modified, open: () => store.stream(full) });
    }
  }
  if (left_out > 0) {
    const lead = t("pictures_left_out", { count: left_out, n: number(left_out) });
    const listed = [...leftOut].slice(0, MOST_NAMED);
    const lines = listed.map(([dt_id, all]) => `${dt_id}: ${all.join(", ")}`);
    if (listed.length < leftOut.size) lines.push("…");
    const note = Buffer.from([lead, "", ...lines, ""].join("\r\n"));
    const open = () => Promise.resolve(Readable.from([note]));
    files.unshift({ name: "README.txt", bytes: note.length, modified, open });
  }
  const { stream } = await zipStream(files);
  await pipeline(stream, createWriteStream(path));
  return left_out;
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
