// Which components a condition beside the key figures means: those with images, observations, values of a custom
// property, or findings with a status. Browser and server read it from the same lists.
import type { MarkFilter, Marked } from "../column/column-filter.ts";
import type { ComponentType } from "../component/component.ts";
import type { FindingLife, Evidence } from "../finding/finding-life.ts";
import { listedFindings } from "../finding/finding-list.ts";
import { foldedLetters } from "../text.ts";

type Observed = {
  readonly component_type: ComponentType;
  readonly dt_id: string;
  /** ISO 8601. */
  readonly observed_at: string;
  /** By column, as `ccp_12`. */
  readonly column_values: readonly { readonly column_id: string; readonly value: unknown }[];
};

/** Each is null where the viewer may not see it, or where it is not loaded. */
export type KnownLists = {
  readonly images: readonly Pick<Observed, "component_type" | "dt_id">[] | null;
  readonly observations: readonly Observed[] | null;
  readonly findings: {
    readonly survey: readonly Evidence[];
    readonly lives: readonly FindingLife[];
  } | null;
};

/** The components that the condition means; undefined where its list is not there. */
export function markedBy(filter: MarkFilter, lists: KnownLists): Marked[] | undefined {
  if (filter.kind === "repair")
    return lists.findings ? withStatus(filter, lists.findings) : undefined;
  if (filter.kind === "property") {
    return lists.observations ? byType(withValue(filter, lists.observations)) : undefined;
  }
  const all = filter.of === "image" ? lists.images : lists.observations;
  return all ? byType(all) : undefined;
}

function byType(all: readonly Pick<Observed, "component_type" | "dt_id">[]): Marked[] {
  return [...Map.groupBy(all, ({ component_type }) => component_type)].map(
    ([component_type, ones]) => ({
      component_type,
      dt_ids: [...new Set(ones.map(({ dt_id }) => dt_id))],
    }),
  );
}

function withStatus(
  { values }: Extract<MarkFilter, { kind: "repair" }>,
  { survey, lives }: NonNullable<KnownLists["findings"]>,
): Marked[] {
  const isOfOrder = values.includes("in_work_order");
  const found = listedFindings(survey, lives).filter(
    ({ status, row, life }) =>
      row !== null &&
      (values.includes(status) || (isOfOrder && life !== null && life.work_order !== null)),
  );
  return [...Map.groupBy(found, ({ component_type }) => component_type)].map(
    ([component_type, ones]) => ({
      component_type,
      rows: Uint32Array.from(ones, ({ row }) => row ?? 0),
    }),
  );
}

/** The components whose newest value of the property meets the condition. */
function withValue(
  filter: Extract<MarkFilter, { kind: "property" }>,
  observations: readonly Observed[],
): Observed[] {
  const column = `ccp_${filter.property_id}`;
  const newest = new Map<string, { readonly of: Observed; readonly value: unknown }>();
  for (const of of observations) {
    const held = of.column_values.find(({ column_id }) => column_id === column);
    if (!held) continue;
    const key = `${of.component_type} ${of.dt_id}`;
    const known = newest.get(key);
    const isNewer = !known || Date.parse(of.observed_at) > Date.parse(known.of.observed_at);
    if (isNewer) newest.set(key, { of, value: held.value });
  }
  return [...newest.values()].filter(({ value }) => meets(filter, value)).map(({ of }) => of);
}

function meets(
  { values, min, max, text }: Extract<MarkFilter, { kind: "property" }>,
  value: unknown,
): boolean {
  if (values.length > 0 && !values.includes(String(value))) return false;
  if (text !== null && !foldedLetters(String(value)).includes(foldedLetters(text))) return false;
  if (min === null && max === null) return true;
  return typeof value === "number" && value >= (min ?? -Infinity) && value <= (max ?? Infinity);
}
