// Key figures of the image coverage: what the images of a survey show of a component, before anything is measured.
// The rule is in domain/coverage/coverage-rule.ts.
import { classesFrom, classified, measured, type KeyFigure } from "./key-figure-shape.ts";

const module = { technology: "photovoltaic", component_type: "module" } as const;
const tube = { technology: "parabolic_trough", component_type: "absorber_tube" } as const;
const mirror = { technology: "parabolic_trough", component_type: "mirror" } as const;

const IMAGES = "Position, gimbal angles and lens of each image";

type Covered = Pick<KeyFigure, "technology" | "component_type">;
/** The ID of the first; the others follow it. */
type Place = { readonly first: number; readonly prefix: string };

/** Verdict, looks, ground sampling distance and view angle of one type of components. */
function coverageOf(of: Covered, { first, prefix }: Place): KeyFigure[] {
  return [
    classified({
      ...of,
      id: first,
      key: `${prefix}_coverage`,
      direction: "neutral",
      classes: classesFrom(0, ["valid", 0], ["valid_with_note", 0], ["not_inspected", 1]),
      source: `${IMAGES}: valid from two sound views, not inspected without a view`,
    }),
    measured({
      ...of,
      id: first + 1,
      key: `${prefix}_looks`,
      unit: "",
      direction: "neutral",
      limits: [],
      range: [0, 65535],
      step: 1,
      ramp: "viridis",
      source: `${IMAGES}: images that show the whole component from at most 60 degrees beside its normal`,
    }),
    measured({
      ...of,
      id: first + 2,
      key: `${prefix}_ground_sampling_distance`,
      unit: "cm",
      direction: "neutral",
      limits: [],
      range: [0, 1000],
      step: 0.01,
      ramp: "viridis",
      expert: true,
      source: `${IMAGES}: distance along the line of sight over the focal length, in the best view`,
    }),
    measured({
      ...of,
      id: first + 3,
      key: `${prefix}_view_angle`,
      unit: "°",
      direction: "neutral",
      limits: [],
      range: [0, 90],
      step: 0.1,
      ramp: "viridis",
      expert: true,
      source: `${IMAGES}: between the line of sight and the normal of the surface, in the best view`,
    }),
  ];
}

function glintOf(of: Covered, id: number, prefix: string): KeyFigure {
  return classified({
    ...of,
    id,
    key: `${prefix}_glint`,
    direction: "neutral",
    classes: classesFrom(0, ["none", 0], ["in_some_looks", 0], ["in_all_looks", 1]),
    expert: true,
    source: `${IMAGES}, and the sun at the time of the image: mirrored within 3 degrees of the camera`,
  });
}

export const coverageKeyFigures: readonly KeyFigure[] = [
  ...coverageOf(module, { first: 69, prefix: "module" }),
  glintOf(module, 73, "module"),
  ...coverageOf(tube, { first: 74, prefix: "tube" }),
  glintOf(tube, 78, "tube"),
  ...coverageOf(mirror, { first: 79, prefix: "mirror" }),
];

const ids = new Set(coverageKeyFigures.map(({ id }) => id));

/** Whether the key figure says what images show, and not how a component is. */
export function isCoverageKeyFigure(id: number): boolean {
  return ids.has(id);
}
