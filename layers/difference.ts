// The change of every component between two analyses: worse, same, better, unknown.
import { atom } from "jotai";
import { componentDataAtom } from "../src/map/component/component-data.ts";
import { drawnParts } from "../src/map/component/drawn-column.ts";
import {
  childlessLayers,
  colouredLayers,
  levelsBesideLayers,
  type DrawnComponents,
} from "../src/map/component-mesh/plain-layer.ts";
import { defineLayer } from "../src/map/layer.ts";
import { patternAtom } from "../src/state/map/detail.ts";

const ID = "difference";

const differenceAtom = atom((get): DrawnComponents | null => {
  const components = get(componentDataAtom);
  const comparison = components?.comparison;
  if (!components || comparison?.mode !== "difference" || !comparison.difference) return null;
  return { id: ID, components, pattern: get(patternAtom) };
});

export const difference = defineLayer({
  id: ID,
  name: "layer:difference",
  group: "results",
  visible: true,
  opacity: 1,
  inSpace: true,
  data: differenceAtom,
  build: (drawn, scene, opacity) =>
    drawnParts(drawn.components).flatMap((part) =>
      part.column
        ? [
            ...childlessLayers(drawn, part.column.type, scene, opacity),
            ...levelsBesideLayers(drawn, part.column, scene, opacity),
            ...colouredLayers(drawn, part, part.column, scene, opacity),
          ]
        : [],
    ),
});
