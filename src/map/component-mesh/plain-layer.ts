// The deck.gl layers of components without colours of a key figure, and what the coloured ones share with them.
import type { ComponentType } from "../../domain/component/component.ts";
import { mapInks } from "../../domain/colour/palette.ts";
import { childlessLevels } from "../component/childless.ts";
import type { ColouredColumn } from "../component/coloured-column.ts";
import type { ComponentData } from "../component/component-data.ts";
import type { DrawnPart } from "../component/drawn-column.ts";
import { maskOf, type Level } from "../component/level.ts";
import { levelsBeside, plainLevels, shownLevels } from "../component/shown-level.ts";
import type { Scene } from "../scene.ts";
import { ComponentMeshLayer, type ComponentMeshLayerProps } from "./component-mesh-layer.ts";

/** What the layers are made of; their ids begin with `id`. */
export type DrawnComponents = {
  readonly id: string;
  readonly components: ComponentData;
  readonly pattern: boolean;
};

/** The components of a column on their part of the map, each level at its scales. */
export function colouredLayers(
  drawn: DrawnComponents,
  { side, span }: Pick<DrawnPart, "side" | "span">,
  column: ColouredColumn,
  scene: Scene,
  opacity: number,
): ComponentMeshLayer[] {
  return shownLevels(drawn.components, column, scene.minPixels).map(
    ({ level, mesh, values, colouring, detail }) =>
      new ComponentMeshLayer({
        ...commonProps(drawn, level, scene),
        id: `${drawn.id}-${level.type}-${side}`,
        opacity,
        mesh,
        values,
        colouring,
        detail,
        swipe: span,
        missingColor: mapInks[scene.scheme].missing,
      }),
  );
}

/** Without a key figure the finest level that is large enough is drawn. */
export function plainLayers(
  drawn: DrawnComponents,
  { side, span }: Pick<DrawnPart, "side" | "span">,
  scene: Scene,
  opacity: number,
): ComponentMeshLayer[] {
  return plainLevels(drawn.components.levels, scene.minPixels).flatMap(({ level, detail }) =>
    level.mesh
      ? [
          new ComponentMeshLayer({
            ...commonProps(drawn, level, scene),
            id: `${drawn.id}-${level.type}-plain-${side}`,
            opacity,
            mesh: level.mesh,
            detail,
            swipe: span,
            missingColor: mapInks[scene.scheme].component,
          }),
        ]
      : [],
  );
}

/** Mirrors beside coloured tubes: not measured, but drawn at large scales. */
export function levelsBesideLayers(
  drawn: DrawnComponents,
  column: ColouredColumn,
  scene: Scene,
  opacity: number,
): ComponentMeshLayer[] {
  return levelsBeside(drawn.components, column).flatMap((level) =>
    level.mesh
      ? [
          new ComponentMeshLayer({
            ...commonProps(drawn, level, scene),
            id: `${drawn.id}-${level.type}-beside`,
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
export function childlessLayers(
  drawn: DrawnComponents,
  finest: ComponentType,
  scene: Scene,
  opacity: number,
): ComponentMeshLayer[] {
  return childlessLevels(drawn.components, finest, scene.minPixels).map(
    ({ level, mesh, mask, detail }) =>
      new ComponentMeshLayer({
        ...commonProps(drawn, level, scene),
        id: `${drawn.id}-${level.type}-childless`,
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
  { components: { rowFlags }, pattern }: DrawnComponents,
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
