// How the evaluation computed each key figure, in words for its log.
const MODULE =
  "max(median of the module, warmest substring, median + restored warmth of the hottest cell) - median of the healthy modules around, all pixels inside the edge";
const formulas: Readonly<Record<string, string>> = {
  module_temperature:
    "median of the pixels inside the edge; of the half opposite to a warm edge, and of the pixels without a shadow",
  delta_t_normalised: `(${MODULE}) * 1000 / irradiance; none where that median changes by 0.75 * module_warm_k or more within two windows around, 15 % of the modules around are colder by module_warm_k, or a whole region differs from the plant by as much: the neighbours differ, unconfirmed`,
  delta_t_uncertainty:
    "2 * root((unevenness * f)^2 + (noise * f)^2 + (reference * f)^2 + (cells * f)^2 + (4 % of a warm substring)^2 + (wandered * delta_t_normalised)^2), unevenness: between places of the survey, else camera_relative_k; reference: of the modules around and of their tables; cells: noise, blur, size and place of hot cells; wandered: standard deviation of the irradiance during the survey over its mean; f = 1000 / irradiance, whose error (irradiance_share) is the same for all values and not in it",
  review_mark:
    "reflection possible: a disc anywhere fits the pixels of a hot group better than cells of the grid, and no cell of a sixth or a fifth of the width, whole or half, fits as well anywhere; that group is no hotspot then, and without another one the module has no temperature difference: unconfirmed",
  hotspots:
    "groups of at least two pixels hotspot_k, and 4.5 standard deviations of the pixels, over their substring; none where the restored warmth is below hotspot_k for sure, or below 3 of its standard uncertainties; strong from hotspot_strong_k",
  hot_cell_count:
    "cells of hotspot_k or more, in a grid of six across the module, whole or half: least squares over the pixels of the hot groups, blurred by the lens and the pixels, not below zero",
  bypass_diode:
    "thirds of the width whose median is substring_warm_k over the coolest one, also one or two in one half of the module; but for band_modules modules in a row with the same ones, and where the coolest is shade_cold_k below the healthy modules around and the others are as these",
  open_string: "string_modules or more warm modules side by side on one tracker",
  module_offline:
    "median module_warm_k, and 3.5 standard deviations of the modules of the survey, over the healthy modules around, normalised; no class where it is less warm, but warmer than those around for sure, and module_warm_k lies in its interval",
  module_missing:
    "median missing_cold_k below the healthy modules around, normalised; or no step to the ground beside and its roughness, or warmer than an open module can be; open or missing where neither roughness nor temperature says which; no value where it looks as the modules and as the ground, and is not more even than the ground",
  missing_glass_tube:
    "median colour missing_contrast from that of the tubes around, and no line along the tube that is half as much brighter as theirs",
  mirror_missing:
    "median colour missing_contrast from that of the mirrors around at the same place of the parabola, or as much redder and less blue together",
  mirror_damage:
    "share of pixels odd_contrast from the mirror's median: broken from broken_share, at the edge from chipped_share chipped, as a dark band corroded",
  mirror_cleanliness:
    "100 % * (1 - veil_gain * (brightness - clean) / (1 - clean)), clean: the darkest quarter of the mirrors around",
  mirror_cleanliness_uncertainty:
    "2 * root((100 % * veil_gain / (1 - clean))^2 * (noise^2 + (noise of clean)^2 + brightness_error^2) + (lost * veil_gain_share)^2)",
  mirror_soiling: "mirror_cleanliness against 97, 94 and 90 %",
  soiling:
    "100 % * veil_gain * (brightness - clean) / (1 - clean), clean: the darkest quarter of the modules around",
  soiling_uncertainty:
    "2 * root((100 % * veil_gain / (1 - clean))^2 * (noise^2 + (noise of clean)^2 + brightness_error^2) + (soiling * veil_gain_share)^2)",
  edge_heating:
    "soil_warm_k over the opposite half at an edge, thinning out, and no soiling_pattern at that edge",
  soiling_pattern:
    "thermal: soil_warm_k at the same edge of band_modules modules side by side, thinning out in one of them at least, over what all modules have there; visible: droppings from spot_share of bright spots; towards an edge from soil_contrast; uniform from soil_contrast over the clean modules around",
  vegetation: "shade_share of another colour that reaches the edge and is greener",
  shading:
    "share of at least shade_share that is shade_cold_k colder and reaches the outermost pixels that are used, or thirds of the width that are shade_cold_k below the healthy modules around while the others are as these; on band_modules modules side by side it is row to row",
  class_of_abnormality:
    "worst severity of all faults of the module, delta_t_normalised against 4, 10 and 20 K among them",
  fault_type:
    "the worst fault of the module; of equally severe ones the first of missing, open string, open, bypassed, broken glass, junction box, hotspot, connection, shade, soil, heat",
  performance_loss:
    "share of a module's power that its own fault takes: by what its string would lose by it alone (single-diode equation, three substrings with bypass diodes), at most 100 %",
  string_power_loss:
    "(what the strings in parallel lose together, divided by what each string and each module would cost alone) - power_loss",
  power_loss_uncertainty:
    "root((greatest difference to strings of other lengths and numbers, where they are not stated)^2 + (3 % of the loss)^2 + (soiling_uncertainty)^2)",
  power_loss: "performance_loss * nominal capacity / number of modules",
  tube_energy_loss:
    "(heat_loss - q_vacuum at the fluid's temperature) * length * 3,000 h (NREL SAM, PTR70 2008)",
  tube_energy_loss_uncertainty:
    "length * 3,000 h * 2 * root of the squares of noise and what single tubes differ by (camera_relative_k, fluid_k or repeat_share of the heat, each no more than how far the intact tubes lie from the fit, on average of the three), what that fit leaves open, and what changes where all fluids are 2.25 fluid_survey_k hotter or colder (6 where the intact tubes contradict the conditions); without such a fit heat_loss_uncertainty, q_vacuum where all fluids are 2.25 fluid_survey_k hotter or colder, and the most sunlight that the glass takes up",
  tracker_angle_deviation:
    "tilt - median tilt of the trackers around, tilt by least squares over the looks: width_seen = X_right - X_left, X = X_camera + (x - X_camera) * H / (H - z), x = +-width / 2 * cos(tilt), z = -+width / 2 * sin(tilt); in an orthomosaic width_seen = width * cos(tilt)",
  tracker_angle_uncertainty:
    "2 * root(edges^2 + scale^2 + (trackers around)^2 + (difference of both tilts by tracker_width_share)^2); scale by the distances of the rows in the image, else camera_height_share",
  tracker_stuck:
    "tracker_angle_deviation against tracker_lag_deg and tracker_stuck_deg; no class where the uncertainty, and what the trackers around differ by, leave it open; stuck where all of the interval is",
  tracking_deviation:
    "tilt - tilt that faces the sun at the time of the image; tilt by least squares over the looks from the width between both rims",
  tracking_deviation_uncertainty:
    "2 * root(edges^2 + scale^2 + (tilt by camera_position_m)^2 + (tilt by aperture_share)^2)",
  tracking_state:
    "tracking_deviation against tracking_offset_mrad and tracking_defocus_mrad; no class where the uncertainty leaves it open",
  infrared_intensity: "median of the warmest strip along the tube, inside the edge",
  glass_surface_temperature:
    "the temperature T with L(T) = (L(infrared_intensity) - (1 - emissivity) * L(T_reflected)) / emissivity, L the radiation of a black body between 8 and 14 µm",
  heat_loss:
    "pi * 0.12 m * (h * (T_glass - T_ambient) + 0.86 * sigma * (T_glass^4 - (T_ambient - 8 K)^4)), h by Churchill and Chu, or Churchill and Bernstein; less the sunlight in the glass that the intact tubes show. Where they contradict the conditions, the middle between this and the loss by the wind that they show",
  heat_loss_uncertainty:
    "root((heat_loss_share * q)^2 + (2 * dq by camera_k and noise)^2 + (2 * dq by wind_share)^2 + (sunlight)^2), sunlight: twice what the intact tubes leave open, without them 2 % of the direct irradiance on 5.8 m. Where they contradict the conditions, it reaches over both losses",
  heat_loss_ratio:
    "(q - q_vacuum) / (q_hydrogen - q_vacuum) at the fluid's temperature (NREL SAM, PTR70 2008)",
  glass_tube_temperature: "heat_loss_ratio against 0.15, 0.4 and 0.8",
  heat_loss_over_intact:
    "(q - q_vacuum) / (q_hydrogen - q_vacuum) * (q_hydrogen - q_vacuum at 393 °C, 25 °C, 2 m/s), q with the camera's offset and the wind that the intact tubes of the analysis show",
  heat_loss_over_intact_uncertainty:
    "2 * root of the squares of noise and what single tubes differ by (camera_relative_k, fluid_k or repeat_share of the heat, each no more than how far the intact tubes lie from the fit, on average of the three), what the fit leaves open, and what changes where all fluids are 2.25 fluid_survey_k hotter or colder (6 where the intact tubes contradict the conditions)",
};

/** How each of these key figures was computed. */
export function formulasOf(keys: readonly string[]): Record<string, string> {
  return Object.fromEntries(keys.flatMap((key) => (formulas[key] ? [[key, formulas[key]]] : [])));
}
