// The turn at the second of three points, exactly: rounding never changes the answer.

/**
 * Bound of the rounding error of the quick computation, relative to the sum of its two products.
 * Source: Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates", 1997.
 */
const ERROR_BOUND = (3 + 16 * 2 ** -53) * 2 ** -53;
/** Products of numbers as small as this lose digits. */
const SMALLEST_PRODUCT = 2 ** -960;

const double = new Float64Array(1);
const bits = new BigUint64Array(double.buffer);

/** The finite number times 2^1074, which is whole. */
function whole(value: number): bigint {
  double[0] = value;
  const exponent = (bits[0]! >> 52n) & 0x7ffn;
  const mantissa = bits[0]! & 0xf_ffff_ffff_ffffn;
  const size = exponent === 0n ? mantissa : (mantissa | (1n << 52n)) << (exponent - 1n);
  return value < 0 ? -size : size;
}

/** 1 for a turn to the left on the way a, b, c; -1 to the right; 0 if the three are on one line. */
export function turnOf(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
): -1 | 0 | 1 {
  const left = (ax - cx) * (by - cy);
  const right = (ay - cy) * (bx - cx);
  const turn = left - right;
  if (Math.abs(turn) > ERROR_BOUND * (Math.abs(left) + Math.abs(right)) + SMALLEST_PRODUCT) {
    return turn > 0 ? 1 : -1;
  }
  const [x, y] = [whole(cx), whole(cy)];
  const exact = (whole(ax) - x) * (whole(by) - y) - (whole(ay) - y) * (whole(bx) - x);
  return exact > 0n ? 1 : exact < 0n ? -1 : 0;
}
