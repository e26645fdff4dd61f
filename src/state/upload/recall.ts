// Uploads that began before a reload or a crash: they wait in the tray until their files are chosen again, or
// are opened by the handles that the browser kept.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import { openAgain, type ChosenFile } from "../../client/chosen-file.ts";
import { holdTab, openTabs, tab } from "../../client/upload-lock.ts";
import {
  dropUploadRecord,
  keepUploadRecord,
  readUploadRecords,
  type UploadRecord,
} from "../../client/upload-record.ts";
import type { AnalysisUpload } from "../../domain/analysis/analysis-upload.ts";
import { isSameFile, type BegunFile } from "../../domain/upload/chosen-file.ts";
import { heldBySession, perSession } from "../shell/lifetime.ts";
import { openQueue, transfersAtom } from "./upload.ts";

/** Facts of the files that wait, by the key of the transfer. */
const waitingAtom = perSession<ReadonlyMap<string, BegunFile>>(new Map());
const recalled = heldBySession(() => ({ is: false }));

/** Puts the user's uploads of this browser into the tray, once per session. Those that ended are forgotten. */
export const recallUploads = atom(null, async (get, set, account_id: number): Promise<void> => {
  const once = recalled();
  if (once.is) return;
  once.is = true;
  const isOpenTab = await openTabs();
  const all = await readUploadRecords(account_id);
  // Those of a tab that is open are in its own tray.
  const records = all.filter((record) => !isOpenTab(record.tab));
  const known = new Set(get(transfersAtom).map(({ key }) => key));
  for (const analysis_id of new Set(records.map((record) => record.analysis_id))) {
    const running = await unfinished(analysis_id);
    if (running === null) continue;
    for (const record of records.filter((one) => one.analysis_id === analysis_id)) {
      const upload = running.find(({ id }) => id === record.id);
      if (!upload) await dropUploadRecord(record.id);
      else if (!known.has(keyOf(record))) await set(recall, record, upload);
    }
  }
});

const keyOf = ({ id }: UploadRecord) => `upload-${id}`;

/** Null where that cannot be asked now; an analysis that is gone has no uploads. */
async function unfinished(analysis_id: number): Promise<readonly AnalysisUpload[] | null> {
  try {
    return await call(api.analysisUpload.list, { params: { analysis_id } }, { isQuiet: true });
  } catch (cause) {
    return (cause as { code?: string }).code === "RESOURCE_NOT_FOUND" ? [] : null;
  }
}

const recall = atom(null, async (_get, set, record: UploadRecord, { offset }: AnalysisUpload) => {
  holdTab();
  await keepUploadRecord({ ...record, tab });
  const { id: upload_id, account_id: _, tab: _former, last_modified, ...known } = record;
  const key = keyOf(record);
  const opened = await openAgain(record, false);
  const facts = { name: record.name, size: record.size, last_modified };
  const file = opened && isSameFile(facts, factsOf(record.name, opened)) ? opened : null;
  set(waitingAtom, (waiting) => new Map(waiting).set(key, facts));
  set(openQueue).add([{ ...known, key, upload_id, sent: offset, file }]);
});

function factsOf(name: string, { size, lastModified }: File): BegunFile {
  return { name, size, last_modified: lastModified };
}

/** Goes on with the chosen files that wait in the tray; answers the others. */
export const supplyFiles = atom(
  null,
  (get, set, chosen: readonly ChosenFile[], analysis_id?: number): readonly ChosenFile[] => {
    const waiting = get(transfersAtom).filter(
      (one) =>
        one.state === "lost" && (analysis_id === undefined || one.analysis_id === analysis_id),
    );
    const facts = get(waitingAtom);
    const queue = set(openQueue);
    return chosen.filter(({ name, file }) => {
      const found = waiting.findIndex(({ key }) => {
        const begun = facts.get(key);
        return begun !== undefined && isSameFile(begun, factsOf(name, file));
      });
      const [match] = found < 0 ? [] : waiting.splice(found, 1);
      if (match) queue.supply(match.key, file);
      return match === undefined;
    });
  },
);

/** Opens the waiting files by the handles that the browser kept; answers how many must be chosen. */
export const reopenFiles = atom(null, async (get, set): Promise<number> => {
  const queue = set(openQueue);
  const waiting = get(transfersAtom).filter(({ state }) => state === "lost");
  let missing = 0;
  for (const { key } of waiting) {
    const source = queue.sourceOf(key);
    const begun = get(waitingAtom).get(key);
    const file = source && (await openAgain(source, true));
    if (file && begun && isSameFile(begun, factsOf(begun.name, file))) queue.supply(key, file);
    else missing += 1;
  }
  return missing;
});
