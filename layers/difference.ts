// What became of every component between two surveys: worse, same, better, cannot tell.
import { ComponentMeshLayer } from "../src/map/component-mesh/component-mesh-layer.ts";
import { defineLayer } from "../src/map/layer.ts";
import { shownLevels } from "../src/map/component/scene-levels.ts";
import type { Scene } from "../src/map/scene.ts";

const compared = ({ compare }: Scene) =>
  compare?.mode === "difference" ? compare.difference : null;

export const difference = defineLayer({
  id: "difference",
  name: "layer:difference",
  visible: true,
  opacity: 1,
  available: (scene) => compared(scene) !== null,
  build(scene, opacity) {
    const column = compared(scene);
    if (!column) return [];
    return shownLevels(scene, column).map(
      ({ level, mesh, values, colouring, detail }) =>
        new ComponentMeshLayer({
          id: `difference-${level.type}`,
          opacity,
          origin: scene.origin,
          mesh,
          values,
          colouring,
          detail,
          mask: level.marks ? { bytes: level.marks, version: scene.markVersion } : null,
          hoveredRow: scene.hovered?.component_type === level.type ? scene.hovered.row : -1,
          pattern: scene.pattern,
        }),
    );
  },
});
