// The limits and uncertainties of an evaluation, each with its source.

export const evaluationSettings = {
  /**
   * Pixels along the edge of a component that are left out: half the diagonal of a pixel, so that no pixel is
   * partly outside, and half a pixel for the blur of the lens.
   */
  edge_pixels: Math.SQRT1_2 + 0.5,
  /** A component with fewer pixels has no values: the 5 x 5 pixels of IEC TS 62446-3 for a cell are 9 without edges. */
  least_pixels: 9,
  /** Share of a component's pixels that must have a value. */
  least_share: 0.5,
  /** Standard uncertainty of a temperature in K: a camera of +-2 K (IEC TS 62446-3), evenly distributed. */
  camera_k: 2 / Math.sqrt(3),
  /** The part of it in K that differs between two places of one picture (noise, vignetting): our assumption. */
  camera_relative_k: 0.5,
  /** Standard uncertainty of the irradiance, as a share: a class B pyranometer in the plane of the modules. */
  irradiance_share: 0.05,
  /** W/m2. Below it a survey of modules proves nothing (IEC TS 62446-3). */
  least_irradiance: 600,
  /** m/s. With more wind a survey is valid with a note (Raptor Maps: 6.7 m/s). */
  most_wind: 6.7,
  /** Modules nearby whose healthy ones are the reference; more than two strings, so that one cannot hide itself. */
  neighbours: 64,
  /** K over the healthy modules nearby, normalised: open circuit (HI-ERN: Mh, Msh). */
  module_warm_k: 3,
  /** K between a substring and the others, normalised (HI-ERN: Sh; as for an open module: its cells make no power). */
  substring_warm_k: 3,
  /** K of a cell over its module, normalised (Above Surveying: recorded above 4 K). */
  hotspot_k: 4,
  /** K from which a hotspot is strong (HI-ERN: Ze+, Zm+). */
  hotspot_strong_k: 10,
  /** Modules in a row that are warm as a whole: an open string. Our limit, half of a usual string. */
  string_modules: 10,
  /** K below the modules nearby: there is no module, the camera sees the ground or the sky. Our limit. */
  missing_cold_k: 12,
  /** K by which a part of a module is colder where something shades it. Our limit. */
  shade_cold_k: 3,
  /** Least share of a module that a shadow covers. */
  shade_share: 0.08,
  /** K by which an edge is warmer than the opposite half where soil lies, normalised. Our limit. */
  soil_warm_k: 2,
  /** Modules beside each other with the same pattern: it comes from outside, as soil and shadows do. Our limit. */
  band_modules: 4,
  /** Standard deviation of the blur in pixels: a lens in focus. Our assumption; a pilot may know that it was worse. */
  blur_pixels: 0.6,
  /** Side of a cell in metres. */
  cell_m: 0.156,
  /** Of a heat loss by the glass temperature (ASME JSEE 136/011006: 17 to 19 %). */
  heat_loss_share: 0.19,
  /** Standard uncertainty of the wind at a tube, as a share: its collector shelters it. Our assumption. */
  wind_share: 0.3,
  /** Standard uncertainty of the fluid's temperature at a tube in K: a sensor of class B per loop. Our assumption. */
  fluid_k: 2,
  /** The same for all fluids of a survey alike in K, as by a value of another hour. Our assumption. */
  fluid_survey_k: 10,
  /** Of the heat that a tube gives off: what it differs by from tube to tube, as in another wind. Our assumption. */
  repeat_share: 0.02,
  /** Contrast of two colours (0 the same, 1 black and white) from which a pixel belongs to another part. Our limit. */
  odd_contrast: 0.12,
  /** Contrast with those around from which a mirror, a module or the glass of a tube is missing. Our limit. */
  missing_contrast: 0.2,
  /** How much brighter than the tube the line is that glass reflects of the sun. Our limit. */
  line_contrast: 0.08,
  /** Share of a mirror of another colour that is broken, and chipped or corroded at its edge. Our limits. */
  broken_share: 0.25,
  chipped_share: 0.03,
  /** How much brighter soil is: over those around, or towards an edge. Our limit. */
  soil_contrast: 0.05,
  /** How much brighter a bird's dropping is, and the share of a module that counts. Our limits. */
  spot_contrast: 0.2,
  spot_share: 0.003,
  /** Share of the reflectance that is lost per share of light that dust adds. Our assumption, until it is compared with a reflectometer. */
  veil_gain: 0.5,
  /** Standard uncertainty of that gain, as a share. Our assumption. */
  veil_gain_share: 0.3,
  /** Standard uncertainty of a brightness (0 to 1) by light that differs across an image. Our assumption. */
  brightness_error: 0.01,
  /** Intact tubes that are needed as the reference of an analysis. Our limit. */
  least_intact: 12,
  /** Degrees by which a tracker differs from those around: our limits, as of the key figure. */
  tracker_lag_deg: 2,
  tracker_stuck_deg: 5,
  /** Standard uncertainty of a tracker's width in the twin, as a share: up to 2 %, evenly distributed. Our assumption. */
  tracker_width_share: 0.02 / Math.sqrt(3),
  /** mrad by which an SCA misses the sun: 6 cost 2 to 5 % of its energy, at 20 the vertex misses the tube (EuroTrough). */
  tracking_offset_mrad: 6,
  tracking_defocus_mrad: 20,
  /** Standard uncertainty of a camera's place in m: satellites without corrections. Our assumption. */
  camera_position_m: 1.5,
  /** Standard uncertainty of its height above the components, as a share: a barometer. Our assumption. */
  camera_height_share: 0.02,
  /** Standard uncertainty of the aperture's width, as a share. Our assumption. */
  aperture_share: 0.002,
} as const;

export type EvaluationSettings = { readonly [K in keyof typeof evaluationSettings]: number };

/**
 * Pixels along the edge of a component that are left out: more where the lens blurs more than usual, because the
 * ground beside a component is blurred into its edge.
 */
export function leftOutEdge({ edge_pixels, blur_pixels }: EvaluationSettings): number {
  return edge_pixels + Math.max(0, blur_pixels - evaluationSettings.blur_pixels);
}
