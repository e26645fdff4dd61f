// Names of components that never cover each other: the largest first, and only where there is room.
import { TextLayer } from "@deck.gl/layers";
import { atom } from "jotai";
import { placeLabels, type PlacedLabel } from "../src/map/component/label-placement.ts";
import { levelsAtom } from "../src/map/component/level.ts";
import { defineLayer } from "../src/map/layer.ts";
import { sceneAtom } from "../src/map/scene.ts";
import { cameraAtom, viewBoxAtom } from "../src/state/map/view.ts";

const ink = {
  light: { text: [17, 24, 39, 255], halo: [255, 255, 255, 230] },
  dark: { text: [240, 244, 250, 255], halo: [10, 14, 20, 230] },
} as const;

/** Placed again after every move; the pointer and the selection change none of it. */
const placedAtom = atom((get) => {
  const origin = get(sceneAtom)?.origin;
  const camera = get(cameraAtom);
  const viewBox = get(viewBoxAtom);
  const levels = get(levelsAtom);
  if (!origin || !camera || !viewBox || !levels.some(({ names }) => names)) return null;
  return placeLabels({ origin, camera, viewBox, levels });
});

export const labels = defineLayer({
  id: "labels",
  name: "layer:labels",
  visible: true,
  opacity: 1,
  data: placedAtom,
  build(data, { scheme }, opacity) {
    if (data.length === 0) return [];
    const { text, halo } = ink[scheme];
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
        updateTriggers: { getColor: scheme },
      }),
    ];
  },
});
