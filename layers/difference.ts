// The change of every component between two analyses: worse, same, better, unknown.
import { atom } from "jotai";
import { componentDataAtom } from "../src/map/component/component-data.ts";
import { maskOf } from "../src/map/component/level.ts";
import { shownLevels } from "../src/map/component/shown-level.ts";
import { ComponentMeshLayer } from "../src/map/component-mesh/component-mesh-layer.ts";
import { defineLayer } from "../src/map/layer.ts";
import { patternAtom } from "../src/state/map/detail.ts";

const differenceAtom = atom((get) => {
  const components = get(componentDataAtom);
  const comparison = components?.comparison;
  if (!components || comparison?.mode !== "difference" || !comparison.difference) return null;
  const { difference: column } = comparison;
  return { components, column, pattern: get(patternAtom) };
});

export const difference = defineLayer({
  id: "difference",
  name: "layer:difference",
  group: "results",
  visible: true,
  opacity: 1,
  inSpace: true,
  data: differenceAtom,
  build({ components, column, pattern }, { origin, minPixels }, opacity) {
    return shownLevels(components, column, minPixels).map(
      ({ level: { type }, mesh, values, colouring, detail }) =>
        new ComponentMeshLayer({
          id: `difference-${type}`,
          opacity,
          origin,
          mesh,
          values,
          colouring,
          detail,
          mask: maskOf(components.rowFlags, type),
          pattern,
        }),
    );
  },
});
