// Selected components that are too small for an outline: rings around few, a tint over many; a ring around the
// open one.
import { ScatterplotLayer, SolidPolygonLayer } from "@deck.gl/layers";
import type { Layer } from "@deck.gl/core";
import { atom } from "jotai";
import { mapInks, signalInks } from "../src/domain/colour/palette.ts";
import { planeAt } from "../src/domain/geometry/plane.ts";
import { placesBounds } from "../src/domain/geometry/place-bounds.ts";
import {
  openedCentreAtom,
  selectedCentresAtom,
  selectedMarksAtom,
  type PlanePoint,
} from "../src/map/component/selected-marks.ts";
import { defineLayer } from "../src/map/layer.ts";
import { sceneAtom } from "../src/map/scene.ts";

/** The colours below stay readable. */
const TINT_ALPHA = 90;

/** Longitude, latitude in degrees. */
type Position = [number, number];
type Ring = { readonly position: Position; readonly open: boolean };

type Tint = readonly Position[];

const selectionRingsAtom = atom((get) => {
  const origin = get(sceneAtom)?.origin;
  const selected = get(selectedCentresAtom);
  const open = get(openedCentreAtom);
  if (!origin || (selected.length === 0 && !open)) return null;
  const { toLonLat } = planeAt(origin);
  const placed = ([x, y]: PlanePoint): Position => toLonLat(x, y);
  const marks = get(selectedMarksAtom);
  const rings: Ring[] = marks.rings.map((one) => ({ position: placed(one), open: false }));
  if (open) rings.push({ position: placed(open), open: true });
  const tint = marks.area.map(([left, lower, right, upper]): Tint => [
    toLonLat(left, lower),
    toLonLat(right, lower),
    toLonLat(right, upper),
    toLonLat(left, upper),
  ]);
  return { rings, tint, positions: (open ? [...selected, open] : selected).map(placed) };
});

export const selection = defineLayer({
  id: "selection",
  name: "layer:selection",
  group: "results",
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
    return placesBounds(positions);
  },
});
