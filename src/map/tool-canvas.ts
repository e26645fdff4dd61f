// What a tool can query: the components under a point or in a ring, and the position of a point.
import type { Map as MapLibreMap } from "maplibre-gl";
import { NO_ROW } from "../domain/component/component-index.ts";
import { planeAt } from "../domain/geometry/plane.ts";
import { placesBounds } from "../domain/geometry/place-bounds.ts";
import type { Store } from "../state/shell/on-change.ts";
import { childlessLevels } from "./component/childless.ts";
import { componentDataAtom, type ComponentData } from "./component/component-data.ts";
import { drawnPartAt, type DrawnSide } from "./component/drawn-column.ts";
import { levelOf, type Level } from "./component/level.ts";
import { pickPoint, pickRing } from "./component/picking.ts";
import { metresPerPixel } from "./component/projection.ts";
import { levelsBeside, plainLevels, shownLevelAt } from "./component/shown-level.ts";
import { sceneAtom, type Scene } from "./scene.ts";
import type { ScreenPoint, ToolCanvas } from "./tool.ts";

/**
 * The map as tools see it; the state is read at the time of the call.
 * @param side whose map it is, where two analyses are side by side
 */
export function toolCanvas(
  store: Store,
  map: MapLibreMap,
  side: DrawnSide = "this",
): Omit<ToolCanvas, "showDraft"> {
  const planePoint = (scene: Scene, [x, y]: ScreenPoint) => {
    const { lng, lat } = map.unproject([x, y]);
    return planeAt(scene.origin).toPlane(lng, lat);
  };
  const drawnNow = () => {
    const scene = store.get(sceneAtom);
    const all = store.get(componentDataAtom);
    if (!scene || !all) return null;
    const data = side === "this" ? all : { ...all, column: all.comparison?.other ?? null };
    const scale = metresPerPixel(map.getZoom(), scene.origin);
    return { scene, data, scale };
  };
  return {
    get: store.get,
    set: store.set,
    pick(at, withinPixels) {
      const drawn = drawnNow();
      if (!drawn) return null;
      const { scene, data, scale } = drawn;
      const [x, y] = planePoint(scene, at);
      const across = at[0] / map.getCanvas().clientWidth;
      const drawnLevels = pickedLevels(data, scene, scale, across);
      // What lies under the pointer comes before what lies near it, whatever its level.
      for (const reach of [0, withinPixels * scale]) {
        for (const { type, geometry, mesh, mask } of drawnLevels) {
          if (!mesh) continue;
          const target = { geometry, mesh, mask: mask ?? data.rowFlags.of(type) ?? null };
          const row = pickPoint(target, x, y, reach);
          if (row === NO_ROW) continue;
          const isOther = side === "other" || drawnPartAt(data, across).side === "other";
          return { component_type: type, row, ...(isOther && { side: "other" }) };
        }
      }
      return null;
    },
    pickRing(ring) {
      const drawn = drawnNow();
      const level = drawn && ringLevel(drawn.data, drawn.scene, drawn.scale);
      if (!drawn || !level?.mesh) return null;
      const { geometry, mesh, type } = level;
      const points = ring.flatMap((point) => planePoint(drawn.scene, point));
      const mask = drawn.data.rowFlags.of(type) ?? null;
      return { component_type: type, rows: pickRing({ geometry, mesh, mask }, points) };
    },
    boundsOf(points) {
      return placesBounds(points.map(([x, y]) => map.unproject([x, y]).toArray()))!;
    },
  };
}

/** `mask` replaces the row flags where only a part of the level is drawn */
type PickedLevel = Level & { readonly mask?: Uint8Array };

/** The levels drawn under the pointer, the upper first: only visible components are picked. */
function pickedLevels(
  data: ComponentData,
  scene: Scene,
  scale: number,
  across: number,
): PickedLevel[] {
  const { minPixels } = scene;
  const { column } = drawnPartAt(data, across);
  if (!column) {
    const shown = plainLevels(data.levels, minPixels).filter(
      ({ detail: [from, to] }) => scale >= from && scale < to,
    );
    return [...shown.map(({ level }) => level), ...childlessAt(data, scene, scale)];
  }
  const own = shownLevelAt(data, column, { minPixels, metresPerPixel: scale });
  const beside = levelsBeside(data, column).filter(
    ({ mesh }) => mesh && scale < mesh.size / minPixels,
  );
  return [...(own ? [own.level] : []), ...beside, ...childlessAt(data, scene, scale, column.type)];
}

function childlessAt(
  data: ComponentData,
  { minPixels }: Scene,
  scale: number,
  finest = data.levels.at(-1)?.type,
): PickedLevel[] {
  if (!finest) return [];
  return childlessLevels(data, finest, minPixels)
    .filter(({ detail: [from, to] }) => scale >= from && scale < to)
    .map(({ level, mask }) => ({ ...level, mask: mask.bytes }));
}

/** A ring selects components of the key figure, also where their parents are drawn. */
function ringLevel(data: ComponentData, scene: Scene, scale: number): Level | undefined {
  const { column, levels } = data;
  return column ? levelOf(levels, column.type) : pickedLevels(data, scene, scale, 0.5)[0];
}
