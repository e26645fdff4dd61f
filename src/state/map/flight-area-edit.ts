// Draws and saves flight areas. Each change is one step that can be undone.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import * as draft from "../../domain/flight/area/area-draft.ts";
import { closingRefusal, crossingRefusal } from "../../domain/flight/area/area-path.ts";
import { obstacleRefusal, polygonRefusal } from "../../domain/flight/area/flight-area.ts";
import { obstaclesRefusal } from "../../domain/flight/area/obstacle-limit.ts";
import {
  addObstacles,
  changeObstacle,
  moveObstacleCorner,
  removeObstacle,
  removeObstacleCorner,
  type ObstacleCornerAt,
} from "../../domain/flight/area/obstacle-draft.ts";
import type { FlightAreas, Place, ObstacleForm } from "../../domain/flight/route/flight-route.ts";
import { splitPolygon } from "../../domain/flight/area/split-polygon.ts";
import { failure, type Refusal } from "../../domain/error.ts";
import { plantAtom, plantBoundsAtom, plantIdAtom, plantKey } from "../plant/plant.ts";
import { valueOf } from "../shell/loaded.ts";
import { queryClient } from "../shell/query.ts";
import { refusalWords } from "../shell/refusal-words.ts";
import { showFailure } from "../shell/toast.ts";
import { doUndoably } from "../shell/undoable.ts";
import {
  areaAimAtom,
  areaDraftAtom,
  areaFormOf,
  areaModeAtom,
  areaPathAtom,
  areasAtom,
  chosenAreaAtom,
  draggedAreasAtom,
  flightAreaTool,
  flightRulesAtom,
  isLineMode,
  maxAreaAtom,
  type AreaMode,
} from "./flight-area.ts";
import { layerEntriesAtom, layerSettingsAtom } from "./layer.ts";
import { toolIdAtom } from "./tool.ts";

type Change = {
  /** Word key of the step. */
  readonly name: string;
  readonly areas: FlightAreas;
  readonly merge?: string;
};

/** Replaces the drawn areas as one step; the path that is being drawn ends with it. */
export const changeAreas = atom(null, (get, set, { name, areas, merge }: Change) => {
  const version = get(areaDraftAtom)?.version ?? valueOf(get(plantAtom))?.flight_area_version ?? 1;
  set(doUndoably, {
    name,
    ...(merge !== undefined && { merge }),
    change: (_get, set) => {
      set(areaDraftAtom, { areas, version });
      set(areaPathAtom, []);
    },
  });
});

/**
 * Adds the outline of the plant as flight polygons, larger by a margin in metres. A twin without an outline lends the
 * box of its components. Rejects where another margin is needed.
 */
export const addOutline = atom(null, async (get, set, margin_m: number): Promise<void> => {
  const { notDrawn, outlinePolygons } = await import("../../domain/flight/area/outline-area.ts");
  const outline = valueOf(get(plantAtom))?.area ?? boxOutline(get(plantBoundsAtom));
  const made = outline ? outlinePolygons(outline, margin_m) : [];
  if (made.length === 0) throw failure("BAD_REQUEST", { reason: "plant_outline_empty" });
  const areas = get(areasAtom);
  const added = notDrawn(made, areas.flight);
  if (added.length === 0) throw failure("BAD_REQUEST", { reason: "plant_outline_drawn" });
  set(changeAreas, {
    name: "flight:step.outline",
    areas: { ...areas, flight: [...areas.flight, ...added] },
  });
});

function boxOutline(box: readonly [number, number, number, number] | null) {
  if (!box) return null;
  const [west, south, east, north] = box;
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: "Polygon", coordinates: [ring] };
}

/** Takes the drawing tool with this mode. */
export const chooseAreaMode = atom(null, (_get, set, mode: AreaMode) => {
  set(toolIdAtom, flightAreaTool);
  set(areaModeAtom, mode);
  set(areaPathAtom, []);
  set(chosenAreaAtom, null);
});

/** Puts the drawing tool down where no outline is unfinished, so that the pointer reads the map again. */
export const putDownAreaTool = atom(null, (get, set) => {
  if (get(toolIdAtom) !== flightAreaTool || get(areaPathAtom).length > 0) return;
  set(toolIdAtom, null);
  set(chosenAreaAtom, null);
});

/** Adds a corner to what is drawn. Returns why it cannot be there, or null. */
export const addPathCorner = atom(null, (get, set, place: Place): Refusal | null => {
  const path = [...get(areaPathAtom), place];
  const refusal = isLineMode(get(areaModeAtom)) ? null : crossingRefusal(path);
  if (refusal) return refusal;
  set(doUndoably, {
    name: "flight:step.corner",
    change: (_get, set) => set(areaPathAtom, path),
  });
  return null;
});

/** Takes the last corner of the path back. */
export const removePathCorner = atom(null, (get, set) => {
  set(areaPathAtom, get(areaPathAtom).slice(0, -1));
});

export const cancelPath = atom(null, (_get, set) => {
  set(areaPathAtom, []);
  set(areaAimAtom, null);
  set(draggedAreasAtom, null);
});

/** Ends the outline or line that is drawn. Returns why it cannot end here, or null. */
export const finishPath = atom(null, (get, set): Refusal | null => {
  const path = get(areaPathAtom);
  const mode = get(areaModeAtom);
  if (path.length === 0) return null;
  if (mode === "split") return set(splitBy, path);
  if (mode === "obstacle_line") return set(addObstacle, "line", path);
  const refusal = closingRefusal(path, get(maxAreaAtom));
  if (refusal) return refusal;
  if (mode === "obstacle_area") return set(addObstacle, "area", path);
  const areas = get(areasAtom);
  if (mode === "hole") return set(cutHole, path);
  if (mode !== "flight" && mode !== "no_fly") return null;
  const name = `flight:step.add_${mode}`;
  set(changeAreas, { name, areas: draft.addPolygon(areas, mode, path) });
  return null;
});

/** Adds an obstacle, and chooses it: its height is asked for beside it. Returns why it cannot be there, or null. */
export const addObstacle = atom(
  null,
  (get, set, form: ObstacleForm, places: readonly Place[]): Refusal | null => {
    const made = { form, places, height_m: null };
    const refusal = obstacleRefusal({ ...made, height_m: 1 });
    if (refusal) return refusal;
    const areas = addObstacles(get(areasAtom), [made]);
    const many = obstaclesRefusal(areas.obstacles ?? []);
    if (many) return many;
    set(changeAreas, { name: "flight:step.add_obstacle", areas });
    set(chosenAreaAtom, { is: "obstacle", at: areas.obstacles!.length - 1 });
    return null;
  },
);

/** Enters the height of an obstacle in metres; null takes it away, and is asked for. */
export const setObstacleHeight = atom(null, (get, set, at: number, height_m: number | null) => {
  const areas = changeObstacle(get(areasAtom), at, { height_m });
  set(changeAreas, { name: "flight:step.obstacle_height", areas, merge: `obstacle ${at}` });
});

const cutHole = atom(null, (get, set, path: readonly Place[]): Refusal | null => {
  const areas = get(areasAtom);
  const hits = draft.areaKinds.flatMap((kind) =>
    areas[kind].map((rings, polygon) => ({
      kind,
      polygon,
      rings: [...rings, [...path, path[0]!]],
    })),
  );
  const fits = hits.find(({ rings }) => polygonRefusal(rings) === null);
  if (!fits) return { reason: "flight_hole_outside", values: { hole: 1 } };
  set(changeAreas, { name: "flight:step.hole", areas: draft.addHole(areas, fits, path) });
  return null;
});

const splitBy = atom(null, (get, set, line: readonly Place[]): Refusal | null => {
  const areas = get(areasAtom);
  let refusal: Refusal = { reason: "split_line_crosses_twice" };
  for (const kind of draft.areaKinds) {
    for (const [polygon, rings] of areas[kind].entries()) {
      const cut = splitPolygon(rings, line);
      if ("parts" in cut) {
        const parts = draft.replacePolygon(areas, { kind, polygon }, cut.parts);
        set(changeAreas, { name: "flight:step.split", areas: parts });
        return null;
      }
      if (cut.refusal.reason === "split_line_in_hole") ({ refusal } = cut);
    }
  }
  return refusal;
});

/** Keeps a moved corner, unless its polygon would be wrong. Returns the reason then. */
export const keepCorner = atom(
  null,
  (get, set, at: draft.CornerAt, areas: FlightAreas, merge?: string): Refusal | null => {
    set(draggedAreasAtom, null);
    const rings = areas[at.kind][at.polygon] ?? [];
    const max = at.kind === "flight" ? get(flightRulesAtom)?.max_area_ha : undefined;
    const refusal = polygonRefusal(rings, max);
    if (refusal) return refusal;
    set(changeAreas, { name: "flight:step.move", areas, ...(merge !== undefined && { merge }) });
    return null;
  },
);

/** Moves a corner of an obstacle, unless the obstacle would be wrong. Returns the reason then. */
export const moveObstacle = atom(
  null,
  (get, set, corner: ObstacleCornerAt, place: Place, merge?: string): Refusal | null => {
    set(draggedAreasAtom, null);
    const areas = moveObstacleCorner(get(areasAtom), corner, place);
    const moved = areas.obstacles?.[corner.at];
    // One without a height is asked for it all the same.
    const refusal = moved ? obstacleRefusal({ ...moved, height_m: moved.height_m ?? 1 }) : null;
    if (refusal) return refusal;
    set(changeAreas, { name: "flight:step.move", areas, ...(merge !== undefined && { merge }) });
    return null;
  },
);

/** Deletes the chosen corner, polygon, take-off position or obstacle. */
export const removeChosen = atom(null, (get, set): void => {
  const hit = get(chosenAreaAtom);
  if (!hit || hit.is === "edge") return;
  const areas = get(areasAtom);
  const next =
    hit.is === "take_off"
      ? draft.removeTakeOff(areas, hit.at)
      : hit.is === "obstacle"
        ? removeObstacle(areas, hit.at)
        : hit.is === "obstacle_corner"
          ? removeObstacleCorner(areas, hit)
          : hit.is === "corner"
            ? draft.removeCorner(areas, hit)
            : draft.removePolygon(areas, hit);
  const isGone = next.obstacles?.length !== areas.obstacles?.length;
  const step = hit.is === "obstacle_corner" ? (isGone ? "obstacle" : "corner") : hit.is;
  set(chosenAreaAtom, null);
  set(changeAreas, { name: `flight:step.remove_${step}`, areas: next });
});

/** Names an area, take-off position or obstacle; "" takes its name away. */
export const renameArea = atom(null, (get, set, hit: draft.AreaHit, text: string): void => {
  const areas = draft.renamed(get(areasAtom), hit, draft.areaName(text));
  set(changeAreas, { name: "flight:step.rename", areas });
});

/** Takes the areas with another take-off position; the plant keeps those that it has. */
export const addTakeOff = atom(null, (_get, set, areas: FlightAreas): void => {
  set(changeAreas, { name: "flight:step.take_off", areas });
});

/** Forgets what was drawn since the last save. */
export const discardAreas = atom(null, (_get, set) => {
  set(cancelPath);
  set(chosenAreaAtom, null);
  set(doUndoably, {
    name: "flight:step.discard",
    change: (_get, set) => set(areaDraftAtom, null),
  });
});

/** Saves the drawn areas. Rejects with the refusal; what was drawn stays. */
export const saveAreas = atom(null, async (get, set): Promise<void> => {
  const id = get(plantIdAtom);
  const drawn = get(areaDraftAtom);
  if (id === null || !drawn) return;
  const body = { ...areaFormOf(drawn.areas), flight_area_version: drawn.version };
  const plant = await call(api.flightArea.update, { params: { id }, body });
  if (get(plantIdAtom) !== id) return;
  queryClient().setQueryData(plantKey("fields"), plant);
  set(areaDraftAtom, null);
});

/** Shows why something could not be drawn. */
export const tellRefusal = atom(null, (_get, _set, refusal: Refusal | null): void => {
  if (refusal) showFailure(refusalWords(refusal));
});

/** Shows the layers of flight areas, unless the user has hidden them. */
export const showFlightLayers = atom(null, (get, set, ids: readonly string[]) => {
  const settings = get(layerSettingsAtom);
  const hidden = get(layerEntriesAtom).filter(({ id }) => ids.includes(id) && !settings[id]);
  if (hidden.length === 0) return;
  const shown = hidden.map(({ id, opacity }) => [id, { visible: true, opacity }] as const);
  set(layerSettingsAtom, { ...settings, ...Object.fromEntries(shown) });
});
