// Which rows and columns of a result are read: the parts of a request for values.
import { z } from "zod";
import { keyFigures } from "../key-figure/key-figure.ts";
import { idShape } from "../id.ts";
import { exactLineShape } from "../text.ts";

const dtIdShape = exactLineShape.max(200);

/** In an address, whose length is limited. */
export const dtIdsShape = z.array(dtIdShape).max(1000);
/** In a body. */
export const manyDtIdsShape = z.array(dtIdShape).max(100_000);

/** The columns of a CSV file, each with its header. */
export const csvMappingsShape = z
  .array(z.strictObject({ key_figure_id: idShape, header: exactLineShape.min(1).max(200) }))
  .min(1)
  .max(keyFigures.length);
export type CsvMapping = z.infer<typeof csvMappingsShape>[number];
