// Builds the draft from collected levels: checks identities, finds parents, generates missing parents.
import {
  componentTypes,
  componentTypesOf,
  type ComponentType,
  type Technology,
} from "../../domain/component/component.ts";
import { NO_ROW } from "../../domain/component/component-index.ts";
import { failure, type Problem } from "../../domain/error.ts";
import { planeAt } from "../../domain/geometry/plane.ts";
import { fitRectangle, rectangleRing } from "../../domain/geometry/rectangle.ts";
import { upperMedianOf } from "../../domain/median.ts";
import type { LevelDraft, NamedParent, TwinDraft } from "../../domain/twin/twin-draft.ts";
import { parentFinder } from "../../domain/twin/twin-named-parent.ts";
import { addProblem, noneRefused, type Collection } from "./collect.ts";
import type { LevelBuilder } from "./level-builder.ts";
import { withNamedParts } from "./named-part.ts";

export type Assembled = {
  readonly draft: TwinDraft;
  /** Number of parents that were generated from their children, by type. */
  readonly made: Partial<Record<ComponentType, number>>;
  /** Components whose parent in the file does not exist. Their position decides. */
  readonly parent_by_place: number;
};

/** @throws FILE_REFUSED if two components have the same dt_id */
function refuseDuplicateIds({ levels, files }: Collection): void {
  const seen = new Map<string, { readonly file: number; readonly feature: number }>();
  const refused = noneRefused();
  for (const level of levels.values()) {
    for (const [i, id] of level.dtId.entries()) {
      if (id === null) continue;
      const here = { file: level.file[i]!, feature: level.feature[i]! };
      const first = seen.get(id);
      if (first === undefined) seen.set(id, here);
      else {
        addProblem(refused, {
          reason: "twin_dt_id_twice",
          file: files[here.file]!.file,
          feature: here.feature,
          field: "dt_id",
          values: { dt_id: id, first_file: files[first.file]!.file, first_feature: first.feature },
        });
      }
    }
  }
  if (refused.count > 0) throw failure("FILE_REFUSED", ...refused.problems);
}

/**
 * Index of each child's parent that the files name, and the named parents that no file contains. A parent is
 * named by its dt_id, by a name that only one has, or by the property with its name and that of its group.
 */
function findParents(children: LevelBuilder, parents: LevelBuilder | undefined) {
  const count = children.dtId.length;
  const found = new Uint32Array(count).fill(NO_ROW);
  const named: (NamedParent | null)[] = Array.from<null>({ length: count }).fill(null);
  let missed = 0;
  let isNamed = false;
  const find =
    parents &&
    parentFinder({
      count: parents.dtId.length,
      has: () => true,
      dtId: (at) => parents.dtId[at]!,
      pcs: (at) => parents.pcs[at]!,
      group: (at) => parents.group[at]!,
    });
  const shared = new Map<string, NamedParent>();
  for (let i = 0; i < count; i++) {
    const [reference, name] = [children.parent[i]!, children.parentName[i]!];
    if (reference === null && name === "") continue;
    const group = children.group[i]!;
    const key = `${reference ?? ""}\u0000${name}\u0000${group}`;
    let one = shared.get(key);
    if (one === undefined) shared.set(key, (one = { reference, name, group }));
    found[i] = find?.(one) ?? NO_ROW;
    if (found[i] !== NO_ROW) continue;
    named[i] = one;
    isNamed = true;
    if (reference !== null && parents) missed += 1;
  }
  return { found, missed, named: isNamed ? named : undefined };
}

/** Generates the level above `children`: for each key the rectangle around its members. */
function generateLevel(
  type: ComponentType,
  children: LevelDraft,
  keys: readonly string[],
  names: ReadonlyMap<string, string>,
) {
  const indexOf = new Map<string, number>();
  const parents = Uint32Array.from(keys, (key) => {
    if (key === "") return NO_ROW;
    const known = indexOf.get(key);
    if (known !== undefined) return known;
    indexOf.set(key, indexOf.size);
    return indexOf.size - 1;
  });
  const vertices: number[][] = Array.from(indexOf, () => []);
  const plane = planeAt([children.rings[0]!, children.rings[1]!]);
  for (let i = 0; i < children.count; i++) {
    if (parents[i] === NO_ROW) continue;
    for (let v = children.ringOffsets[i]!; v < children.ringOffsets[i + 1]!; v++) {
      vertices[parents[i]!]!.push(
        ...plane.toPlane(children.rings[v * 2]!, children.rings[v * 2 + 1]!),
      );
    }
  }
  const rings = new Float64Array(indexOf.size * 8);
  for (const [at, xy] of vertices.entries()) {
    const ring = rectangleRing(fitRectangle(xy, 0, xy.length / 2));
    for (let v = 0; v < 8; v += 2) rings.set(plane.toLonLat(ring[v]!, ring[v + 1]!), at * 8 + v);
  }
  const level: LevelDraft = {
    type,
    count: indexOf.size,
    dtId: Array.from(indexOf, () => null),
    pcs: Array.from(indexOf.keys(), (key) => names.get(key) ?? key),
    parent: new Uint32Array(indexOf.size).fill(NO_ROW),
    rings,
    ringOffsets: Uint32Array.from({ length: indexOf.size + 1 }, (_, i) => i * 4),
    isMade: true,
  };
  return { level, parents };
}

/**
 * Builds the draft.
 * @param present types that the plant has already; they may be missing in an update and are not generated
 * @param hasNamedGroups components that say no group belong to one of the plant's groups, by their place
 */
export function assemble(
  technology: Technology,
  collection: Collection,
  present: ReadonlySet<ComponentType>,
  hasNamedGroups = false,
): Assembled {
  const nameless = hasNamedGroups ? "" : "1";
  refuseDuplicateIds(collection);
  const { levels } = collection;
  const drafts = new Map<ComponentType, LevelDraft>();
  const made: Partial<Record<ComponentType, number>> = {};
  let byPlace = 0;
  // from the bottom up: a generated level needs the rings of its children, and may need a parent itself
  for (const type of componentTypesOf(technology).toReversed()) {
    const level = levels.get(type);
    if (level === undefined) continue;
    const parentType: ComponentType | null = componentTypes[type].parent;
    const above = parentType === null ? undefined : levels.get(parentType);
    const { found: inFiles, missed, named } = findParents(level, above);
    byPlace += missed;
    const draft = { ...level.draft(inFiles), ...(named && { namedParent: named }) };
    drafts.set(type, draft);
    if (above !== undefined) continue;
    if (parentType === null || present.has(parentType) || drafts.has(parentType)) continue;
    const isTop = componentTypes[parentType].parent === null && parentType === "tracker_group";
    const names = new Map<string, string>();
    const keys = level.group.map((group, i) => {
      const name = isTop ? group || nameless : level.parentName[i]!;
      const key = name === "" ? "" : isTop ? name : `${group}\u0000${name}`;
      if (key !== "") names.set(key, name);
      return key;
    });
    if (keys.every((key) => key === "")) continue;
    const { level: parents, parents: found } = generateLevel(parentType, draft, keys, names);
    made[parentType] = parents.count;
    drafts.set(type, level.draft(found));
    const groups = groupsOf(found, level.group, parents.count);
    drafts.set(parentType, parents);
    // the generated level needs a parent as well: trackers belong to the zones of their modules
    if (parentType === "tracker" && !present.has("tracker_group") && !levels.has("tracker_group")) {
      const zones = groups.map((group) => group || nameless);
      if (zones.every((zone) => zone === "")) continue;
      const top = generateLevel("tracker_group", parents, zones, new Map());
      made.tracker_group = top.level.count;
      drafts.set("tracker", { ...parents, parent: top.parents });
      drafts.set("tracker_group", top.level);
    }
  }
  const order = componentTypesOf(technology);
  const ordered = order.flatMap((type) => drafts.get(type) ?? []);
  // the group "1" is for children that say no group
  const isNameless = (levels.get("tracker") ?? levels.get("module"))?.group.includes("") ?? false;
  const isUnnamed = (at: number) => isNameless && drafts.get("tracker_group")?.pcs[at] === "1";
  return {
    draft: { technology, levels: withNamedParts(ordered, levels, isUnnamed) },
    made,
    parent_by_place: byPlace,
  };
}

/** The group of each generated parent: that of its first child. */
function groupsOf(parents: Uint32Array, groups: readonly string[], count: number): string[] {
  const found = Array.from<string>({ length: count }).fill("");
  for (let i = parents.length - 1; i >= 0; i--) {
    if (parents[i] !== NO_ROW) found[parents[i]!] = groups[i]!;
  }
  return found;
}

/** Metres. Plants are a few kilometres wide; a larger extent means an error or a wrong coordinate system. */
const MAX_EXTENT_M = 50_000;

/** The problem of a component that is too far from the median position of its level, or null. */
export function extentProblem({ levels, files }: Collection): Problem | null {
  for (const level of levels.values()) {
    const { rings, ringOffsets, count } = level.draft();
    const plane = planeAt([rings[0]!, rings[1]!]);
    const x = new Float64Array(count);
    const y = new Float64Array(count);
    for (let i = 0; i < count; i++) {
      const at = ringOffsets[i]! * 2;
      [x[i], y[i]] = plane.toPlane(rings[at]!, rings[at + 1]!);
    }
    const [x0, y0] = [upperMedianOf(x), upperMedianOf(y)];
    let farthest = 0;
    const distance = (i: number) => Math.hypot(x[i]! - x0, y[i]! - y0);
    for (let i = 1; i < count; i++) if (distance(i) > distance(farthest)) farthest = i;
    if (distance(farthest) <= MAX_EXTENT_M) continue;
    return {
      reason: "twin_too_wide",
      file: files[level.file[farthest]!]!.file,
      feature: level.feature[farthest]!,
      values: { km: Math.round(distance(farthest) / 1000), most: MAX_EXTENT_M / 1000 },
    };
  }
  return null;
}
