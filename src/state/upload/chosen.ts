// Files that were chosen for an analysis and not sent yet: which of them are taken, and why others are not.
import { atom } from "jotai";
import { filesOfDrop, filesOfInput, pickFiles, type ChosenFile } from "../../client/chosen-file.ts";
import type { Analysis } from "../../domain/analysis/analysis.ts";
import type { Refusal } from "../../domain/error.ts";
import { chosenFileRefusal, knownFiles } from "../../domain/upload/chosen-file.ts";
import { perSession } from "../shell/lifetime.ts";
import { valueOf } from "../shell/loaded.ts";
import { showFault } from "../shell/toast.ts";
import { analysisFilesOf } from "./analysis-file.ts";
import { supplyFiles } from "./recall.ts";
import { startUpload } from "./upload.ts";

export type { ChosenFile };
export type RefusedFile = {
  readonly name: string;
  readonly size: number;
  readonly refusal: Refusal;
};
export type Chosen = {
  readonly taken: readonly ChosenFile[];
  readonly refused: readonly RefusedFile[];
  /** True while dropped folders are being read. */
  readonly isReading: boolean;
};

const nothing: Chosen = { taken: [], refused: [], isReading: false };
const chosenAtom = perSession<Readonly<Record<number, Chosen>>>({});

/** A function that answers what is chosen for an analysis. */
export const chosenOfAtom = atom((get) => {
  const all = get(chosenAtom);
  return (analysis_id: number): Chosen => all[analysis_id] ?? nothing;
});

const update = atom(null, (_get, set, id: number, change: (chosen: Chosen) => Chosen) => {
  set(chosenAtom, (all) => ({ ...all, [id]: change(all[id] ?? nothing) }));
});

/** Adds files to the choice; those whose upload began before go on at once. */
const choose = atom(null, (get, set, id: number, files: readonly ChosenFile[]) => {
  const fresh = set(supplyFiles, files, id);
  const { files: stored } = valueOf(get(analysisFilesOf(id))) ?? { files: [] };
  const uploaded = knownFiles(
    stored.map(({ file_name, bytes }) => ({ name: file_name, size: bytes })),
  );
  set(update, id, (chosen) => {
    const taken = [...chosen.taken];
    const refused = [...chosen.refused];
    const known = new Map(knownFiles(taken.map(factsOf)));
    for (const one of fresh) {
      const facts = factsOf(one);
      const refusal = chosenFileRefusal(facts, uploaded, known);
      if (refusal) refused.push({ ...facts, refusal });
      else {
        taken.push(one);
        for (const [key, size] of knownFiles([facts])) known.set(key, size);
      }
    }
    return { taken, refused, isReading: false };
  });
});

const factsOf = ({ name, file }: ChosenFile) => ({ name, size: file.size });

const readInto = atom(
  null,
  async (_get, set, id: number, files: Promise<readonly ChosenFile[]>): Promise<void> => {
    set(update, id, (chosen) => ({ ...chosen, isReading: true }));
    try {
      set(choose, id, await files);
    } catch (cause) {
      set(update, id, (chosen) => ({ ...chosen, isReading: false }));
      showFault(cause);
    }
  },
);

/** Takes what was dropped; to be called while the event is handled. */
export const chooseDropped = atom(null, (_get, set, id: number, dropped: DataTransfer) =>
  set(readInto, id, filesOfDrop(dropped)),
);

/** Takes what an input of the page has. */
export const chooseFromInput = atom(null, (_get, set, id: number, list: Iterable<File>) =>
  set(choose, id, filesOfInput(list)),
);

/** Takes files that were chosen elsewhere, with their folders. */
export const chooseFiles = atom(
  null,
  (_get, set, id: number, files: readonly ChosenFile[]) => void set(choose, id, files),
);

/** Asks for files or a folder in the browser's dialog; false where the page needs an input for that. */
export const chooseFromDialog = atom(
  null,
  async (_get, set, id: number, what: "files" | "folder"): Promise<boolean> => {
    const files = await pickFiles(what);
    if (files === null) return false;
    await set(readInto, id, Promise.resolve(files));
    return true;
  },
);

/** Takes one file, or without a name all files, out of the choice. */
export const unchoose = atom(null, (_get, set, id: number, name?: string) => {
  set(update, id, ({ taken, refused }) =>
    name === undefined
      ? nothing
      : { taken: taken.filter((one) => one.name !== name), refused, isReading: false },
  );
});

/** Sends what is chosen. Rejects with the refusal; the choice stays then. */
export const startChosen = atom(
  null,
  async (get, set, analysis: Pick<Analysis, "id" | "name">, completes: boolean): Promise<void> => {
    const { taken } = get(chosenOfAtom)(analysis.id);
    await set(startUpload, analysis, taken, completes);
    set(update, analysis.id, () => nothing);
  },
);
