// Key figures of single mirrors.
import { classesFrom, classified, measured, type KeyFigure } from "./key-figure-shape.ts";

const mirror = { technology: "parabolic_trough", component_type: "mirror" } as const;

export const mirrorKeyFigures: readonly KeyFigure[] = [
  classified({
    ...mirror,
    id: 27,
    key: "mirror_damage",
    named_by: 94,
    classes: classesFrom(0, ["intact", 0], ["chipped", 1], ["corroded", 2], ["broken", 3]),
    source: "Visible image; one of 336 mirrors is 0.30% of an assembly’s aperture",
  }),
  classified({
    ...mirror,
    id: 28,
    key: "mirror_missing",
    classes: classesFrom(0, ["present", 0], ["missing", 3]),
    source: "Visible image",
  }),
  classified({
    ...mirror,
    id: 29,
    key: "mirror_soiling",
    ranked_by: 87,
    judged_by: 87,
    classes: classesFrom(0, ["clean", 0], ["light", 1], ["moderate", 2], ["heavy", 3]),
    source: "Cleanliness down to 97, 94 and 90% of a cleaned reference mirror",
  }),
  measured({
    ...mirror,
    id: 87,
    key: "mirror_cleanliness",
    unit: "%",
    direction: "lower_is_worse",
    limits: [97, 94, 90],
    range: [0, 100],
    step: 0.1,
    uncertainty_by: 88,
    ramp: "cividis",
    source:
      "Light that a clean mirror nearby reflects and dust does not, from its brightness; the share of lost light is a plant setting",
  }),
  measured({
    ...mirror,
    id: 88,
    key: "mirror_cleanliness_uncertainty",
    unit: "%",
    direction: "neutral",
    limits: [],
    range: [0.1, 200],
    step: 0.1,
    ramp: "cividis",
    expert: true,
    source:
      "Twice the standard uncertainty (GUM): noise of both brightnesses, light across the image, lost light per scattered light",
  }),
  measured({
    ...mirror,
    id: 30,
    key: "mirror_alignment",
    unit: "mrad",
    direction: "both",
    limits: [3, 5, 8],
    range: [-200, 200],
    step: 0.1,
    ramp: "vik",
    expert: true,
    source: "Mean transverse slope deviation of the mirror (QFly-HighResolution)",
  }),
];
