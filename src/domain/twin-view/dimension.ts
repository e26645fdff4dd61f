// How large the parts of the plant are that its digital twin does not say: settings, each with the usual size.
import { z } from "zod";

/** The least and the largest plausible size. */
export const dimensionLimits = {
  pylon_height_m: [0.5, 20],
  pylon_distance_m: [1, 100],
  focal_length_m: [0.2, 10],
  tube_diameter_mm: [20, 500],
  facets_along: [1, 40],
  facets_across: [1, 12],
  facet_gap_mm: [0, 300],
  sce_gap_m: [0, 3],
  clearance_m: [0, 5],
  panel_thickness_mm: [2, 300],
  module_gap_mm: [0, 300],
  fixed_tilt_deg: [0, 90],
  ground_cover: [0.05, 0.95],
  most_tracker_deg: [5, 90],
} as const;
export type Dimension = keyof typeof dimensionLimits;

const within = (name: Dimension) =>
  z.number().min(dimensionLimits[name][0]).max(dimensionLimits[name][1]);

export const dimensionShape = z.object({
  /** Metres from the ground to the axis of a trough; null: half its aperture and some room. */
  pylon_height_m: within("pylon_height_m").nullable(),
  /** Metres between two pylons or posts. */
  pylon_distance_m: within("pylon_distance_m"),
  /** Metres from the vertex of the parabola to the tube; null: in the proportion of the EuroTrough. */
  focal_length_m: within("focal_length_m").nullable(),
  /** Of the glass tube. */
  tube_diameter_mm: within("tube_diameter_mm"),
  /** Mirror facets of an SCE along its axis, where the digital twin has no mirrors. */
  facets_along: within("facets_along").int(),
  /** Mirror facets of an SCE across its aperture, where the digital twin has no mirrors. */
  facets_across: within("facets_across").int(),
  /** Between two mirrors of an SCE; at least so much where the digital twin has mirrors. */
  facet_gap_mm: within("facet_gap_mm"),
  /** Metres without mirrors between two SCEs at least. */
  sce_gap_m: within("sce_gap_m"),
  /** Metres from the ground to the lower edge of a table, or of a trough without a pylon height. */
  clearance_m: within("clearance_m"),
  panel_thickness_mm: within("panel_thickness_mm"),
  /** Between two modules of a table at least. */
  module_gap_mm: within("module_gap_mm"),
  /** Tilt of fixed tables; null: the plant's module inclination, else the usual tilt. */
  fixed_tilt_deg: within("fixed_tilt_deg").nullable(),
  /** Widths of the modules over the distance of the rows; trackers turn back by it. */
  ground_cover: within("ground_cover"),
  /** Degrees that trackers turn at most. */
  most_tracker_deg: within("most_tracker_deg"),
});
export type Dimensions = z.infer<typeof dimensionShape>;

export const dimensionChangesShape = dimensionShape.partial();

/** The words `plant-settings:dimension.source` say where each comes from. */
export const dimensionDefaults: Dimensions = {
  pylon_height_m: null,
  pylon_distance_m: 12,
  focal_length_m: null,
  tube_diameter_mm: 125,
  facets_along: 7,
  facets_across: 4,
  facet_gap_mm: 15,
  sce_gap_m: 0.2,
  clearance_m: 0.5,
  panel_thickness_mm: 40,
  module_gap_mm: 20,
  fixed_tilt_deg: null,
  ground_cover: 0.4,
  most_tracker_deg: 60,
};

/** Settings that only one technology has. */
export const dimensionOf: Partial<Record<Dimension, "photovoltaic" | "parabolic_trough">> = {
  pylon_height_m: "parabolic_trough",
  focal_length_m: "parabolic_trough",
  tube_diameter_mm: "parabolic_trough",
  facets_along: "parabolic_trough",
  facets_across: "parabolic_trough",
  facet_gap_mm: "parabolic_trough",
  sce_gap_m: "parabolic_trough",
  panel_thickness_mm: "photovoltaic",
  module_gap_mm: "photovoltaic",
  fixed_tilt_deg: "photovoltaic",
  ground_cover: "photovoltaic",
  most_tracker_deg: "photovoltaic",
};

/** The defaults with what the plant has of its own. */
export function dimensionsWith(own: Partial<Dimensions> | null): Dimensions {
  return { ...dimensionDefaults, ...own };
}
