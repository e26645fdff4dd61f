// The objects of a drawing as the file states them: a type with its pairs of group code and value, in their order.
import type Parser from "dxf-parser";

export type DxfObject = {
  readonly type: string;
  readonly codes: readonly number[];
  readonly values: readonly unknown[];
};
export type V3 = readonly [x: number, y: number, z: number];

type Group = { readonly code: number; readonly value: unknown };
type Scanner = { next(): Group; isEOF(): boolean };
type Handler = Parameters<Parser["registerEntityHandler"]>[0];

/** Words that begin or end parts of the file and are no objects. */
const structural = new Set("SECTION ENDSEC BLOCK ENDBLK TABLE ENDTAB EOF".split(" "));

/**
 * Lets the parser hand over all groups of objects of each type. Its own handlers know sixteen types, skip the others in
 * silence, and leave out weights of splines and where planes of objects lie.
 */
export function takeWhole(parser: Parser, types: Iterable<string>): void {
  for (const type of types) {
    if (structural.has(type)) continue;
    function handler() {
      return { ForEntityName: type, parseEntity: (scanner: Scanner) => objectOf(type, scanner) };
    }
    parser.registerEntityHandler(handler as unknown as Handler);
  }
}

function objectOf(type: string, scanner: Scanner): DxfObject {
  const codes: number[] = [];
  const values: unknown[] = [];
  let group = scanner.next();
  while (group.code !== 0 && !scanner.isEOF()) {
    codes.push(group.code);
    values.push(group.value);
    group = scanner.next();
  }
  return { type, codes, values };
}

/** The first number of the code. */
export function numberOf({ codes, values }: DxfObject, code: number, otherwise = 0): number {
  const value = values[codes.indexOf(code)];
  return typeof value === "number" ? value : otherwise;
}

export function textOf({ codes, values }: DxfObject, code: number): string {
  const value = values[codes.indexOf(code)];
  return value === undefined ? "" : String(value);
}

/** All numbers of the code. */
export function numbersOf({ codes, values }: DxfObject, code: number): number[] {
  const found: number[] = [];
  for (const [at, one] of codes.entries()) if (one === code) found.push(Number(values[at]));
  return found;
}

/** The first point of the code: x, and y and z in the codes 10 and 20 above it. Null without one. */
export function pointOf(object: DxfObject, code: number): V3 | null {
  const point: V3 = [
    numberOf(object, code, NaN),
    numberOf(object, code + 10, NaN),
    numberOf(object, code + 20),
  ];
  return isPlaced(point) ? point : null;
}

/** All points of the code; each begins with its x. */
export function pointsOf({ codes, values }: DxfObject, code: number): V3[] {
  const points: [number, number, number][] = [];
  for (const [at, one] of codes.entries()) {
    const value = Number(values[at]);
    const last = points.at(-1);
    if (one === code) points.push([value, NaN, 0]);
    else if (last && one === code + 10) last[1] = value;
    else if (last && one === code + 20) last[2] = value;
  }
  return points;
}

export const isPlaced = ([x, y, z]: V3): boolean =>
  Number.isFinite(x) && Number.isFinite(y) && Number.isFinite(z);
