// Builds the component index from a draft: stable rows, rectangles, parents, blocks, the plant's outline.
import { componentTypes, componentTypesOf, type ComponentType } from "../component/component.ts";
import { planeAt, type LonLat } from "../geometry/plane.ts";
import { plantOutline, type Outline } from "../plant/plant-outline.ts";
import type { LevelDraft, TwinDraft } from "./twin-draft.ts";
import { buildLevel, type BuiltLevel, type DoneLevel } from "./twin-level-build.ts";
import type { PreviousLevel } from "./twin-match.ts";
import type { ImportMode } from "./twin-mode.ts";

/** The twin that is being updated; its rows are kept. */
export type PreviousTwin = { readonly origin: LonLat; readonly levels: readonly PreviousLevel[] };

export type BuiltTwin = {
  readonly origin: LonLat;
  /** [west, south, east, north] in degrees. */
  readonly bounds: readonly [number, number, number, number];
  /** Top of the hierarchy first; types without components are left out. */
  readonly levels: readonly BuiltLevel[];
  readonly outline: Outline | null;
};

function boundsOf(drafts: readonly LevelDraft[]): [number, number, number, number] {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { rings } of drafts) {
    for (let v = 0; v < rings.length; v += 2) {
      if (rings[v]! < west) west = rings[v]!;
      if (rings[v]! > east) east = rings[v]!;
      if (rings[v + 1]! < south) south = rings[v + 1]!;
      if (rings[v + 1]! > north) north = rings[v + 1]!;
    }
  }
  return [west, south, east, north];
}

const outlineTypes: readonly ComponentType[] = [
  "tracker",
  "sca",
  "sce",
  "module",
  "loop",
  "mirror",
  "absorber_tube",
  "tracker_group",
];

/**
 * Builds the component index. IDs in the draft are unique within the plant and every ring has an area (the
 * parsers refuse other files). With `previous`, a known component keeps its row and ID, new ones are
 * appended, and the origin stays. `mode` says which of the missing ones become removed rows.
 * Throws RangeError if neither draft nor previous twin has a component.
 */
export function buildTwin(
  draft: TwinDraft,
  previous?: PreviousTwin,
  mode: ImportMode = "replace_all",
): BuiltTwin {
  const bounds = boundsOf(draft.levels);
  const origin: LonLat = previous?.origin ?? [
    (bounds[0] + bounds[2]) / 2,
    (bounds[1] + bounds[3]) / 2,
  ];
  const plane = planeAt(origin);
  const done = new Map<ComponentType, DoneLevel>();
  const update = { plane, mode, givenIds: draft.levels.map(({ dtId }) => dtId) };
  for (const type of componentTypesOf(draft.technology)) {
    const earlier = previous?.levels.find(({ geometry }) => geometry.type === type);
    const given = draft.levels.find((level) => level.type === type);
    if ((given === undefined || given.count === 0) && earlier === undefined) continue;
    const parentType: ComponentType | null = componentTypes[type].parent;
    const above = parentType === null ? undefined : done.get(parentType);
    done.set(type, buildLevel(update, given, type, above, earlier));
  }
  const levels = [...done.values()];
  const wholeBounds = boundsOf(levels.map(({ projected }) => projected.draft));
  if (!Number.isFinite(wholeBounds[0])) throw new RangeError("a twin needs at least one component");
  const covering = outlineTypes
    .map((type) => done.get(type)?.projected)
    .find((l) => l && l.draft.count);
  const outline =
    covering === undefined
      ? null
      : plantOutline(plane, covering.draft.count, (i) => ({
          centreX: covering.centreX[i]!,
          centreY: covering.centreY[i]!,
          length: covering.length[i]!,
          width: covering.width[i]!,
          rotation: covering.rotation[i]!,
        }));
  return { origin, bounds: wholeBounds, levels: levels.map(({ built }) => built), outline };
}
