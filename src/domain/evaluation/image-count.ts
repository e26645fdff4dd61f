// How many single images an evaluation measured, and why others do not count.
import { z } from "zod";

/** Thermal images that were measured, those whose rows were matched, those without a published formula; visible ones. */
export type ImageCounts = {
  readonly measured: number;
  readonly placed: number;
  readonly without_temperature: number;
  readonly visible: number;
  /** Visible images that are stored in another size than they are shown: their camera does not fit their pixels. */
  readonly turned: number;
  /** Visible images whose place is not sure, so that nothing of them counts. */
  readonly visible_not_sure: number;
  /** Images whose rows fit, while no image of their flight shows that these are not the next ones. */
  readonly flight_not_sure: number;
  /** Images that show, themselves or those before and after, that they lie a component or more beside. */
  readonly flight_beside: number;
  /** The same file under another name, which is no second look. */
  readonly duplicates: number;
  /** Those that show temperatures as colours, and hold none: nothing of them counts. */
  readonly false_colour: number;
  /** Images whose file states how well the place of the camera is known, as with satellite corrections. */
  readonly position_stated: number;
  /** Exported as TIFF, while no user has said what the numbers mean. */
  readonly unconfirmed: number;
  /** Exported as TIFF, and no temperatures of a plant in the unit that was stated. */
  readonly odd_unit: number;
  /** Exported as TIFF in another size than their JPEGs, which counted instead. */
  readonly by_jpeg: number;
};

const number = z.number();
/** Of a log of this version or an earlier one. */
export const imageCountsShape = z.object({
  measured: number,
  placed: number,
  without_temperature: number,
  visible: number.default(0),
  turned: number.default(0),
  visible_not_sure: number.default(0),
  flight_not_sure: number.default(0),
  flight_beside: number.default(0),
  duplicates: number.default(0),
  false_colour: number.default(0),
  position_stated: number.default(0),
  unconfirmed: number.default(0),
  odd_unit: number.default(0),
  by_jpeg: number.default(0),
});
