// The outline of the plant.
import { GeoJsonLayer } from "@deck.gl/layers";
import { atom } from "jotai";
import { mapInks } from "../src/domain/colour/palette.ts";
import { defineLayer } from "../src/map/layer.ts";
import { plantAtom } from "../src/state/plant/plant.ts";
import { valueOf } from "../src/state/shell/loaded.ts";

type Area = GeoJSON.Polygon | GeoJSON.MultiPolygon;
const areaAtom = atom((get) => (valueOf(get(plantAtom))?.area ?? null) as Area | null);

export const plantArea = defineLayer({
  id: "plant_area",
  name: "layer:plant_area",
  group: "plant",
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
      getFillColor: [...mapInks[scheme].area],
      getLineColor: [...mapInks[scheme].outline],
      getLineWidth: 1.5,
      lineWidthUnits: "pixels",
      updateTriggers: { getFillColor: scheme, getLineColor: scheme },
    }),
  ],
});
