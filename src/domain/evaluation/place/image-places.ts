// Where the single images of a survey were found, together: they are too many to be listed.
import { z } from "zod";
import { medianOf } from "../../median.ts";
import type { Registration } from "../registration.ts";

const number = z.number();
/** Metres of the images whose rows were matched; `worst` is the largest of them. */
const spreadShape = z.object({ median: number, worst: number });
export const imagePlacesShape = z.object({
  count: z.number().int(),
  /** Root of the mean square distance of an image's windows from its movement. */
  residual_m: spreadShape,
  /** By which an image was moved. */
  shift_m: spreadShape,
  /** With the largest residual. */
  worst_file: z.string(),
  /** Windows of all images that agree with the movement of their image, and those that do not. */
  blocks: z.number().int(),
  rejected: z.number().int(),
});
export type ImagePlaces = z.infer<typeof imagePlacesShape>;

type Placed = {
  readonly file: string;
  readonly found: Pick<Registration, "shift_m" | "residual_m" | "blocks" | "rejected">;
};

/** @param placed the images whose place is sure; null for none */
export function imagePlaces(placed: readonly Placed[]): ImagePlaces | null {
  const [worst] = placed.toSorted((a, b) => b.found.residual_m - a.found.residual_m);
  if (!worst) return null;
  const spreadOf = (values: readonly number[]) => ({
    median: medianOf(values),
    // A survey can have more images than a call takes arguments.
    worst: values.reduce((most, one) => Math.max(most, one), 0),
  });
  const sum = (of: (one: Placed["found"]) => number) =>
    placed.reduce((all, { found }) => all + of(found), 0);
  return {
    count: placed.length,
    residual_m: spreadOf(placed.map(({ found }) => found.residual_m)),
    shift_m: spreadOf(placed.map(({ found }) => Math.hypot(...found.shift_m))),
    worst_file: worst.file,
    blocks: sum(({ blocks }) => blocks),
    rejected: sum(({ rejected }) => rejected),
  };
}
