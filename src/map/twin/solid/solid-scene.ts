// What a frame of the 3D view shows.
import type { Dimensions } from "../../../domain/twin-view/dimension.ts";
import type { GroundSurface } from "../../../domain/twin-view/ground-surface.ts";
import type { PoseInput } from "../../../domain/twin-view/pose.ts";
import type { Placed } from "../twin-camera.ts";
import type { DrawnLevel } from "./drawn-level.ts";

/** Red, green, blue, opacity from 0 to 1. */
export type Ink = readonly [number, number, number, number];

export type SolidScene = {
  readonly levels: readonly DrawnLevel[];
  readonly pose: PoseInput;
  readonly dimensions: Dimensions;
  /** Null for flat ground. */
  readonly ground: GroundSurface | null;
  readonly placed: Placed;
  /** Metres per pixel one metre before the eye. */
  readonly perPixelAt1: number;
  /** Of the view: its width by its height. */
  readonly aspect: number;
  /** Towards the sun; east, north, up. */
  readonly sun: readonly [number, number, number];
  readonly inks: {
    readonly missing: Ink;
    readonly select: Ink;
    readonly ground: Ink;
    /** The sky at the horizon, which far ground takes on, and straight above. */
    readonly horizon: Ink;
    readonly zenith: Ink;
  };
  /** Of the components, 0 to 1: nothing shines through a solid, so they fade to the ground's colour. */
  readonly opacity: number;
  /** Patterns for severity beside the colours. */
  readonly pattern: boolean;
  /** The components throw shadows on the ground; they keep the colours of the legend themselves. */
  readonly shadows: boolean;
};
