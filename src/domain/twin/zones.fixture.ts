// Plants of zones with tables and modules, whose names repeat in every zone, and what is in a built one.
import { NO_ROW } from "../component/component-index.ts";
import type { BuiltTwin } from "./twin-build.ts";
import type { LevelDraft, TwinDraft } from "./twin-draft.ts";
import { box, levelOf, type Piece } from "./twin.fixture.ts";

export type Zone = { readonly name: string; readonly tables: readonly number[] };

const tableRing = (zone: string, table: number) =>
  box(table * 6, zone.charCodeAt(0) * 100, 40, 2.2, Math.PI / 2);

/** Zones with tables of two modules; names repeat in every zone, as in the real plant. */
export function zones(list: readonly Zone[], { isMade = true, isNamed = true } = {}): TwinDraft {
  const groups: Piece[] = [];
  const trackers: Piece[] = [];
  const modules: Piece[] = [];
  for (const { name, tables } of list) {
    const y = name.charCodeAt(0) * 100;
    const middle = ((tables[0]! + tables.at(-1)!) / 2) * 6;
    const width = (tables.at(-1)! - tables[0]!) * 6 + 2.2;
    groups.push({ ring: box(middle, y, Math.max(width, 40), Math.min(width, 40)), pcs: name });
    if (width < 40)
      groups[groups.length - 1] = {
        ...groups.at(-1)!,
        ring: [
          middle - width / 2,
          y - 20,
          middle + width / 2,
          y - 20,
          middle + width / 2,
          y + 20,
          middle - width / 2,
          y + 20,
        ],
      };
    for (const table of tables) {
      trackers.push({ ring: tableRing(name, table), pcs: `${table}`, parent: groups.length - 1 });
      for (const at of [-5, 5]) {
        modules.push({
          ring: box(table * 6, y + at, 2, 1),
          pcs: at < 0 ? "1" : "2",
          parent: trackers.length - 1,
        });
      }
    }
  }
  const flagged = (level: LevelDraft): LevelDraft => ({
    ...level,
    namesPart: new Uint8Array(level.count).fill(isNamed ? 1 : 0),
  });
  const made = isMade ? { isMade: true as const } : {};
  return {
    technology: "photovoltaic",
    levels: [
      { ...flagged(levelOf("tracker_group", groups)), ...made },
      flagged(levelOf("tracker", trackers)),
      flagged(levelOf("module", modules)),
    ],
  };
}
/** Zone, table and module of every component that exists, with its ID and row. */
export function inventory({ levels }: BuiltTwin): Record<string, string> {
  const found: Record<string, string> = {};
  const above: Record<string, string> = { tracker: "tracker_group", module: "tracker" };
  const pathOf = (type: string, row: number): string => {
    const level = levels.find(({ geometry }) => geometry.type === type)!;
    const parent = level.geometry.parent[row]!;
    const name = level.names.pcs(row);
    return parent === NO_ROW ? name : `${pathOf(above[type]!, parent)}/${name}`;
  };
  for (const { geometry, names } of levels) {
    for (let row = 0; row < geometry.count; row++) {
      if (geometry.length[row] === 0) continue;
      found[pathOf(geometry.type, row)] = `${row} ${names.dtId(row)}`;
    }
  }
  return found;
}
/** Two zones of three and four tables. */
export const whole = zones([
  { name: "A", tables: [1, 2, 3] },
  { name: "B", tables: [1, 2, 3, 4] },
]);
