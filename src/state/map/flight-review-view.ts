// What the panel of the routes shows: the sorties, what they will show, or what was flown of them.
import { atom } from "jotai";
import type { Place } from "../../domain/flight/route/flight-route.ts";
import { flownLinesAtom } from "../plant/analysis/flight-campaign.ts";
import { perPlant } from "../shell/lifetime.ts";
import { valueOf } from "../shell/loaded.ts";

export const routeTabs = ["routes", "plan", "flown"] as const;
export type RouteTab = (typeof routeTabs)[number];
export const routeTabAtom = perPlant<RouteTab>("routes");

/** The missed stretches while the panel lists them; null for none. */
export const missedStretchesAtom = atom((get): readonly (readonly Place[])[] | null => {
  if (get(routeTabAtom) !== "flown") return null;
  const flown = valueOf(get(flownLinesAtom));
  // Without images every line would be missed.
  const lines = flown && flown.images > 0 ? flown.lines : [];
  const stretches = lines.flatMap(({ missed }) => missed.map(({ path }) => path));
  return stretches.length > 0 ? stretches : null;
});
