// The desk of settings panels: where one came from, which panels are as wide as the window, and what
// stands above a panel to be read and dismissed.
import { atom } from "jotai";
import { readStored, writeStored } from "../shell/remembered.ts";
import { perSession } from "../shell/lifetime.ts";

/** The last address that was no settings panel: closing leads back there. */
export const returnAddressAtom = perSession("/");

type Wide = Readonly<Record<string, boolean>>;
const STORED = "settings-wide";
const storedWidePanelsAtom = atom<Wide>(readStored<Wide>(STORED) ?? {});

/** Panels by id that the user made as wide as the window, or narrow again. */
export const widePanelsAtom = atom(
  (get) => get(storedWidePanelsAtom),
  (get, set, id: string, isWide: boolean) => {
    const next = { ...get(storedWidePanelsAtom), [id]: isWide };
    writeStored(STORED, next);
    set(storedWidePanelsAtom, next);
  },
);

/** Text above a panel: one area for what went wrong, one for what is worth knowing. */
export type PageAlert = {
  readonly title: string;
  readonly text?: string;
  /** Something to do about it. */
  readonly action?: { readonly label: string; readonly run: () => void };
};
export type AlertArea = "fault" | "note";
type PageAlerts = { readonly [Area in AlertArea]: PageAlert | null };

const alertsAtom = perSession<PageAlerts>({ fault: null, note: null });

/** What stands in the two areas now. */
export const pageAlertsAtom = atom((get) => get(alertsAtom));

/** Puts a text into an area, instead of the one that stands there; null empties it. */
export const showPageAlert = atom(null, (get, set, area: AlertArea, alert: PageAlert | null) => {
  if (get(alertsAtom)[area] !== alert) set(alertsAtom, { ...get(alertsAtom), [area]: alert });
});
