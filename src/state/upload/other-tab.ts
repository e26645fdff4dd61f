// What other tabs of this browser are sending.
import { atom } from "jotai";
import { onOtherTabs, type TabUploads } from "../../client/upload-lock.ts";

/** A tab that says nothing for so long has crashed. Hidden tabs may speak only once a minute. */
const SILENCE_MS = 90_000;
const LOOK_MS = 10_000;

type Heard = TabUploads & { readonly at: number };
const heardAtom = atom<readonly Heard[]>([]);
heardAtom.onMount = (set) => {
  const forget = () => set((all) => all.filter(({ at }) => Date.now() - at < SILENCE_MS));
  const timer = setInterval(forget, LOOK_MS);
  const stop = onOtherTabs((uploads) =>
    set((all) => {
      const others = all.filter(({ tab }) => tab !== uploads.tab);
      return uploads.files === 0 ? others : [...others, { ...uploads, at: Date.now() }];
    }),
  );
  return () => {
    clearInterval(timer);
    stop();
    set([]);
  };
};

/** Files and share of the other tabs together; null while they send nothing. */
export const otherTabsAtom = atom((get) => {
  const all = get(heardAtom);
  const sum = (value: (one: Heard) => number) => all.reduce((total, one) => total + value(one), 0);
  const total = sum((one) => one.total);
  const share = total === 0 ? 0 : sum(({ sent }) => sent) / total;
  return all.length === 0 ? null : { files: sum(({ files }) => files), share };
});
