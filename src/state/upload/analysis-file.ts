// The uploaded files of an analysis, and what is done with them.
import { atom } from "jotai";
import { LRUCache } from "lru-cache";
import { api } from "../../api/index.ts";
import { addressOf } from "../../client/address.ts";
import { call, callBytes } from "../../client/call.ts";
import { zipNames } from "../../domain/upload/zip-name.ts";
import { heldBySession, sessionLifetime } from "../shell/lifetime.ts";
import { valueOf } from "../shell/loaded.ts";
import { queriesById, queryClient, reload } from "../shell/query.ts";
import { saveSigned } from "../shell/save-file.ts";

const filesKey = (id: number) => ["analysis-files", id];

/** The files of an analysis by its id, with what was read from them and the day it proposes. */
export const analysisFilesOf = queriesById((id: number) => ({
  key: filesKey(id),
  ask: (options) => call(api.analysisFile.list, { params: { id } }, options),
}));

const placesKey = (id: number) => ["analysis-image-places", id];

/** Where the uploaded images of an analysis were taken, by its id. Maps need no more of the files. */
export const imagePlacesOf = queriesById((id: number) => ({
  key: placesKey(id),
  ask: (options) => call(api.analysisFile.positions, { params: { id } }, options),
}));

/** While files arrive or are read, their list is fetched again at most this often, and a long one less often. */
const RELOAD_MS = 3000;
const RELOAD_MS_PER_FILE = 0.6;
const reloaded = heldBySession(() => new Map<number, number>());

/** Fetches the files again; `isNow` also where that has just been done. */
export async function reloadAnalysisFiles(id: number, isNow = true): Promise<void> {
  const last = reloaded().get(id) ?? 0;
  const known = queryClient().getQueryData<{ files: readonly unknown[] }>(filesKey(id));
  const placed = queryClient().getQueryData<readonly unknown[]>(placesKey(id));
  const count = Math.max(known?.files.length ?? 0, placed?.length ?? 0);
  const pause = Math.max(RELOAD_MS, count * RELOAD_MS_PER_FILE);
  if (!isNow && Date.now() - last < pause) return;
  reloaded().set(id, Date.now());
  await Promise.all([reload(filesKey(id)), reload(placesKey(id))]);
}

/** Asks how many files are still read; the list is fetched again now and then, and once the last one is read. */
export async function followReading(id: number): Promise<void> {
  const { waiting } = await call(api.analysisFile.reading, { params: { id } }, { isQuiet: true });
  await reloadAnalysisFiles(id, waiting === 0);
}

async function changed(...ids: readonly number[]): Promise<void> {
  for (const id of ids) await Promise.all([reloadAnalysisFiles(id), reload(["analysis", id])]);
}

/** Deletes files. Rejects with the refusal. */
export const removeFiles = atom(
  null,
  async (_get, _set, id: number, file_names: readonly string[]): Promise<void> => {
    await call(api.analysisFile.remove, { params: { id }, body: { file_names: [...file_names] } });
    await changed(id);
  },
);

type Target = { readonly id: number; readonly to_other_plant: boolean };

/** Moves files to another analysis. Rejects with the refusal. */
export const moveFiles = atom(
  null,
  async (
    _get,
    _set,
    id: number,
    file_names: readonly string[],
    { id: to, to_other_plant }: Target,
  ): Promise<void> => {
    const body = { file_names: [...file_names], to_analysis_id: to, to_other_plant };
    await call(api.analysisFile.move, { params: { id }, body });
    await changed(id, to);
  },
);

/** Downloads one file. Rejects with the refusal. */
export function saveFile(id: number, file_name: string): Promise<void> {
  return saveSigned(addressOf(api.analysisFile.download, { params: { id }, query: { file_name } }));
}

/** Downloads the chosen files as one ZIP; false where their names do not fit into one request. */
export const saveFiles = atom(
  null,
  async (get, _set, id: number, chosen: ReadonlySet<string>): Promise<boolean> => {
    const files = valueOf(get(analysisFilesOf(id)))?.files ?? [];
    const all = files.map(({ file_name }) => file_name);
    const names = zipNames(all, chosen);
    if (names === "too_many") return false;
    const query = { filenames: names === null ? undefined : JSON.stringify(names) };
    await saveSigned(addressOf(api.analysisFile.downloadMany, { params: { id }, query }));
    return true;
  },
);

const MOST_KEPT = 200;
const thumbnails = heldBySession(() => {
  const { signal } = sessionLifetime();
  const dispose = (url: Promise<string>) => void url.then(URL.revokeObjectURL, () => undefined);
  const kept = new LRUCache<string, Promise<string>>({ max: MOST_KEPT, dispose });
  signal.addEventListener("abort", () => kept.clear(), { once: true });
  return kept;
});

/** An object URL of the small picture of a file. Rejects with the refusal. */
export function thumbnailUrl(id: number, file_name: string, sha256: string): Promise<string> {
  const kept = thumbnails();
  const known = kept.get(sha256);
  if (known) return known;
  const ask = { params: { id }, query: { file_name } };
  const url = callBytes(api.analysisFile.thumbnail, ask).then((blob) => URL.createObjectURL(blob));
  kept.set(sha256, url);
  url.catch(() => kept.delete(sha256));
  return url;
}
