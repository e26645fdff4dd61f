// Where the context menu is open: at a component, or at a point on the ground.
import type { LonLat } from "../../domain/geometry/plane.ts";
import type { ComponentRow } from "../plant/component/selection.ts";
import { perPlant } from "../shell/lifetime.ts";

export type MenuPlace = {
  /** On the page, in CSS pixels. */
  readonly x: number;
  readonly y: number;
  /** Null on the ground. */
  readonly component: ComponentRow | null;
  /** Longitude, latitude in degrees. */
  readonly position: LonLat;
};

/** Null while the menu is closed. */
export const menuPlaceAtom = perPlant<MenuPlace | null>(null);
