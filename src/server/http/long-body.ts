// Looks through the long lists of a body in turns, before its shape is applied in one go. A million faulty rows would
// make a million faults, of which a few are reported, and hold up others for seconds.
import { z } from "zod";
import type { Problem } from "../../domain/error.ts";
import { limits } from "../../domain/limits.ts";
import { stepsInTurns } from "../turn.ts";

/** Rows from which on a list is looked through row by row. */
const LONG = 500;

type Path = readonly PropertyKey[];
type Found = z.core.$ZodIssue[];
export type ProblemOf = (issue: z.core.$ZodIssue) => Problem;

/**
 * What is wrong with the long lists of a body, as far as problems are reported; empty if nothing is, or if no list is long.
 * What is wrong with the rest is left to the shape itself.
 */
export async function longListProblems(
  shape: z.ZodType,
  sent: unknown,
  problemOf: ProblemOf,
): Promise<Problem[]> {
  const found: Found = [];
  await stepsInTurns(steps(shape, sent, [], found));
  return found.slice(0, limits.reportedProblems).map(problemOf);
}

const isFull = (found: Found) => found.length >= limits.reportedProblems;

/** Looks through one value. Each step is short. */
function* steps(shape: z.ZodType, value: unknown, path: Path, found: Found): Generator<void> {
  const inner = chosen(innerOf(shape), value);
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    yield* listSteps(inner, value, path, found);
  } else if (isPlainObject(value)) {
    for (const [name, of] of fieldsOf(inner, value)) {
      if (isFull(found)) return;
      yield* steps(of, value[name], [...path, name], found);
    }
  }
}

function* listSteps(
  list: z.ZodArray,
  rows: readonly unknown[],
  path: Path,
  found: Found,
): Generator<void> {
  const most = mostOf(list);
  if (most !== null && rows.length > most) {
    found.push({
      code: "too_big",
      origin: "array",
      maximum: most,
      inclusive: true,
      path: [...path],
      message: "",
      input: rows,
    });
    return;
  }
  const element = list.element as z.ZodType;
  const isDeep = mayHoldList(innerOf(element));
  if (rows.length <= LONG && !isDeep) return;
  for (const [at, row] of rows.entries()) {
    const before = found.length;
    if (isDeep) yield* steps(element, row, [...path, at], found);
    if (rows.length > LONG && found.length === before) {
      const read = element.safeParse(row);
      const issues = read.success ? [] : read.error.issues.slice(0, limits.reportedProblems);
      found.push(...issues.map((issue) => ({ ...issue, path: [...path, at, ...issue.path] })));
    }
    if (isFull(found)) return;
    yield;
  }
}

/** The shape that takes the value as it was sent, without what may be absent or is changed afterwards. */
function innerOf(shape: z.ZodType): z.ZodType {
  const { def } = shape as unknown as {
    def: { type: string; innerType?: z.ZodType; in?: z.ZodType };
  };
  const inner = def.type === "pipe" ? def.in : def.innerType;
  return inner ? innerOf(inner) : shape;
}

/** Of a union the one shape whose fixed fields the value has, if it is one; what fits none is left to the union. */
function chosen(shape: z.ZodType, value: unknown): z.ZodType {
  if (!(shape instanceof z.ZodUnion) || !isPlainObject(value)) return shape;
  const fitting = (shape.options as readonly z.ZodType[]).map(innerOf).filter((option) => {
    if (!(option instanceof z.ZodObject)) return false;
    const fields = Object.entries(option.shape as Record<string, z.ZodType>);
    return fields.every(
      ([name, of]) => !(of instanceof z.ZodLiteral) || of.values.has(value[name] as never),
    );
  });
  return fitting.length === 1 && fitting[0] ? fitting[0] : shape;
}

/** The fields of an object and the values of a record. */
function* fieldsOf(
  shape: z.ZodType,
  value: Readonly<Record<string, unknown>>,
): Generator<readonly [string, z.ZodType]> {
  if (shape instanceof z.ZodObject) {
    for (const [name, of] of Object.entries(shape.shape as Record<string, z.ZodType>))
      if (Object.hasOwn(value, name)) yield [name, of];
  } else if (shape instanceof z.ZodRecord) {
    if (!mayHoldList(innerOf(shape.valueType as z.ZodType))) return;
    for (const name of Object.keys(value)) yield [name, shape.valueType as z.ZodType];
  }
}

const deep = new WeakMap<z.ZodType, boolean>();

/** Whether a value of this shape may have a list in it. */
function mayHoldList(shape: z.ZodType): boolean {
  const known = deep.get(shape);
  if (known !== undefined) return known;
  // A shape that holds itself.
  deep.set(shape, false);
  const into = (one: unknown) => mayHoldList(innerOf(one as z.ZodType));
  const result =
    shape instanceof z.ZodArray ||
    (shape instanceof z.ZodObject && Object.values(shape.shape as object).some(into)) ||
    (shape instanceof z.ZodRecord && into(shape.valueType)) ||
    (shape instanceof z.ZodUnion && shape.options.some(into));
  deep.set(shape, result);
  return result;
}

const mosts = new WeakMap<z.ZodArray, number | null>();

/** How many rows the list takes; null where it does not say. */
function mostOf(list: z.ZodArray): number | null {
  const known = mosts.get(list);
  if (known !== undefined) return known;
  const { maxItems = null } = z.toJSONSchema(list, { io: "input", unrepresentable: "any" });
  mosts.set(list, maxItems);
  return maxItems;
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
