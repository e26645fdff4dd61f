// Builds the component index from a draft: stable rows, rectangles, parents, blocks, the plant's outline.
import { componentTypes, componentTypesOf, type ComponentType } from "../component/component.ts";
import { NO_ROW, type Geometry, type Names } from "../component/component-index.ts";
import { blockBoundsOf } from "../geometry/geometry-rows.ts";
import { METRE_STEP } from "../geometry/geometry-codec.ts";
import { hilbertOrder } from "../geometry/hilbert.ts";
import { planeAt, type LonLat } from "../geometry/plane.ts";
import { plantOutline, type Outline } from "../plant/plant-outline.ts";
import type { LevelDraft, TwinDraft } from "./twin-draft.ts";
import { projectLevel, parentsOnGround, polygonsOf, type ProjectedLevel } from "./twin-level.ts";
import { matchRows, type PreviousLevel } from "./twin-match.ts";

/** The twin that is being replaced; its rows are kept. */
export type PreviousTwin = { readonly origin: LonLat; readonly levels: readonly PreviousLevel[] };

export type BuiltLevel = {
  readonly geometry: Geometry;
  readonly names: Names;
  /** Row of each component of the draft. */
  readonly rowOfDraft: Uint32Array;
  /** Components without a parent although their parent type is present. */
  readonly orphan_count: number;
  /** Rows of the previous twin that the draft does not have. */
  readonly removed_count: number;
};

export type BuiltTwin = {
  readonly origin: LonLat;
  /** [west, south, east, north] in degrees. */
  readonly bounds: readonly [number, number, number, number];
  /** Top of the hierarchy first; types without components are left out. */
  readonly levels: readonly BuiltLevel[];
  readonly outline: Outline | null;
};

function boundsOf(draft: TwinDraft): [number, number, number, number] {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { rings } of draft.levels) {
    for (let v = 0; v < rings.length; v += 2) {
      if (rings[v]! < west) west = rings[v]!;
      if (rings[v]! > east) east = rings[v]!;
      if (rings[v + 1]! < south) south = rings[v + 1]!;
      if (rings[v + 1]! > north) north = rings[v + 1]!;
    }
  }
  return [west, south, east, north];
}

/** Greater numbers are not continued: there are never as many components. */
const MAX_CONTINUED = 1e12;

/** Generated IDs are `type-number`. The next number is above all existing ones. */
function nextNumber(type: ComponentType, idLists: readonly (readonly (string | null)[])[]): number {
  let next = 1;
  const prefix = `${type}-`;
  for (const ids of idLists) {
    for (const id of ids) {
      if (id === null || !id.startsWith(prefix)) continue;
      const number = Number(id.slice(prefix.length));
      if (Number.isInteger(number) && number < MAX_CONTINUED) next = Math.max(next, number + 1);
    }
  }
  return next;
}

function assignRows(
  projected: ProjectedLevel,
  parentRow: Uint32Array,
  previous: PreviousLevel | undefined,
) {
  const { count, dtId, pcs } = projected.draft;
  const rows =
    previous === undefined
      ? new Uint32Array(count).fill(NO_ROW)
      : matchRows(previous, { ...projected, count, dtId, pcs, parentRow });
  const fresh = Uint32Array.from({ length: count }, (_, i) => i).filter((i) => rows[i] === NO_ROW);
  const knownRows = previous?.names.count ?? 0;
  const order = hilbertOrder(fresh, projected.centreX, projected.centreY);
  for (let at = 0; at < order.length; at++) rows[order[at]!] = knownRows + at;
  return { rows, total: knownRows + fresh.length };
}

function buildLevel(
  projected: ProjectedLevel,
  above: { readonly projected: ProjectedLevel; readonly rows: Uint32Array } | undefined,
  previous: PreviousLevel | undefined,
  givenIds: readonly (readonly (string | null)[])[],
): BuiltLevel {
  const { draft } = projected;
  const parentRow = new Uint32Array(draft.count).fill(NO_ROW);
  let orphans = 0;
  if (above !== undefined) {
    for (const [i, parent] of parentsOnGround(projected, above.projected).entries()) {
      if (parent === NO_ROW) orphans += 1;
      else parentRow[i] = above.rows[parent]!;
    }
  }
  const { rows, total } = assignRows(projected, parentRow, previous);
  const level = {
    type: draft.type,
    count: total,
    parent: new Uint32Array(total).fill(NO_ROW),
    centreX: new Float32Array(total),
    centreY: new Float32Array(total),
    length: new Float32Array(total),
    width: new Float32Array(total),
    rotation: new Float32Array(total),
    height: new Float32Array(total),
    polygons: polygonsOf(projected, rows),
  };
  const dtIds = Array.from<string>({ length: total }).fill("");
  const pcs = Array.from<string>({ length: total }).fill("");
  const before = previous?.names.count ?? 0;
  for (let row = 0; row < before; row++) {
    dtIds[row] = previous!.names.dtId(row);
    pcs[row] = previous!.names.pcs(row);
  }
  const draftOfRow = new Uint32Array(total).fill(NO_ROW);
  for (let i = 0; i < draft.count; i++) {
    const row = rows[i]!;
    draftOfRow[row] = i;
    level.parent[row] = parentRow[i]!;
    level.centreX[row] = projected.centreX[i]!;
    level.centreY[row] = projected.centreY[i]!;
    level.length[row] = projected.length[i]!;
    level.width[row] = projected.width[i]!;
    level.rotation[row] = projected.rotation[i]!;
    level.height[row] = Math.round((draft.height?.[i] ?? 0) / METRE_STEP) * METRE_STEP + 0;
    pcs[row] = draft.pcs[i]!;
    dtIds[row] = draft.dtId[i] ?? dtIds[row]!;
  }
  let number = nextNumber(draft.type, [...givenIds, dtIds]);
  for (let row = before; row < total; row++) {
    if (dtIds[row] === "") dtIds[row] = `${draft.type}-${number++}`;
  }
  return {
    geometry: { ...level, blockBounds: blockBoundsOf(level) },
    names: { count: total, dtId: (row) => dtIds[row] ?? "", pcs: (row) => pcs[row] ?? "" },
    rowOfDraft: rows,
    orphan_count: orphans,
    removed_count: draftOfRow.subarray(0, before).filter((i) => i === NO_ROW).length,
  };
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
 * appended, missing ones become removed rows, and the origin stays.
 * Throws RangeError if the draft has no component.
 */
export function buildTwin(draft: TwinDraft, previous?: PreviousTwin): BuiltTwin {
  const bounds = boundsOf(draft);
  if (!Number.isFinite(bounds[0])) throw new RangeError("a twin needs at least one component");
  const origin: LonLat = previous?.origin ?? [
    (bounds[0] + bounds[2]) / 2,
    (bounds[1] + bounds[3]) / 2,
  ];
  const plane = planeAt(origin);
  const done = new Map<ComponentType, { projected: ProjectedLevel; rows: Uint32Array }>();
  const levels: BuiltLevel[] = [];
  const givenIds = draft.levels.map(({ dtId }) => dtId);
  for (const type of componentTypesOf(draft.technology)) {
    const earlier = previous?.levels.find(({ geometry }) => geometry.type === type);
    const given = draft.levels.find((level) => level.type === type);
    if ((given === undefined || given.count === 0) && earlier === undefined) continue;
    const projected = projectLevel(given ?? emptyLevel(type), plane);
    const parentType = componentTypes[type].parent;
    const above = parentType === null ? undefined : done.get(parentType);
    const built = buildLevel(projected, above, earlier, givenIds);
    done.set(type, { projected, rows: built.rowOfDraft });
    levels.push(built);
  }
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
  return { origin, bounds, levels, outline };
}

/** A level without components. */
export function emptyLevel(type: ComponentType): LevelDraft {
  return {
    type,
    count: 0,
    dtId: [],
    pcs: [],
    parent: new Uint32Array(0),
    rings: new Float64Array(0),
    ringOffsets: new Uint32Array(1),
  };
}
