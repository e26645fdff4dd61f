// Zeros that stand for no height: a program that fills gaps with 0 and says nothing makes pits of hundreds of metres.

export type Values = Readonly<ArrayLike<number>>;

/** Metres between a zero and all ground around its patch from which on it is no height. The sea has a shore somewhere. */
const VOID_M = 100;

/**
 * The same numbers with NaN in each patch of zeros that is bordered by ground far above or below it alone. A patch without
 * a border, such as a raster of the sea, stays.
 * @param values row by row
 * @param heightOf metres of a number; NaN where it stands for none
 */
export function withoutVoids(
  values: Values,
  width: number,
  heightOf: (value: number) => number,
): Values {
  let whole: Float64Array | null = null;
  const seen = new Uint8Array(values.length);
  const zero_m = heightOf(0);
  for (let start = 0; start < values.length; start++) {
    if (values[start] !== 0 || seen[start] === 1) continue;
    const patch = patchFrom(values, width, start, seen);
    let nearest = Infinity;
    for (const at of patch) {
      for (const next of around(at, width, values.length)) {
        if (values[next] === 0) continue;
        const metres = heightOf(values[next]!);
        if (metres === metres) nearest = Math.min(nearest, Math.abs(metres - zero_m));
      }
    }
    if (nearest === Infinity || nearest < VOID_M) continue;
    whole ??= Float64Array.from(values);
    for (const at of patch) whole[at] = NaN;
  }
  return whole ?? values;
}

/** The indices of the zeros that touch one another. */
function patchFrom(values: Values, width: number, start: number, seen: Uint8Array): number[] {
  const patch = [start];
  seen[start] = 1;
  for (let i = 0; i < patch.length; i++) {
    for (const next of around(patch[i]!, width, values.length)) {
      if (values[next] !== 0 || seen[next] === 1) continue;
      seen[next] = 1;
      patch.push(next);
    }
  }
  return patch;
}

/** The pixels beside, above and below one. */
function around(at: number, width: number, length: number): number[] {
  const column = at % width;
  return [
    ...(column > 0 ? [at - 1] : []),
    ...(column + 1 < width ? [at + 1] : []),
    ...(at >= width ? [at - width] : []),
    ...(at + width < length ? [at + width] : []),
  ];
}
