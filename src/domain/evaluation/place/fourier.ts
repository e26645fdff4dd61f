// The discrete Fourier transform of a square picture whose side is a power of two (Cooley and Tukey 1965).

/** Real and imaginary parts of `side` rows of `side` values. */
export type Complex = { readonly re: Float64Array; readonly im: Float64Array };

export type Fourier = {
  readonly side: number;
  /** In place. The inverse is not divided by the number of values. */
  transform(values: Complex, isInverse: boolean): void;
};

/** @param side a power of two */
export function fourierOf(side: number): Fourier {
  const [cos, sin] = [new Float64Array(side / 2), new Float64Array(side / 2)];
  for (let k = 0; k < side / 2; k++) {
    cos[k] = Math.cos((2 * Math.PI * k) / side);
    sin[k] = Math.sin((2 * Math.PI * k) / side);
  }
  const bits = Math.log2(side);
  const reversed = Uint32Array.from({ length: side }, (_, at) => {
    let back = 0;
    for (let bit = 0; bit < bits; bit++) if ((at >> bit) & 1) back |= 1 << (bits - 1 - bit);
    return back;
  });
  const [lineRe, lineIm] = [new Float64Array(side), new Float64Array(side)];

  function line({ re, im }: Complex, start: number, step: number, way: number): void {
    for (let k = 0; k < side; k++) {
      const at = start + reversed[k]! * step;
      lineRe[k] = re[at]!;
      lineIm[k] = im[at]!;
    }
    for (let size = 2; size <= side; size *= 2) {
      const [half, stride] = [size / 2, side / size];
      for (let from = 0; from < side; from += size) {
        for (let k = 0; k < half; k++) {
          const [c, s] = [cos[k * stride]!, way * sin[k * stride]!];
          const [a, b] = [from + k, from + k + half];
          const re2 = lineRe[b]! * c - lineIm[b]! * s;
          const im2 = lineRe[b]! * s + lineIm[b]! * c;
          lineRe[b] = lineRe[a]! - re2;
          lineIm[b] = lineIm[a]! - im2;
          lineRe[a]! += re2;
          lineIm[a]! += im2;
        }
      }
    }
    for (let k = 0; k < side; k++) {
      re[start + k * step] = lineRe[k]!;
      im[start + k * step] = lineIm[k]!;
    }
  }

  return {
    side,
    transform(values, isInverse) {
      const way = isInverse ? 1 : -1;
      for (let row = 0; row < side; row++) line(values, row * side, 1, way);
      for (let column = 0; column < side; column++) line(values, column, side, way);
    },
  };
}

/** The smallest power of two that is not below. */
export const powerOfTwo = (least: number): number => 2 ** Math.ceil(Math.log2(least));
