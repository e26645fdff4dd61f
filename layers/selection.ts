// Selected components that are too small for an outline: rings around few, a tint over many; a ring around the
// open one.
import { ScatterplotLayer, SolidPolygonLayer } from "@deck.gl/layers";
import type { Layer } from "@deck.gl/core";
import { atom } from "jotai";
import { mapInks, signalInks } from "../src/domain/colour/palette.ts";
import { cellArea } from "../src/domain/geometry/cell-area.ts";
import { planeAt } from "../src/domain/geometry/plane.ts";
import { levelOf, levelsAtom, rowFlagsAtom } from "../src/map/component/level.ts";
import { metresPerPixel } from "../src/map/component/projection.ts";
import { defineLayer } from "../src/map/layer.ts";
import { sceneAtom } from "../src/map/scene.ts";
import { cameraAtom } from "../src/state/map/view.ts";
import { openRowAtom } from "../src/state/plant/component.ts";
import { SELECTED } from "../src/state/plant/row-flag.ts";
import { selectedRowsAtom, selectionAtom } from "../src/state/plant/selection.ts";

/** From this size on the component's own outline is visible. */
const OUTLINED_PIXELS = 7;
const MOST_RINGS = 200;
/** A cell of the tint is a few components wide, and the tint of a whole plant has some thousand cells. */
const CELL_COMPONENTS = 4;
const CELLS_ACROSS = 100;

/** The colours below stay readable. */
const TINT_ALPHA = 90;

/** Longitude, latitude in degrees. */
type Position = [number, number];
type Ring = { readonly position: Position; readonly open: boolean };

/** Centres of selected rows; of very many every n-th. */
const selectedAtom = atom((get): readonly Position[] => {
  const origin = get(sceneAtom)?.origin;
  const chosen = get(selectionAtom);
  const level = chosen && levelOf(get(levelsAtom), chosen.component_type);
  const bytes = chosen && get(rowFlagsAtom).of(chosen.component_type);
  if (!origin || !level || !bytes) return [];
  const { centreX, centreY } = level.geometry;
  const plane = planeAt(origin);
  const stride = Math.ceil(chosen.count / MOST_RINGS);
  const positions: Position[] = [];
  let seen = 0;
  for (let row = 0; row < bytes.length; row += 1) {
    if ((bytes[row]! & SELECTED) === 0) continue;
    if (seen % stride === 0) positions.push(plane.toLonLat(centreX[row]!, centreY[row]!));
    seen += 1;
  }
  return positions;
});

type Tint = readonly Position[];

/** The area of very many selected components, as polygons. */
const tintAtom = atom((get): readonly Tint[] => {
  const origin = get(sceneAtom)?.origin;
  const chosen = get(selectionAtom);
  const level = chosen && levelOf(get(levelsAtom), chosen.component_type);
  if (!origin || !level?.mesh || !chosen || chosen.count <= MOST_RINGS) return [];
  const [west, south, east, north] = level.mesh.extent;
  const across = Math.max(east - west, north - south) / CELLS_ACROSS;
  const cell = Math.max(level.mesh.size * CELL_COMPONENTS, across);
  const { centreX: x, centreY: y } = level.geometry;
  const { toLonLat } = planeAt(origin);
  return cellArea({ x, y }, get(selectedRowsAtom), cell).map(([left, lower, right, upper]) => [
    toLonLat(left, lower),
    toLonLat(right, lower),
    toLonLat(right, upper),
    toLonLat(left, upper),
  ]);
});

const openedAtom = atom((get): Position | null => {
  const origin = get(sceneAtom)?.origin;
  const component = get(openRowAtom);
  const level = component && levelOf(get(levelsAtom), component.component_type);
  if (!origin || !level) return null;
  const { centreX, centreY } = level.geometry;
  return planeAt(origin).toLonLat(centreX[component.row]!, centreY[component.row]!);
});

/** True while the selected components are too small for an outline of their own. */
const isSmallAtom = atom((get): boolean => {
  const origin = get(sceneAtom)?.origin;
  const zoom = get(cameraAtom)?.zoom;
  const type = get(selectionAtom)?.component_type;
  const size = type && levelOf(get(levelsAtom), type)?.mesh?.size;
  if (!origin || size === undefined || zoom === undefined) return false;
  return size / metresPerPixel(zoom, origin) < OUTLINED_PIXELS;
});

const selectionRingsAtom = atom((get) => {
  const selected = get(selectedAtom);
  const open = get(openedAtom);
  if (selected.length === 0 && !open) return null;
  const isSmall = get(isSmallAtom);
  const tint = isSmall ? get(tintAtom) : [];
  const small = isSmall && tint.length === 0 ? selected : [];
  const rings: Ring[] = small.map((position) => ({ position, open: false }));
  if (open) rings.push({ position: open, open: true });
  return { rings, tint, positions: open ? [...selected, open] : selected };
});

export const selection = defineLayer({
  id: "selection",
  name: "layer:selection",
  visible: true,
  opacity: 1,
  inSpace: true,
  data: selectionRingsAtom,
  build({ rings, tint }, { scheme }, opacity) {
    const layers: Layer[] = [];
    if (tint.length > 0) {
      layers.push(
        new SolidPolygonLayer<Tint>({
          id: "selection-tint",
          data: tint,
          opacity,
          getPolygon: (ring) => ring as Position[],
          getFillColor: [...signalInks.open.slice(0, 3), TINT_ALPHA] as [
            number,
            number,
            number,
            number,
          ],
        }),
      );
    }
    if (rings.length === 0) return layers;
    layers.push(
      new ScatterplotLayer<Ring>({
        id: "selection",
        data: rings,
        opacity,
        filled: false,
        stroked: true,
        getPosition: ({ position }) => position,
        getLineColor: ({ open }) => [...(open ? signalInks.open : mapInks[scheme].ring)],
        radiusUnits: "pixels",
        getRadius: ({ open }) => (open ? 9 : 5),
        lineWidthUnits: "pixels",
        getLineWidth: ({ open }) => (open ? 2.5 : 1.5),
        updateTriggers: { getLineColor: scheme },
      }),
    );
    return layers;
  },
  bounds({ positions }) {
    const lons = positions.map(([lon]) => lon);
    const lats = positions.map(([, lat]) => lat);
    return [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)];
  },
});
