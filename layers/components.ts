// The components, coloured by the key figure; plain where there is none.
import { atom } from "jotai";
import { componentDataAtom } from "../src/map/component/component-data.ts";
import { drawnParts } from "../src/map/component/drawn-column.ts";
import { levelOf } from "../src/map/component/level.ts";
import {
  childlessLayers,
  colouredLayers,
  levelsBesideLayers,
  plainLayers,
  type DrawnComponents,
} from "../src/map/component-mesh/plain-layer.ts";
import { defineLayer } from "../src/map/layer.ts";
import { patternAtom } from "../src/state/map/detail.ts";

const ID = "components";

const drawnAtom = atom((get): DrawnComponents | null => {
  const components = get(componentDataAtom);
  if (!components) return null;
  const { comparison } = components;
  // The layer `difference` draws them then.
  if (comparison?.mode === "difference" && comparison.difference) return null;
  return { id: ID, components, pattern: get(patternAtom) };
});

/** The map of the other analysis differs in the values alone. */
const besideAtom = atom((get): DrawnComponents | null => {
  const drawn = get(drawnAtom);
  const other = drawn?.components.comparison?.other ?? null;
  return drawn && { ...drawn, components: { ...drawn.components, column: other } };
});

export const components = defineLayer({
  id: ID,
  name: "layer:components",
  group: "results",
  visible: true,
  opacity: 1,
  inSpace: true,
  data: drawnAtom,
  beside: besideAtom,
  build(drawn, scene, opacity) {
    const { levels } = drawn.components;
    // One mesh, two columns, one camera: each side of the swipe is drawn from its own analysis.
    const parts = drawnParts(drawn.components).map((part) => ({
      ...part,
      // Until the measured level is loaded, the levels above it are drawn.
      column: part.column && levelOf(levels, part.column.type)?.mesh ? part.column : null,
    }));
    const column = parts.find((part) => part.column !== null)?.column ?? null;
    return [
      ...childlessLayers(drawn, column?.type ?? levels.at(-1)!.type, scene, opacity),
      ...(column ? levelsBesideLayers(drawn, column, scene, opacity) : []),
      ...parts.flatMap((part) =>
        part.column
          ? colouredLayers(drawn, part, part.column, scene, opacity)
          : plainLayers(drawn, part, scene, opacity),
      ),
    ];
  },
});
