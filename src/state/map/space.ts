// Whether the plant is shown on the map or in 3D, and the hour of the sun that turns its collectors there.
import { atom, type PrimitiveAtom } from "jotai";
import { parentsOf, type ComponentRow } from "../../domain/component/hierarchy.ts";
import { sunAt, type Sun } from "../../domain/flight/time/sun.ts";
import { planeAt } from "../../domain/geometry/plane.ts";
import { dimensionDefaults } from "../../domain/twin-view/dimension.ts";
import {
  isTurned,
  mountedOf,
  poseOf,
  type Pose,
  type PoseInput,
} from "../../domain/twin-view/pose.ts";
import { isOffline } from "../../client/offline/offline.ts";
import { analysisAtom } from "../plant/analysis/analysis.ts";
import { openRowAtom } from "../plant/component/component.ts";
import { askAtom } from "../account/ask.ts";
import { offlineAtom } from "../account/offline.ts";
import { geometryOf, plantAtom, plantQueryOf, twinAtom, plantClockAtom } from "../plant/plant.ts";
import { dimensionsQuery } from "../settings/twin-dimension.ts";
import { selectedRowsAtom, selectionAtom } from "../plant/component/selection.ts";
import { valueOf } from "../shell/loaded.ts";
import { t } from "../shell/locale.ts";
import { showFailure } from "../shell/toast.ts";
import { perPlant } from "../shell/lifetime.ts";
import { doUndoably, undoable } from "../shell/undoable.ts";
import { cameraAtom, flyTo } from "./view.ts";
import { serverTime } from "../shell/server-time.ts";

/** Degrees from straight down: rows are seen as rows. */
const FIRST_PITCH = 50;

/** How the map lay before the plant was shown in 3D, in degrees; straight down with north above by itself. */
const mapViewAtom = perPlant({ bearing: 0, pitch: 0 });

/**
 * Turns the camera with what is shown. Seen from straight above, 3D would look like the map, so it is tilted;
 * back on the map, the place stays that of 3D, and the map lies as it did before.
 */
const turnCamera = atom(null, (get, set, isSpace: boolean) => {
  const camera = get(cameraAtom);
  if (!camera) return;
  if (!isSpace) set(cameraAtom, { ...camera, ...get(mapViewAtom) });
  else {
    const { bearing, pitch } = camera;
    set(mapViewAtom, { bearing, pitch });
    if (pitch < 1) set(cameraAtom, { ...camera, pitch: FIRST_PITCH });
  }
});

/** A value whose changes turn the camera, by whatever they are made: a button, undo, or an address. */
function turning<Value>(initial: Value): PrimitiveAtom<Value> {
  const kept = perPlant(initial);
  return atom(
    (get) => get(kept),
    (get, set, update: Value | ((before: Value) => Value)) => {
      const before = get(kept);
      set(kept, update);
      const after = get(kept);
      if (!Object.is(before, after)) set(turnCamera, after !== null);
    },
  ) as PrimitiveAtom<Value>;
}

/** `3d`: the digital twin as it stands; null for the map. */
export const spaceAtom = undoable<"3d" | null>(null, "space", turning);

/** The code of 3D is left out of what is kept on a device: what is open goes on, but nothing opens it offline. */
export const isSpaceOutOfReachAtom = atom(
  (get) => get(offlineAtom) !== null && get(spaceAtom) === null,
);

/** Shows the plant in 3D or on the map. */
export const showSpace = atom(null, (get, set, space: "3d" | null) => {
  if (get(spaceAtom) === space) return;
  if (space !== null && isOffline()) return showFailure(t("offline:space"));
  set(doUndoably, {
    name: "workbench:step.space",
    change: (_get, set) => set(spaceAtom, space),
  });
});

/** True while the 3D view is walked through at the height of a person's eyes. */
export const walkingAtom = perPlant(false);

/** The hour of solar time, 0 to 24, at which the plant is shown. */
export const sunHourAtom = perPlant(10);

/** True while the components throw shadows in 3D. */
export const shadowsAtom = perPlant(false);

const HOUR_MS = 3_600_000;
const DEGREES_PER_HOUR = 15;

/** The day at the plant whose sun is shown, YYYY-MM-DD: that of the analysis, or today without one. */
export const shownDayAtom = atom((get) =>
  get(plantClockAtom).date(get(analysisAtom)?.flown_at ?? serverTime()),
);

/** The sun over the plant at the chosen hour of the shown day. */
export const shownSunAtom = atom((get): Sun => {
  const origin = valueOf(get(twinAtom))?.origin ?? ([0, 0] as const);
  const day = get(shownDayAtom);
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // Solar time follows the longitude; the equation of time, at most 16 minutes, is left to the sun itself.
  const hour = get(sunHourAtom) - origin[0] / DEGREES_PER_HOUR;
  return sunAt(midnight + hour * HOUR_MS, origin);
});

const storedDimensionsAtom = plantQueryOf((plant_id, get) =>
  get(askAtom)("twinDimension.read") === null ? dimensionsQuery(plant_id) : null,
);

/** The sizes of the plant's parts; the usual ones until those of the plant are known. */
export const dimensionsAtom = atom(
  (get) => valueOf(get(storedDimensionsAtom))?.dimensions ?? dimensionDefaults,
);

/** What the components are turned by now; null until the plant is known. */
export const poseInputAtom = atom((get): PoseInput | null => {
  const plant = valueOf(get(plantAtom));
  return plant ? [mountedOf(plant), get(shownSunAtom), get(dimensionsAtom)] : null;
});

/** How the plant's components are turned now; null until the plant is known. */
export const poseAtom = atom((get): Pose | null => {
  const input = get(poseInputAtom);
  return input && poseOf(...input);
});

/** True if the components follow the sun, so that the hour turns them. */
export const isPoseTurnedAtom = atom((get) => {
  const plant = valueOf(get(plantAtom));
  return plant ? isTurned(plant) : false;
});

/** The component along whose row the view can look: the open one, else the first that is selected. */
export const rowToLookAlongAtom = atom((get): ComponentRow | null => {
  const open = get(openRowAtom);
  if (open) return open;
  const selection = get(selectionAtom);
  const [row] = get(selectedRowsAtom);
  return selection && row !== undefined ? { component_type: selection.component_type, row } : null;
});

const ROW_PITCH = 78;
const ROW_ZOOM = 20.4;

/** Looks along the row of a component from a little above it, in 3D. */
export const lookAlong = atom(null, (get, set) => {
  const component = get(rowToLookAlongAtom);
  const geometry = component && geometryOf(component.component_type);
  const twin = valueOf(get(twinAtom));
  if (!component || !geometry || !twin) return;
  const { row } = component;
  const [parent] = parentsOf({ get: geometryOf }, component);
  const axis = parent ? geometryOf(parent.component_type) : undefined;
  const rotation = axis?.rotation[parent!.row] ?? geometry.rotation[row]!;
  const along = (450 - (rotation * 180) / Math.PI) % 360;
  const before = get(cameraAtom)?.bearing ?? 0;
  // Of the two ways along the row, the one that turns the view less.
  const turn = Math.abs(((along - before + 540) % 360) - 180);
  const facing = turn <= 90 ? along : along + 180;
  const bearing = ((facing + 180) % 360) - 180;
  const centre = planeAt(twin.origin).toLonLat(geometry.centreX[row]!, geometry.centreY[row]!);
  set(flyTo, { camera: { centre, zoom: ROW_ZOOM, bearing, pitch: ROW_PITCH } });
});
