// Routes of files: opened, held against the plant, and taken over into the chosen campaign.
import { atom } from "jotai";
import type { FlightRouteRecord } from "../../domain/flight/route/flight-route-record.ts";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import type { Problem } from "../../domain/error.ts";
import type { FlightCampaign } from "../../domain/flight/campaign/flight-campaign.ts";
import type { OpenedRoute } from "../../domain/flight/format/opened-route.ts";
import { openRoutes } from "../../domain/flight/format/route-open.ts";
import {
  heightShift,
  MOST_ROUTES,
  replacedNotes,
  routeTakenOver,
  takenOver,
  takenOverFaults,
  type TakenOver,
} from "../../domain/flight/format/taken-over.ts";
import type { FlightRoute } from "../../domain/flight/route/flight-route.ts";
import type { RouteComparison } from "../../domain/flight/route/route-compare-shape.ts";
import { takenOverProblems } from "../../domain/flight/route/route-check.ts";
import { reloadRoutes } from "../plant/analysis/flight-campaign.ts";
import { ceilingAtom } from "./flight-route-edit.ts";
import { savedAreasAtom } from "./flight-area.ts";
import { elevationAtom } from "./ground.ts";

export { routeEndings } from "../../domain/flight/format/route-open.ts";

/** The routes of a file. Rejects with FILE_REFUSED and the place of the fault. */
export async function openRouteFile(file: File): Promise<OpenedRoute[]> {
  const isJson = /json$/i.test(file.name);
  // The table of reference systems is large, and few files need it.
  const systemOf = isJson ? (await import("../../domain/geometry/crs.ts")).toLonLatFrom : undefined;
  return openRoutes(new Uint8Array(await file.arrayBuffer()), file.name, systemOf);
}

/** A route of a file as the campaign would fly it. */
export type Candidate = {
  readonly opened: OpenedRoute;
  readonly needsHeight: boolean;
  /** Metres that were added to the heights of the file: its take-off position lies lower or higher than ours. */
  readonly shift_m: number;
  readonly taken: TakenOver;
  /** Null without a take-off position at the plant. */
  readonly route: FlightRoute | null;
  readonly problems: readonly Problem[];
  /** What a person must know before it is taken over. */
  readonly notes: readonly Problem[];
  /** The call would refuse it, whatever the plant is like. */
  readonly isUnsendable: boolean;
};

type Against = Parameters<typeof takenOverProblems>[1];

function candidateOf(
  one: OpenedRoute,
  campaign: FlightCampaign,
  height_m: number | null,
  against: Against,
): Candidate {
  const { areas, elevation } = against;
  const shift = heightShift(one, { takeOffs: areas.take_offs, elevation });
  const needsHeight = shift === null;
  const taken = takenOver(one, needsHeight ? height_m : null, shift ?? 0);
  const faults = needsHeight && height_m === null ? [] : takenOverFaults(taken);
  const route = routeTakenOver(taken, campaign, areas, elevation);
  const missing: Problem[] =
    route === null
      ? [{ reason: "plant_without_take_off" }]
      : needsHeight && height_m === null
        ? [{ reason: "route_height_missing" }]
        : [];
  const known = missing.length > 0 ? missing : faults;
  const problems = known.length > 0 || !route ? known : takenOverProblems(route, against);
  const notes = [...one.notes, ...(route ? replacedNotes(one, route) : [])];
  const isUnsendable = faults.length > 0 || missing.length > 0;
  const shift_m = shift ?? 0;
  return { opened: one, needsHeight, shift_m, taken, route, problems, notes, isUnsendable };
}

/**
 * Holds routes of a file against the areas, the ground and the drone of the campaign: at most as many as are taken over at
 * once, since each is judged along its legs. What was judged once is remembered: routes without heights of their own are
 * judged again for each height that is entered, the others are not.
 */
export const candidatesAtom = atom((get) => {
  const areas = get(savedAreasAtom);
  const against = { areas, elevation: get(elevationAtom), ceiling_m: get(ceilingAtom) };
  const judged = new WeakMap<
    OpenedRoute,
    { of: FlightCampaign; at: number | null; is: Candidate }
  >();
  return (
    opened: readonly OpenedRoute[],
    campaign: FlightCampaign,
    height_m: number | null,
  ): Candidate[] =>
    opened.slice(0, MOST_ROUTES).map((one) => {
      const known = judged.get(one);
      const isSame = known?.of === campaign && (known.at === height_m || !known.is.needsHeight);
      if (known && isSame) return known.is;
      const is = candidateOf(one, campaign, height_m, against);
      judged.set(one, { of: campaign, at: height_m, is });
      return is;
    });
});

/** Routes of a file beside those of the campaign. Rejects with the refusal. */
export const compareWithOurs = atom(
  null,
  (_get, _set, id: number, routes: readonly TakenOver[]): Promise<RouteComparison> =>
    call(api.flightReview.compare, { params: { id }, body: { routes: [...routes] } }),
);

/** Adds the routes to the campaign. Rejects with the refusal. @returns them, once they are in the list */
export const takeOverRoutes = atom(
  null,
  async (_get, _set, id: number, routes: readonly TakenOver[]): Promise<FlightRouteRecord[]> => {
    const body = { routes: [...routes] };
    const made = await call(api.flightReview.takeOver, { params: { id }, body });
    await reloadRoutes(id);
    return made;
  },
);
