// How large the parts of the plant are that its digital twin does not say: settings, each with the usual size.
import { z } from "zod";

const between = (least: number, most: number) => z.number().min(least).max(most);

/** Limits are those of plausible sizes. */
export const dimensionShape = z.object({
  /** Metres from the ground to the axis of a trough; null: half its aperture and some room. */
  pylon_height_m: between(0.5, 20).nullable(),
  /** Metres between two pylons or posts. */
  pylon_distance_m: between(1, 100),
  /** Metres from the vertex of the parabola to the tube; null: in the proportion of the EuroTrough. */
  focal_length_m: between(0.2, 10).nullable(),
  /** Of the glass tube. */
  tube_diameter_mm: between(20, 500),
  /** Metres from the ground to the lower edge of a table, or of a trough without a pylon height. */
  clearance_m: between(0, 5),
  panel_thickness_mm: between(2, 300),
  /** Widths of the modules over the distance of the rows; trackers turn back by it. */
  ground_cover: between(0.05, 0.95),
  /** Degrees that trackers turn at most. */
  most_tracker_deg: between(5, 90),
});
export type Dimensions = z.infer<typeof dimensionShape>;
export type Dimension = keyof Dimensions;

export const dimensionChangesShape = dimensionShape.partial();

/** The words `plant-settings:dimension.source` say where each comes from. */
export const dimensionDefaults: Dimensions = {
  pylon_height_m: null,
  pylon_distance_m: 12,
  focal_length_m: null,
  tube_diameter_mm: 125,
  clearance_m: 0.5,
  panel_thickness_mm: 40,
  ground_cover: 0.4,
  most_tracker_deg: 60,
};

/** Settings that only one technology has. */
export const dimensionOf: Partial<Record<Dimension, "photovoltaic" | "parabolic_trough">> = {
  pylon_height_m: "parabolic_trough",
  focal_length_m: "parabolic_trough",
  tube_diameter_mm: "parabolic_trough",
  panel_thickness_mm: "photovoltaic",
  ground_cover: "photovoltaic",
  most_tracker_deg: "photovoltaic",
};

/** The defaults with what the plant has of its own. */
export function dimensionsWith(own: Partial<Dimensions> | null): Dimensions {
  return { ...dimensionDefaults, ...own };
}
