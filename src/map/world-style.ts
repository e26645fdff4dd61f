// The style of the world map: Natural Earth's land and borders, shipped, so that it is never blank
// without a network. Natural Earth is in the public domain (naturalearthdata.com).
import { feature, mesh } from "topojson-client";
import type { StyleSpecification } from "maplibre-gl";
import type { GeometryCollection, Topology } from "topojson-specification";
import countries from "world-atlas/countries-50m.json";

const colours = {
  light: { sea: "#e6eaef", land: "#f8f9fa", border: "#cdd3db", coast: "#b6bfca" },
  dark: { sea: "#0b0e12", land: "#1a1f26", border: "#323a45", coast: "#414b58" },
};

/** The style for a light or dark page. */
export function worldStyle(isDark: boolean): StyleSpecification {
  const colour = colours[isDark ? "dark" : "light"];
  const topology = countries as unknown as Topology<{ countries: GeometryCollection }>;
  const objects = topology.objects.countries;
  return {
    version: 8,
    sources: {
      land: { type: "geojson", data: feature(topology, objects) },
      border: { type: "geojson", data: mesh(topology, objects, (a, b) => a !== b) },
    },
    layers: [
      { id: "sea", type: "background", paint: { "background-color": colour.sea } },
      { id: "land", type: "fill", source: "land", paint: { "fill-color": colour.land } },
      {
        id: "coast",
        type: "line",
        source: "land",
        paint: { "line-color": colour.coast, "line-width": 0.6 },
      },
      {
        id: "border",
        type: "line",
        source: "border",
        paint: { "line-color": colour.border, "line-width": 0.6 },
      },
    ],
  };
}
