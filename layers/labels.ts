// Names of components that never cover each other: the largest first, and only where there is room.
import { TextLayer } from "@deck.gl/layers";
import { placeLabels, type PlacedLabel } from "../src/map/component/label-placement.ts";
import { defineLayer } from "../src/map/layer.ts";

const ink = {
  light: { text: [17, 24, 39, 255], halo: [255, 255, 255, 230] },
  dark: { text: [240, 244, 250, 255], halo: [10, 14, 20, 230] },
} as const;

export const labels = defineLayer({
  id: "labels",
  name: "layer:labels",
  visible: true,
  opacity: 1,
  available: ({ levels }) => levels.some(({ names }) => names !== undefined),
  build(scene, opacity) {
    const data = placeLabels(scene);
    if (data.length === 0) return [];
    const { text, halo } = ink[scene.scheme];
    return [
      new TextLayer<PlacedLabel>({
        id: "labels",
        data,
        opacity,
        getText: (label) => label.text,
        getPosition: (label) => label.position,
        getSize: 12,
        getColor: [...text],
        fontFamily: "system-ui, sans-serif",
        fontWeight: 600,
        fontSettings: { sdf: true, fontSize: 48, buffer: 14, radius: 14 },
        outlineWidth: 8,
        outlineColor: [...halo],
        characterSet: "auto",
        updateTriggers: { getColor: scene.scheme },
      }),
    ];
  },
});
