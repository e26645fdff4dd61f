// The flight areas of the plant on the map: as they are saved, and as they are drawn now.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import { type AreaHit } from "../../domain/flight/area/area-draft.ts";
import { placesApart } from "../../domain/geometry/ground-distance.ts";
import { pathRefusal } from "../../domain/flight/area/area-path.ts";
import {
  flightAreaProblems,
  flightAreasOf,
  multiPolygonOf,
  obstacleFormOf,
  polygonHectares,
  takeOffFormOf,
  type FlightSetup,
} from "../../domain/flight/area/flight-area.ts";
import type { FlightAreas, Place } from "../../domain/flight/route/flight-route.ts";
import type { Problem } from "../../domain/error.ts";
import { hasPermissionAtom } from "../account/session.ts";
import { plantAtom } from "../plant/plant.ts";
import { perPlant } from "../shell/lifetime.ts";
import { valueOf } from "../shell/loaded.ts";
import { queryOf } from "../shell/query.ts";
import { undoable } from "../shell/undoable.ts";

/** What a click on the map does while flight areas are drawn. */
export const areaModes = [
  "edit",
  "flight",
  "no_fly",
  "hole",
  "split",
  "take_off",
  "obstacle_area",
  "obstacle_line",
  "obstacle_point",
] as const;
export type AreaMode = (typeof areaModes)[number];
/** Lines are drawn, and no outlines. */
export const isLineMode = (mode: AreaMode) => mode === "split" || mode === "obstacle_line";

/** Id of the map tool that draws flight areas. */
export const flightAreaTool = "flight_area";

export const areaModeAtom = perPlant<AreaMode>("edit");

/** The areas as they are drawn, and the version that they change; null for those that are saved. */
export const areaDraftAtom = undoable<{
  readonly areas: FlightAreas;
  readonly version: number;
} | null>(null);
/** Corners of the outline or line that is being drawn. */
export const areaPathAtom = undoable<readonly Place[]>([]);
/** Where the next corner would be: below the pointer, or at what it snaps to. */
export const areaAimAtom = perPlant<Place | null>(null);
/** The corner, polygon, take-off position or obstacle that keys move or delete. */
export const chosenAreaAtom = perPlant<AreaHit | null>(null);
/** The areas while a corner is dragged. */
export const draggedAreasAtom = perPlant<FlightAreas | null>(null);

export const mayEditAreasAtom = atom((get) =>
  get(hasPermissionAtom)(api.flightArea.update.permission),
);

const rulesQueryAtom = queryOf((get) => {
  const has = get(hasPermissionAtom);
  if (!has(api.flightArea.rules.permission)) return null;
  return {
    key: ["flight-rules"],
    isFixed: true,
    ask: (options) => call(api.flightArea.rules, {}, options),
  };
});

/** The limits of the installation; undefined until they are loaded. */
export const flightRulesAtom = atom((get): FlightSetup | undefined => valueOf(get(rulesQueryAtom)));

const none: FlightAreas = { flight: [], no_fly: [], take_offs: [] };

/** The areas that the server has. */
export const savedAreasAtom = atom((get): FlightAreas => {
  const plant = valueOf(get(plantAtom));
  return plant ? flightAreasOf(plant) : none;
});

/** The areas as drawn, without a drag that is not finished. */
export const areasAtom = atom((get) => get(areaDraftAtom)?.areas ?? get(savedAreasAtom));

/** The areas on the map. */
export const shownAreasAtom = atom((get) => get(draggedAreasAtom) ?? get(areasAtom));

/** The body of the call that saves areas. */
export function areaFormOf(areas: FlightAreas) {
  return {
    flight_polygons: multiPolygonOf(areas.flight, areas.names?.flight),
    no_fly_polygons: multiPolygonOf(areas.no_fly, areas.names?.no_fly),
    take_off_positions: areas.take_offs.map((takeOff) => takeOffFormOf(takeOff)),
    obstacles: (areas.obstacles ?? []).map((one) => obstacleFormOf(one)),
  };
}

/** All that is wrong with the areas on the map. */
export const areaProblemsAtom = atom((get): Problem[] => {
  const rules = get(flightRulesAtom);
  return rules ? flightAreaProblems(areaFormOf(get(shownAreasAtom)), rules) : [];
});

/** Largest area of what is being drawn; undefined for all but flight polygons. */
export const maxAreaAtom = atom((get) =>
  get(areaModeAtom) === "flight" ? get(flightRulesAtom)?.max_area_ha : undefined,
);

/** What is drawn now: its corners with the one below the pointer, its size, and what is wrong with it. */
export const areaDrawingAtom = atom((get) => {
  const drawn = get(areaPathAtom);
  const aim = get(areaAimAtom);
  const path = aim === null || drawn.length === 0 ? drawn : [...drawn, aim];
  const isLine = isLineMode(get(areaModeAtom));
  const metres = path.slice(1).reduce((sum, place, at) => sum + placesApart(path[at]!, place), 0);
  return {
    path,
    aim,
    isLine,
    /** Of the line so far. */
    metres,
    /** Of the outline if it were closed now. */
    hectares: path.length < 3 || isLine ? 0 : polygonHectares([[...path, path[0]!]]),
    refusal: isLine ? null : pathRefusal(path, get(maxAreaAtom)),
  };
});
