// Numbers that a column of 32-bit floating point holds.
import { z } from "zod";

const least = 2 ** -126;
const most = 3.4e38;

/** Zero, or a number of a size that such a column can store. */
export const realShape = z.number().refine((value) => {
  const size = Math.abs(value);
  return size === 0 || (size >= least && size <= most);
});
