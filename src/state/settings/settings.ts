// Settings panels: the address to return to, which panels are as wide as the window, and the alerts above a
// panel.
import { atom } from "jotai";
import { readStored, writeStored } from "../shell/remembered.ts";
import { perSession } from "../shell/lifetime.ts";

/** The last address outside the settings: closing a panel returns there. */
export const returnAddressAtom = perSession("/");

type Wide = Readonly<Record<string, boolean>>;
const STORED = "settings-wide";
const storedWidePanelsAtom = atom<Wide>(readStored<Wide>(STORED) ?? {});

/** Panels by id that the user made as wide as the window, or narrow again; stored in this browser. */
export const widePanelsAtom = atom(
  (get) => get(storedWidePanelsAtom),
  (get, set, id: string, isWide: boolean) => {
    const next = { ...get(storedWidePanelsAtom), [id]: isWide };
    writeStored(STORED, next);
    set(storedWidePanelsAtom, next);
  },
);

/** The name of the one record that a page shows, its heading in place of the panel's title; null for none. */
export const pageNameAtom = perSession<string | null>(null);

/** An alert above a panel: one area for errors, one for information. */
export type PageAlert = {
  readonly title: string;
  readonly text?: string;
  /** Something to do about it. */
  readonly action?: { readonly label: string; readonly run: () => void };
};
export type AlertArea = "fault" | "note";
type PageAlerts = { readonly [Area in AlertArea]: PageAlert | null };

const alertsAtom = perSession<PageAlerts>({ fault: null, note: null });

/** The alerts in the two areas. */
export const pageAlertsAtom = atom((get) => get(alertsAtom));

/** Replaces the alert in an area; null removes it. */
export const showPageAlert = atom(null, (get, set, area: AlertArea, alert: PageAlert | null) => {
  if (get(alertsAtom)[area] !== alert) set(alertsAtom, { ...get(alertsAtom), [area]: alert });
});
