// Which components a condition beside the key figures means: those with images, observations, values of a custom
// property, or findings with a status. Browser and server read it from the same lists.
import type { MarkFilter, Marked } from "../column/column-filter.ts";
import type { ComponentType } from "../component/component.ts";
import type { FindingLife, Evidence } from "../finding/finding-life.ts";
import { listedSteps } from "../finding/finding-list.ts";
import { finish } from "../steps.ts";
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
export const markedBy = (filter: MarkFilter, lists: KnownLists): Marked[] | undefined =>
  finish(markedSteps(filter, lists));

/** The same; each `yield` is a pause. */
export function* markedSteps(
  filter: MarkFilter,
  lists: KnownLists,
): Generator<undefined, Marked[] | undefined> {
  if (filter.kind === "repair")
    return lists.findings ? yield* withStatus(filter, lists.findings) : undefined;
  if (filter.kind === "property") {
    if (!lists.observations) return undefined;
    return yield* byType(yield* withValue(filter, lists.observations));
  }
  const all = filter.of === "image" ? lists.images : lists.observations;
  return all ? yield* byType(all) : undefined;
}

/** Things between two pauses: less than a millisecond. */
const STEP = 500;

function* byType(
  all: readonly Pick<Observed, "component_type" | "dt_id">[],
): Generator<undefined, Marked[]> {
  const ids = new Map<ComponentType, Set<string>>();
  for (const [at, { component_type, dt_id }] of all.entries()) {
    if (at % STEP === 0) yield;
    ids.set(component_type, (ids.get(component_type) ?? new Set()).add(dt_id));
  }
  return [...ids].map(([component_type, own]) => ({ component_type, dt_ids: [...own] }));
}

function* withStatus(
  { values }: Extract<MarkFilter, { kind: "repair" }>,
  { survey, lives }: NonNullable<KnownLists["findings"]>,
): Generator<undefined, Marked[]> {
  const isOfOrder = values.includes("in_work_order");
  const rows = new Map<ComponentType, number[]>();
  for (const [at, one] of (yield* listedSteps(survey, lives)).entries()) {
    if (at % STEP === 0) yield;
    const { component_type, status, row, life } = one;
    const isMeant =
      values.includes(status) || (isOfOrder && life !== null && life.work_order !== null);
    if (row === null || !isMeant) continue;
    const own = rows.get(component_type);
    if (own) own.push(row);
    else rows.set(component_type, [row]);
  }
  return [...rows].map(([component_type, own]) => ({
    component_type,
    rows: Uint32Array.from(own),
  }));
}

/** The components whose newest value of the property meets the condition. */
function* withValue(
  filter: Extract<MarkFilter, { kind: "property" }>,
  observations: readonly Observed[],
): Generator<undefined, Observed[]> {
  const column = `ccp_${filter.property_id}`;
  const newest = new Map<string, { readonly of: Observed; readonly value: unknown }>();
  for (const [at, of] of observations.entries()) {
    if (at % STEP === 0) yield;
    const held = of.column_values.find(({ column_id }) => column_id === column);
    if (!held) continue;
    const key = `${of.component_type} ${of.dt_id}`;
    const known = newest.get(key);
    const isNewer = !known || Date.parse(of.observed_at) > Date.parse(known.of.observed_at);
    if (isNewer) newest.set(key, { of, value: held.value });
  }
  const found: Observed[] = [];
  for (const [at, { of, value }] of [...newest.values()].entries()) {
    if (at % STEP === 0) yield;
    if (meets(filter, value)) found.push(of);
  }
  return found;
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
