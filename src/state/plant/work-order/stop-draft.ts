// What was noted at the stops of work orders and is not recorded yet: a note and photos for each stop. It stays while
// other stops, orders and panels are shown, and whatever would end it asks first.
import { atom } from "jotai";
import type { NewPhoto } from "../../observation/source.ts";
import { openPanel } from "../../shell/dock.ts";
import { holdUnsaved } from "../../shell/leave.ts";
import { perPlant, perPlantValue } from "../../shell/lifetime.ts";

export type StopDraft = {
  /** Of the observation that it becomes; the same while it is tried again. */
  readonly external_id: string;
  readonly notes: string;
  readonly photos: readonly NewPhoto[];
};

export type StopKey = {
  readonly order_id: number;
  readonly component_type: string;
  readonly dt_id: string;
};

const keyOf = ({ order_id, component_type, dt_id }: StopKey) =>
  `${order_id} ${component_type} ${dt_id}`;

const draftsAtom = perPlant<ReadonlyMap<string, StopDraft>>(new Map());

/** The draft of a stop; null where nothing is noted. */
export const stopDraftOf = atom((get) => {
  const drafts = get(draftsAtom);
  return (stop: StopKey): StopDraft | null => drafts.get(keyOf(stop)) ?? null;
});

/** Ends the protection of the plant's drafts, while there are any. */
const protection = perPlantValue(({ signal }) => {
  const own: { release: (() => void) | null } = { release: null };
  signal.addEventListener("abort", () => own.release?.());
  return own;
});

/** Keeps what is noted at a stop, beside what is noted there already. An empty draft is none. */
export const keepStopDraft = atom(
  null,
  (get, set, stop: StopKey, part: Partial<Pick<StopDraft, "notes" | "photos">>) => {
    const before = get(draftsAtom).get(keyOf(stop)) ?? newDraft();
    set(setDraft, keyOf(stop), { ...before, ...part });
  },
);

/** Forgets what was recorded. What was written meanwhile stays, for another observation. */
export const endStopDraft = atom(
  null,
  (get, set, stop: StopKey, { notes, photos }: Pick<StopDraft, "notes" | "photos">) => {
    const now = get(draftsAtom).get(keyOf(stop));
    if (!now) return;
    set(setDraft, keyOf(stop), {
      ...newDraft(),
      notes: now.notes === notes ? "" : now.notes,
      photos: now.photos.filter((one) => !photos.includes(one)),
    });
  },
);

const newDraft = (): StopDraft => ({ external_id: crypto.randomUUID(), notes: "", photos: [] });

const setDraft = atom(null, (get, set, key: string, draft: StopDraft) => {
  const drafts = new Map(get(draftsAtom));
  if (draft.notes === "" && draft.photos.length === 0) drafts.delete(key);
  else drafts.set(key, draft);
  set(draftsAtom, drafts);
  const own = protection();
  if (drafts.size === 0) {
    own.release?.();
    own.release = null;
    return;
  }
  own.release ??= holdUnsaved({
    kind: "editing",
    show: () => set(openPanel, "work-orders"),
    drop: () => {
      set(draftsAtom, new Map());
      own.release = null;
    },
  });
});
