// The components that the rows of a table of serial numbers name: by ID, or by a name inside of what the row says.
import type { ComponentDirectory } from "../../domain/component/component-directory.ts";
import { componentTypes, type ComponentType } from "../../domain/component/component.ts";
import { NO_ROW } from "../../domain/component/component-index.ts";
import { hasSerial } from "../../domain/serial-number/serial-number.ts";
import type {
  NamedComponent,
  SerialFacts,
  SerialPlace,
} from "../../domain/serial-number/serial-import.ts";
import type { PlantComponents } from "../store/plant/twin-components.ts";
import { takeTurns } from "../turn.ts";

type At = ReturnType<ComponentDirectory["byDtId"]>;

export function pcsOf(directory: ComponentDirectory, at: At): string {
  const level = directory.levels.find(({ type }) => type === at?.type);
  return (at && level?.names.pcs(at.row)) ?? "";
}

/** The plant's own name; the ID without one. */
export const nameOf = (directory: ComponentDirectory, dt_id: string) =>
  pcsOf(directory, directory.byDtId(dt_id)) || dt_id;

/** A name that is the ID of one component and the plant's name of another one names neither. */
function named(directory: ComponentDirectory, name: string): NamedComponent | "several" | null {
  const byId = directory.byDtId(name);
  const byPcs = directory.byPcs(name);
  if (byPcs === "ambiguous") return byId ? foundAt(directory, byId) : "several";
  const isSame = !byId || !byPcs || (byId.type === byPcs.type && byId.row === byPcs.row);
  if (!isSame) return "several";
  const at = byId ?? byPcs;
  return at ? foundAt(directory, at) : null;
}

function foundAt(directory: ComponentDirectory, at: NonNullable<At>): NamedComponent {
  const level = directory.levels.find(({ type }) => type === at.type);
  const dt_id = level?.names.dtId(at.row) ?? "";
  return { component_type: at.type, dt_id, name: pcsOf(directory, at) || dt_id };
}

type Place = { readonly type: ComponentType; readonly row: number };

/** Whether a component stands inside of ones with all of these IDs or names. */
function isWithin({ levels }: PlantComponents, place: Place, within: readonly string[]): boolean {
  const names = new Set<string>();
  let at: Place | null = place;
  while (at !== null) {
    const parent: number = levels.get(at.type)?.parent[at.row] ?? NO_ROW;
    const type: ComponentType | null = componentTypes[at.type].parent;
    at = type === null || parent === NO_ROW ? null : { type, row: parent };
    const above = at && levels.get(at.type)?.names;
    if (at && above) names.add(above.dtId(at.row)).add(above.pcs(at.row));
  }
  return within.every((name) => names.has(name));
}

/** Looks up names of rows. Where several components have a name, what the row says around it decides. */
export async function componentLookup(
  components: PlantComponents,
  rows: readonly SerialPlace[],
): Promise<SerialFacts["componentOf"]> {
  const directory = await components.directory();
  const wanted = new Set(
    rows.flatMap(({ component, within }) =>
      within.length > 0 && directory.byPcs(component) === "ambiguous" ? [component] : [],
    ),
  );
  const namesakes = await placesOf(components, wanted);
  return ({ component, within }) => {
    const found = named(directory, component);
    if (found === null || within.length === 0) return found;
    if (found === "several") {
      const inside = (namesakes.get(component) ?? []).filter((one) =>
        isWithin(components, one, within),
      );
      const [one, other] = inside;
      if (one === undefined) return namesakes.has(component) ? "apart" : "several";
      return other === undefined ? foundAt(directory, one) : "several";
    }
    // An ID names its component, whatever stands around it.
    if (found.dt_id === component) return found;
    const { type, row } = directory.byDtId(found.dt_id)!;
    return isWithin(components, { type, row }, within) ? found : "apart";
  };
}

/** Components with serial numbers that have one of these names. */
async function placesOf({ levels }: PlantComponents, wanted: ReadonlySet<string>) {
  const places = new Map<string, Place[]>();
  if (wanted.size === 0) return places;
  const turns = takeTurns();
  for (const [type, { names, exists, row_count }] of levels) {
    if (!hasSerial(type)) continue;
    for (let row = 0; row < row_count; row += 1) {
      if (turns.isOver()) await turns.end();
      if (exists?.[row] === 0) continue;
      const name = names.pcs(row);
      if (wanted.has(name)) places.set(name, [...(places.get(name) ?? []), { type, row }]);
    }
  }
  return places;
}
