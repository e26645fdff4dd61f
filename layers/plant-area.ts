// The outline of the plant.
import { GeoJsonLayer } from "@deck.gl/layers";
import { atom } from "jotai";
import { defineLayer } from "../src/map/layer.ts";
import { plantAtom } from "../src/state/plant/plant.ts";
import { valueOf } from "../src/state/shell/loaded.ts";

const line = { light: [60, 72, 88, 200], dark: [178, 190, 205, 190] } as const;
const fill = { light: [60, 72, 88, 14], dark: [178, 190, 205, 12] } as const;

type Area = GeoJSON.Polygon | GeoJSON.MultiPolygon;
const areaAtom = atom((get) => (valueOf(get(plantAtom))?.area ?? null) as Area | null);

export const plantArea = defineLayer({
  id: "plant_area",
  name: "layer:plant_area",
  visible: true,
  opacity: 1,
  data: areaAtom,
  build: (area, { scheme }, opacity) => [
    new GeoJsonLayer({
      id: "plant_area",
      data: area,
      opacity,
      stroked: true,
      filled: true,
      getFillColor: [...fill[scheme]],
      getLineColor: [...line[scheme]],
      getLineWidth: 1.5,
      lineWidthUnits: "pixels",
      updateTriggers: { getFillColor: scheme, getLineColor: scheme },
    }),
  ],
});
