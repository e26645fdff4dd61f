// What stands for components that are too small to draw: collectors for tubes, trackers for modules.
import { atom } from "jotai";
import type { Aggregate } from "../../domain/column/aggregate.ts";
import type { ComponentType } from "../../domain/component/component.ts";
import { perPlant } from "../shell/lifetime.ts";
import { shownOpacityAtom } from "./layer.ts";

/** The parents that the map draws in place of the key figure's components. */
export type DrawnBars = {
  readonly component_type: ComponentType;
  /** The key figure's components, for which they stand. */
  readonly part_type: ComponentType;
  readonly aggregate: Aggregate;
  /** The bars show how the parts changed between two analyses. */
  readonly isChange?: true;
  /** The values are kinds without an order: `graded` where they have severities, as fault types do. */
  readonly kinds?: "graded" | "plain";
  /** The fewest and the most parts of one bar. */
  readonly parts: readonly [least: number, most: number];
  /** Bars in view with a value, and without one because no part was measured. */
  readonly count: number;
  readonly missing: number;
  /** Bars in view all of whose measured parts are filtered out; null without filters. */
  readonly filtered: number | null;
  /** Bars in view by class number or by severity, as they are drawn; null where a ramp colours them. */
  readonly classes: ArrayLike<number> | null;
  /** Bars in view that are not painted because fewer than a tenth of their measured parts pass the filters. */
  readonly few: number;
  /** Parts in view that need action now and are in a bar of another severity; drawn as dots where their layer is shown. */
  readonly dots: number;
  /** Parts in view that pass the filters and are in a bar that is not painted; drawn as the others. */
  readonly fewDots: number;
};

/** The map writes it; null while the key figure's own components are drawn. */
export const drawnBarsAtom = perPlant<DrawnBars | null>(null);

/** Whether the layer of the dots is drawn. */
export const areDotsShownAtom = atom((get) => get(shownOpacityAtom)("urgent_dots") > 0);
