// The components, coloured by the key figure; plain where there is none.
import { atom } from "jotai";
import type { ComponentType } from "../src/domain/component/component.ts";
import { mapInks } from "../src/domain/colour/palette.ts";
import { childlessLevels } from "../src/map/component/childless.ts";
import type { ColouredColumn } from "../src/map/component/coloured-column.ts";
import { componentDataAtom, type ComponentData } from "../src/map/component/component-data.ts";
import { levelOf, maskOf, type Level } from "../src/map/component/level.ts";
import { levelsBeside, plainLevels, shownLevels } from "../src/map/component/shown-level.ts";
import {
  ComponentMeshLayer,
  type ComponentMeshLayerProps,
} from "../src/map/component-mesh/component-mesh-layer.ts";
import { defineLayer } from "../src/map/layer.ts";
import type { Scene } from "../src/map/scene.ts";
import { patternAtom } from "../src/state/map/detail.ts";

type Drawn = {
  readonly components: ComponentData;
  readonly pattern: boolean;
};

const drawnAtom = atom((get): Drawn | null => {
  const components = get(componentDataAtom);
  if (!components) return null;
  const { comparison } = components;
  // The layer `difference` draws them then.
  if (comparison?.mode === "difference" && comparison.difference) return null;
  return { components, pattern: get(patternAtom) };
});

/** The map of the other analysis differs in the values alone. */
const besideAtom = atom((get): Drawn | null => {
  const drawn = get(drawnAtom);
  const other = drawn?.components.comparison?.other ?? null;
  return drawn && { ...drawn, components: { ...drawn.components, column: other } };
});

export const components = defineLayer({
  id: "components",
  name: "layer:components",
  group: "results",
  visible: true,
  opacity: 1,
  inSpace: true,
  data: drawnAtom,
  beside: besideAtom,
  build(drawn, scene, opacity) {
    const { levels, column, comparison } = drawn.components;
    // Until the measured level is loaded, the levels above it are drawn.
    if (!column || !levelOf(levels, column.type)?.mesh) {
      return [
        ...childlessLayers(drawn, levels.at(-1)!.type, scene, opacity),
        ...plainLayers(drawn, scene, opacity),
      ];
    }
    const beside = [
      ...childlessLayers(drawn, column.type, scene, opacity),
      ...levelsBesideLayers(drawn, column, scene, opacity),
    ];
    if (comparison?.mode !== "swipe" || !comparison.other) {
      return [...beside, ...coloured(drawn, column, scene, { opacity })];
    }
    // One mesh, two columns, one camera: each side of the line is drawn from its own analysis.
    const { position, other, isOtherOlder } = comparison;
    const [left, right]: Span[] = [
      [0, position],
      [position, 1],
    ];
    return [
      ...beside,
      ...coloured(drawn, other, scene, {
        opacity,
        swipe: isOtherOlder ? left : right,
        side: "other",
      }),
      ...coloured(drawn, column, scene, { opacity, swipe: isOtherOlder ? right : left }),
    ];
  },
});

type Span = readonly [from: number, to: number];
type Side = {
  readonly opacity: number;
  readonly swipe?: Span;
  readonly side?: string;
};

function coloured(
  drawn: Drawn,
  column: ColouredColumn,
  scene: Scene,
  { opacity, swipe = [0, 1], side = "this" }: Side,
): ComponentMeshLayer[] {
  return shownLevels(drawn.components, column, scene.minPixels).map(
    ({ level, mesh, values, colouring, detail }) =>
      new ComponentMeshLayer({
        ...commonProps(drawn, level, scene),
        id: `components-${level.type}-${side}`,
        opacity,
        mesh,
        values,
        colouring,
        detail,
        swipe,
        missingColor: mapInks[scene.scheme].missing,
      }),
  );
}

/** Without a key figure the finest level that is large enough is drawn. */
function plainLayers(drawn: Drawn, scene: Scene, opacity: number): ComponentMeshLayer[] {
  return plainLevels(drawn.components.levels, scene.minPixels).flatMap(({ level, detail }) =>
    level.mesh
      ? [
          new ComponentMeshLayer({
            ...commonProps(drawn, level, scene),
            id: `components-${level.type}-plain`,
            opacity,
            mesh: level.mesh,
            detail,
            missingColor: mapInks[scene.scheme].component,
          }),
        ]
      : [],
  );
}

/** Mirrors beside coloured tubes: not measured, but drawn at large scales. */
function levelsBesideLayers(
  drawn: Drawn,
  column: ColouredColumn,
  scene: Scene,
  opacity: number,
): ComponentMeshLayer[] {
  return levelsBeside(drawn.components, column).flatMap((level) =>
    level.mesh
      ? [
          new ComponentMeshLayer({
            ...commonProps(drawn, level, scene),
            id: `components-${level.type}-beside`,
            opacity: opacity * 0.35,
            mesh: level.mesh,
            detail: [0, level.mesh.size / scene.minPixels],
            missingColor: mapInks[scene.scheme].component,
          }),
        ]
      : [],
  );
}

/** Trackers without modules: nothing to measure, but part of the plant. */
function childlessLayers(
  drawn: Drawn,
  finest: ComponentType,
  scene: Scene,
  opacity: number,
): ComponentMeshLayer[] {
  return childlessLevels(drawn.components, finest, scene.minPixels).map(
    ({ level, mesh, mask, detail }) =>
      new ComponentMeshLayer({
        ...commonProps(drawn, level, scene),
        id: `components-${level.type}-childless`,
        opacity: opacity * 0.5,
        mesh,
        mask,
        filteredAlpha: 0,
        detail,
        missingColor: mapInks[scene.scheme].component,
      }),
  );
}

function commonProps(
  { components: { rowFlags }, pattern }: Drawn,
  level: Level,
  { origin, scheme }: Scene,
): Pick<ComponentMeshLayerProps, "origin" | "mask" | "selectColor" | "pattern"> {
  return {
    origin,
    mask: maskOf(rowFlags, level.type),
    selectColor: mapInks[scheme].ring,
    pattern,
  };
}
