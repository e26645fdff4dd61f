// The components: coloured by the key figure, or plain where there is none.
import {
  ComponentMeshLayer,
  type ComponentMeshLayerProps,
} from "../src/map/component-mesh/component-mesh-layer.ts";
import { defineLayer } from "../src/map/layer.ts";
import { levelsBeside, plainLevels, shownLevels } from "../src/map/component/scene-levels.ts";
import { levelOf, type Scene, type SceneColumn, type SceneLevel } from "../src/map/scene.ts";

const plain = { light: [148, 160, 176, 235], dark: [92, 106, 124, 235] } as const;
const missing = { light: [176, 184, 194, 150], dark: [84, 94, 106, 150] } as const;
const selected = { light: [17, 24, 39, 255], dark: [255, 255, 255, 255] } as const;

export const components = defineLayer({
  id: "components",
  name: "layer:components",
  visible: true,
  opacity: 1,
  available: (scene) => scene.levels.length > 0,
  build(scene, opacity) {
    const { column, compare } = scene;
    if (compare?.mode === "difference" && compare.difference) return [];
    // Until the measured level is here, the levels above it stand for the plant.
    if (!column || !levelOf(scene, column.type)?.mesh) return plainLayers(scene, opacity);
    if (compare?.mode !== "swipe" || !compare.other) {
      return [...siblings(scene, column, opacity), ...coloured(scene, column, opacity, [0, 1])];
    }
    // One mesh, two columns, one camera: each side of the line is drawn from its own survey.
    const { position, other } = compare;
    return [
      ...siblings(scene, column, opacity),
      ...coloured(scene, other, opacity, [0, position], "other"),
      ...coloured(scene, column, opacity, [position, 1]),
    ];
  },
});

function coloured(
  scene: Scene,
  column: SceneColumn,
  opacity: number,
  swipe: readonly [number, number],
  side = "this",
): ComponentMeshLayer[] {
  return shownLevels(scene, column).map(
    ({ level, mesh, values, colouring, detail }) =>
      new ComponentMeshLayer({
        ...shared(scene, level, opacity),
        id: `components-${level.type}-${side}`,
        mesh,
        values,
        colouring,
        detail,
        swipe,
        missingColor: missing[scene.scheme],
      }),
  );
}

/** Without a key figure the finest level that is large enough stands for the plant. */
function plainLayers(scene: Scene, opacity: number): ComponentMeshLayer[] {
  return plainLevels(scene).flatMap(({ level, detail }) =>
    level.mesh
      ? [
          new ComponentMeshLayer({
            ...shared(scene, level, opacity),
            id: `components-${level.type}-plain`,
            mesh: level.mesh,
            detail,
            missingColor: plain[scene.scheme],
          }),
        ]
      : [],
  );
}

/** Mirrors beside coloured tubes: not measured, but part of the picture once near enough. */
function siblings(scene: Scene, column: SceneColumn, opacity: number): ComponentMeshLayer[] {
  return levelsBeside(scene, column).flatMap((level) =>
    level.mesh
      ? [
          new ComponentMeshLayer({
            ...shared(scene, level, opacity * 0.35),
            id: `components-${level.type}-beside`,
            mesh: level.mesh,
            detail: [0, level.mesh.size / scene.leastPixels],
            missingColor: plain[scene.scheme],
          }),
        ]
      : [],
  );
}

function shared(
  scene: Scene,
  level: SceneLevel,
  opacity: number,
): Pick<ComponentMeshLayerProps, "origin" | "mask" | "hoveredRow" | "selectColor" | "pattern"> & {
  opacity: number;
} {
  const { hovered, opened } = scene;
  const ringed = hovered?.component_type === level.type ? hovered : opened;
  return {
    opacity,
    origin: scene.origin,
    mask: level.marks ? { bytes: level.marks, version: scene.markVersion } : null,
    hoveredRow: ringed?.component_type === level.type ? ringed.row : -1,
    selectColor: selected[scene.scheme],
    pattern: scene.pattern,
  };
}
