// Which components of the files say to what part of the plant (group, zone, loop) they belong.
import { componentTypes, type ComponentType } from "../../domain/component/component.ts";
import { NO_ROW } from "../../domain/component/component-index.ts";
import type { LevelDraft } from "../../domain/twin/twin-draft.ts";
import type { LevelBuilder } from "./level-builder.ts";

/**
 * Adds `namesPart` to the levels: by the component's own group, or by the parent that its file says.
 * @param levels from the top of the hierarchy down
 * @param groupOf group that the files say, by type; types that were made of their children have none
 */
export function withNamedParts(
  levels: readonly LevelDraft[],
  groupOf: ReadonlyMap<ComponentType, Pick<LevelBuilder, "group">>,
  isUnnamed: (group: number) => boolean,
): LevelDraft[] {
  const done = new Map<ComponentType, LevelDraft>();
  for (const level of levels) {
    const parentType: ComponentType | null = componentTypes[level.type].parent;
    const above = parentType === null ? undefined : done.get(parentType);
    const groups = groupOf.get(level.type)?.group;
    const namesPart = Uint8Array.from({ length: level.count }, (_, i) => {
      if (parentType === null) return level.isMade && isUnnamed(i) ? 0 : 1;
      if (groups !== undefined && groups[i] !== "") return 1;
      const parent = level.parent[i]!;
      return parent === NO_ROW ? 0 : (above?.namesPart?.[parent] ?? 0);
    });
    done.set(level.type, { ...level, namesPart });
  }
  return [...done.values()];
}
