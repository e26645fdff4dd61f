// Control points of a raster on the map: as they are stored, and as they are set now.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import {
  controlCount,
  controlFit,
  controlRefusal,
  type ControlFit,
  type ControlPoint,
} from "../../domain/evaluation/place/control-point.ts";
import type { Place } from "../../domain/flight/route/flight-route.ts";
import type { Refusal } from "../../domain/error.ts";
import { hasCallAtom } from "../account/ask.ts";
import { analysisIdAtom } from "../plant/analysis/analysis.ts";
import { plantKey, plantQueryOf } from "../plant/plant.ts";
import { perPlant } from "../shell/lifetime.ts";
import { valueOf } from "../shell/loaded.ts";
import { doUndoably, undoable } from "../shell/undoable.ts";
import { queryClient } from "../shell/query.ts";

/** Id of the map tool that sets control points. */
export const controlPointTool = "control_point";

/** A point that is being set: the picture shows it there; null until its place in the plant is chosen. */
export type DraftPoint = { readonly seen: Place; readonly place: Place | null };
export const controlSides = ["seen", "place"] as const;
export type ControlSide = (typeof controlSides)[number];
export type ControlGrip = { readonly at: number; readonly side: ControlSide };

const keyOf = (id: number) => plantKey("control-points", id);

/** The rasters of the current analysis with their points. */
export const controlListAtom = plantQueryOf((_plant, get) => {
  const id = get(analysisIdAtom);
  if (id === null || !get(hasCallAtom)("controlPoint.list")) return null;
  return {
    key: keyOf(id),
    ask: (options) => call(api.controlPoint.list, { params: { id } }, options),
  };
});

const chosenRasterAtom = perPlant<string | null>(null);

/** The raster whose points are set: the chosen one, else the first one. */
export const controlRasterAtom = atom((get) => {
  const rasters = valueOf(get(controlListAtom))?.rasters ?? [];
  const chosen = get(chosenRasterAtom);
  return rasters.find(({ sha256 }) => sha256 === chosen) ?? rasters[0] ?? null;
});

type Draft = { readonly sha256: string; readonly points: readonly DraftPoint[] };
const draftAtom = undoable<Draft | null>(null);

/** The points of the raster, as they are set now. */
export const controlPointsAtom = atom((get): readonly DraftPoint[] => {
  const raster = get(controlRasterAtom);
  const draft = get(draftAtom);
  return draft && draft.sha256 === raster?.sha256 ? draft.points : (raster?.points ?? []);
});

/** True while the points differ from those that are stored. */
export const controlChangedAtom = atom((get) => {
  const stored = get(controlRasterAtom)?.points ?? [];
  return JSON.stringify(get(controlPointsAtom)) !== JSON.stringify(stored);
});

/** What the next click sets: a point of the picture, its place in the plant, or nothing more. */
export const nextSideAtom = atom((get): ControlSide | null => {
  const points = get(controlPointsAtom);
  if (points.at(-1)?.place === null) return "place";
  return points.length < controlCount.most ? "seen" : null;
});

/** The point that keys move and delete. */
export const chosenControlAtom = perPlant<ControlGrip | null>(null);
/** Where the next click would set a point: below the pointer, or at the corner that it snaps to. */
export const controlAimAtom = perPlant<{
  readonly place: Place;
  readonly isCorner: boolean;
} | null>(null);
/** The points while one is dragged. */
export const draggedControlAtom = perPlant<readonly DraftPoint[] | null>(null);
export const shownControlAtom = atom((get) => get(draggedControlAtom) ?? get(controlPointsAtom));

const isWhole = (point: DraftPoint): point is ControlPoint => point.place !== null;

/** The movement by the points that have both places; null for fewer than two. */
export const controlFitAtom = atom((get): ControlFit | null => {
  const origin = valueOf(get(controlListAtom))?.origin;
  return origin ? controlFit(get(shownControlAtom).filter(isWhole), origin) : null;
});

/** Why the points cannot be saved as they are; null where they can. */
export const controlRefusalAtom = atom((get): Refusal | null => {
  const origin = valueOf(get(controlListAtom))?.origin;
  const raster = get(controlRasterAtom);
  if (!origin || !raster) return null;
  const points = get(controlPointsAtom);
  if (!points.every(isWhole)) return { reason: "control_open" };
  return controlRefusal({ points: points.filter(isWhole), origin, extent_m: raster.extent_m });
});

/** Replaces the points of the raster; one step of undo. */
export const changeControl = atom(
  null,
  (get, set, points: readonly DraftPoint[], merge?: string) => {
    const raster = get(controlRasterAtom);
    if (!raster) return;
    set(draggedControlAtom, null);
    set(doUndoably, {
      name: "workbench:step.control_points",
      ...(merge !== undefined && { merge }),
      change: (_get, set) => set(draftAtom, { sha256: raster.sha256, points }),
    });
  },
);

/** Sets the next point, or the place of the last one. */
export const setControl = atom(null, (get, set, place: Place) => {
  const side = get(nextSideAtom);
  const points = get(controlPointsAtom);
  if (side === null) return;
  if (side === "seen") set(changeControl, [...points, { seen: place, place: null }]);
  else set(changeControl, points.with(points.length - 1, { seen: points.at(-1)!.seen, place }));
  set(chosenControlAtom, { at: side === "seen" ? points.length : points.length - 1, side });
});

/** `points` with one of their places moved. */
export function withControl(
  points: readonly DraftPoint[],
  { at, side }: ControlGrip,
  place: Place,
): readonly DraftPoint[] {
  const point = points[at];
  return point ? points.with(at, { ...point, [side]: place }) : points;
}

export const removeControl = atom(null, (get, set, at: number) => {
  set(
    changeControl,
    get(controlPointsAtom).filter((_, other) => other !== at),
  );
  set(chosenControlAtom, null);
});

export const chooseControlRaster = atom(null, (_get, set, sha256: string) => {
  set(chosenRasterAtom, sha256);
  set(chosenControlAtom, null);
});

/** Back to the points that are stored. */
export const dropControl = atom(null, (_get, set) => {
  set(draftAtom, null);
  set(chosenControlAtom, null);
  set(draggedControlAtom, null);
});

/** Stores the points of the raster; none removes them. Rejects with the refusal. */
export const saveControl = atom(
  null,
  async (get, set, points: readonly DraftPoint[]): Promise<void> => {
    const id = get(analysisIdAtom);
    const raster = get(controlRasterAtom);
    if (id === null || !raster) return;
    const whole = points.filter(isWhole).map(({ seen, place }): ControlPoint => ({
      seen: [seen[0], seen[1]],
      place: [place[0], place[1]],
    }));
    const body = { sha256: raster.sha256, points: whole };
    const stored = await call(api.controlPoint.set, { params: { id }, body });
    queryClient().setQueryData(keyOf(id), stored);
    set(dropControl);
  },
);
