// The outline of the plant.
import { GeoJsonLayer } from "@deck.gl/layers";
import { defineLayer } from "../src/map/layer.ts";

const line = { light: [60, 72, 88, 200], dark: [178, 190, 205, 190] } as const;
const fill = { light: [60, 72, 88, 14], dark: [178, 190, 205, 12] } as const;

export const plantArea = defineLayer({
  id: "plant_area",
  name: "layer:plant_area",
  visible: true,
  opacity: 1,
  available: ({ area }) => area !== null,
  build: ({ area, scheme }, opacity) =>
    area
      ? [
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
        ]
      : [],
});
