// Where selected components are that are too small for an outline: their middles, or the area of very many.
import { atom } from "jotai";
import type { ComponentType } from "../../domain/component/component.ts";
import type { ComponentRow } from "../../domain/component/hierarchy.ts";
import { cellArea, type CellBox } from "../../domain/geometry/cell-area.ts";
import { cameraAtom } from "../../state/map/view.ts";
import { openRowAtom } from "../../state/plant/component/component.ts";
import { SELECTED } from "../../state/plant/column/row-flag.ts";
import { selectedRowsAtom, selectionAtom } from "../../state/plant/component/selection.ts";
import { sceneAtom } from "../scene.ts";
import { levelOf, levelsAtom, rowFlagsAtom } from "./level.ts";
import { metresPerPixel } from "./projection.ts";

/** From this size on the component's own outline is visible. */
export const OUTLINED_PIXELS = 7;
const MOST_RINGS = 200;
/** A cell of the area is a few components wide, and the area of a whole plant has some thousand cells. */
const CELL_COMPONENTS = 4;
const CELLS_ACROSS = 100;

/** Metres east and north of the plant's origin. */
export type PlanePoint = readonly [x: number, y: number];

/** Selected components; of very many every n-th. */
export const markedRowsAtom = atom((get): readonly ComponentRow[] => {
  const chosen = get(selectionAtom);
  const bytes = chosen && get(rowFlagsAtom).of(chosen.component_type);
  if (!bytes) return [];
  const { component_type } = chosen;
  const stride = Math.ceil(chosen.count / MOST_RINGS);
  const rows: ComponentRow[] = [];
  let seen = 0;
  for (let row = 0; row < bytes.length; row += 1) {
    if ((bytes[row]! & SELECTED) === 0) continue;
    if (seen % stride === 0) rows.push({ component_type, row });
    seen += 1;
  }
  return rows;
});

/** The middles of selected components; of very many every n-th. */
export const selectedCentresAtom = atom((get): readonly PlanePoint[] => {
  const rows = get(markedRowsAtom);
  const level = rows[0] && levelOf(get(levelsAtom), rows[0].component_type);
  if (!level) return [];
  const { centreX, centreY } = level.geometry;
  return rows.map(({ row }): PlanePoint => [centreX[row]!, centreY[row]!]);
});

/** The area of very many selected components; empty for few. */
export const selectedAreaAtom = atom((get): readonly CellBox[] => {
  const chosen = get(selectionAtom);
  const level = chosen && levelOf(get(levelsAtom), chosen.component_type);
  if (!level?.mesh || !chosen || chosen.count <= MOST_RINGS) return [];
  const [west, south, east, north] = level.mesh.extent;
  const across = Math.max(east - west, north - south) / CELLS_ACROSS;
  const cell = Math.max(level.mesh.size * CELL_COMPONENTS, across);
  const { centreX: x, centreY: y } = level.geometry;
  return cellArea({ x, y }, get(selectedRowsAtom), cell);
});

/** The middle of the open component; null where none is open. */
export const openedCentreAtom = atom((get): PlanePoint | null => {
  const component = get(openRowAtom);
  const level = component && levelOf(get(levelsAtom), component.component_type);
  if (!level) return null;
  const { centreX, centreY } = level.geometry;
  return [centreX[component.row]!, centreY[component.row]!];
});

/** A function that returns true while components of the type are too small for an outline of their own on the map. */
const isSmallAtom = atom((get) => {
  const origin = get(sceneAtom)?.origin;
  const zoom = get(cameraAtom)?.zoom;
  const levels = get(levelsAtom);
  return (type: ComponentType | undefined): boolean => {
    const size = type && levelOf(levels, type)?.mesh?.size;
    if (!origin || size === undefined || zoom === undefined) return false;
    return size / metresPerPixel(zoom, origin) < OUTLINED_PIXELS;
  };
});

type SelectedMarks = { readonly rings: readonly PlanePoint[]; readonly area: readonly CellBox[] };

/** A ring each for few small ones, the area for very many, nothing where they have outlines of their own. */
export const selectedMarksAtom = atom((get): SelectedMarks => {
  if (!get(isSmallAtom)(get(selectionAtom)?.component_type)) return { rings: [], area: [] };
  const area = get(selectedAreaAtom);
  return { rings: area.length === 0 ? get(selectedCentresAtom) : [], area };
});
