// What tools may do to the state: pick, select, open, fly.
import type { Map as MapLibreMap } from "maplibre-gl";
import type { useStore } from "jotai";
import { NO_ROW } from "../domain/component/component-index.ts";
import { planeAt } from "../domain/geometry/plane.ts";
import { openComponent } from "../state/plant/component.ts";
import {
  clearSelection,
  hoveredAtom,
  select,
  type ComponentRow,
} from "../state/plant/selection.ts";
import { flyTo } from "../state/map/view.ts";
import { pickPoint, pickRing } from "./component/picking.ts";
import { metresPerPixel } from "./component/projection.ts";
import { levelsBeside, plainLevels, shownLevelAt } from "./component/scene-levels.ts";
import { levelOf, type Scene, type SceneColumn, type SceneLevel } from "./scene.ts";
import type { ScreenPoint, ToolReach } from "./tool.ts";

type Store = ReturnType<typeof useStore>;

/** Makes what tools may do on a map, reading the scene as it is when they do it. */
export function toolReach(store: Store, sceneNow: () => Scene | null) {
  return (map: MapLibreMap): Omit<ToolReach, "draft"> => {
    const planePoint = (scene: Scene, [x, y]: ScreenPoint) => {
      const { lng, lat } = map.unproject([x, y]);
      return planeAt(scene.origin).toPlane(lng, lat);
    };
    return {
      pick(at, reachPixels) {
        const scene = sceneNow();
        if (!scene) return null;
        const scale = metresPerPixel(map.getZoom(), scene.origin);
        const [x, y] = planePoint(scene, at);
        for (const level of pickedLevels(scene, scale, at[0] / map.getCanvas().clientWidth)) {
          if (!level.mesh) continue;
          const { geometry, mesh, marks: mask } = level;
          const row = pickPoint({ geometry, mesh, mask: mask ?? null }, x, y, reachPixels * scale);
          if (row !== NO_ROW) return { component_type: level.type, row };
        }
        return null;
      },
      selectRing(ring, mode) {
        const scene = sceneNow();
        const level = scene && ringLevel(scene, metresPerPixel(map.getZoom(), scene.origin));
        if (!scene || !level?.mesh) return;
        const { geometry, mesh, marks: mask, type: component_type } = level;
        const points = ring.flatMap((point) => planePoint(scene, point));
        const rows = pickRing({ geometry, mesh, mask: mask ?? null }, points);
        store.set(select, { component_type, rows, mode });
      },
      selectOne: ({ component_type, row }, mode) =>
        store.set(select, { component_type, rows: [row], mode }),
      clearSelection: () => store.set(clearSelection),
      hover: (component) => {
        if (!isSame(store.get(hoveredAtom), component)) store.set(hoveredAtom, component);
      },
      open: (component) => store.set(openComponent, component),
      fly: (target) => store.set(flyTo, target),
      boundsOf(points) {
        const places = points.map(([x, y]) => map.unproject([x, y]));
        const lons = places.map(({ lng }) => lng);
        const lats = places.map(({ lat }) => lat);
        return [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)];
      },
    };
  };
}

function isSame(a: ComponentRow | null, b: ComponentRow | null): boolean {
  return a?.component_type === b?.component_type && a?.row === b?.row;
}

/** The levels under the pointer are those drawn there, the upper first: what you see is what you pick. */
function pickedLevels(scene: Scene, scale: number, across: number): SceneLevel[] {
  const column = columnAt(scene, across);
  if (!column) {
    const shown = plainLevels(scene).filter(
      ({ detail: [from, to] }) => scale >= from && scale < to,
    );
    return shown.map(({ level }) => level);
  }
  const own = shownLevelAt(scene, column, scale);
  const beside = levelsBeside(scene, column).filter(
    ({ mesh }) => mesh && scale < mesh.size / scene.leastPixels,
  );
  return own ? [own.level, ...beside] : beside;
}

/** The column on this side of the swipe. */
function columnAt({ column, compare }: Scene, across: number): SceneColumn | null {
  if (compare?.mode === "difference") return compare.difference ?? column;
  return compare?.mode === "swipe" && compare.other && across < compare.position
    ? compare.other
    : column;
}

/** A ring selects what the key figure measures, also where parents stand for it. */
function ringLevel(scene: Scene, scale: number): SceneLevel | undefined {
  return scene.column ? levelOf(scene, scene.column.type) : pickedLevels(scene, scale, 0.5)[0];
}
