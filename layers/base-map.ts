// The base map: land, borders and water of Natural Earth, or the style of the settings.
import { atom } from "jotai";
import { defineLayer } from "../src/map/layer.ts";

export const baseMap = defineLayer({
  id: "base_map",
  name: "layer:base_map",
  group: "plant",
  visible: true,
  opacity: 1,
  base: true,
  // MapLibre draws it; the map canvas reads visibility and opacity.
  data: atom(null),
  build: () => [],
});
