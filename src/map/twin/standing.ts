// Where components stand in 3D, as they are drawn.
import { atom } from "jotai";
import { ancestorTypesOf } from "../../domain/component/component.ts";
import type { ComponentRow } from "../../domain/component/hierarchy.ts";
import { middleOfOutline, solidOutline, type Edge } from "../../domain/twin-view/solid-outline.ts";
import { groundAtom } from "../../state/map/ground.ts";
import { dimensionsAtom, poseAtom } from "../../state/map/space.ts";
import { levelOf, levelsAtom } from "../component/level.ts";
import { OUTLINED_PIXELS } from "../component/selected-marks.ts";
import { pixelsAt, restingViewAtom } from "./resting-view.ts";
import type { Point3 } from "./twin-camera.ts";

export type Standing = {
  /** Around its face. */
  readonly edges: readonly Edge[];
  readonly middle: Point3;
  /** Too small for an outline of its own where the camera rests. A far one is, though the middle of the view is near. */
  readonly isSmall: boolean;
};

/** A function that returns how a component stands; null for one that is not there, or whose plant is not known yet. */
export const standingAtom = atom((get) => {
  const [levels, pose, view] = [get(levelsAtom), get(poseAtom), get(restingViewAtom)];
  const [surface, dimensions] = [get(groundAtom), get(dimensionsAtom)];
  return ({ component_type, row }: ComponentRow): Standing | null => {
    const level = levelOf(levels, component_type);
    if (!level || !pose || !view || row >= level.geometry.count) return null;
    const [parent] = ancestorTypesOf(component_type);
    const above = parent && levelOf(levels, parent)?.geometry;
    const ground = surface ? { ground: surface.at } : {};
    const edges = solidOutline(
      { geometry: level.geometry, above, pose, dimensions, ...ground },
      row,
    );
    const middle = middleOfOutline(edges);
    if (!middle) return null;
    const pixels = pixelsAt(view, middle, level.mesh?.size ?? 0);
    return { edges, middle, isSmall: pixels === null || pixels < OUTLINED_PIXELS };
  };
});
