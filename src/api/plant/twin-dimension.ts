// The sizes of a plant's parts that its digital twin does not say, for the 3D view.
import { z } from "zod";
import { dimensionChangesShape, dimensionShape } from "../../domain/twin-view/dimension.ts";
import { endpoint } from "../endpoint.ts";
import { idParams } from "./plant.ts";

const ofPlant = {
  path: "/auth/plant/{id}/twin-dimensions",
  scope: { plant: "id" },
  params: idParams,
  /** The sizes with the defaults for the rest. */
  answer: z.object({ dimensions: dimensionShape }),
} as const;

export const twinDimensionApi = {
  read: endpoint({
    method: "GET",
    summary: "The sizes of the parts of the plant that are drawn in 3D.",
    permission: { any: ["READ_DIGITAL_TWIN_VISUALIZATION", "UPLOAD_DIGITAL_TWIN"] },
    ...ofPlant,
  }),
  set: endpoint({
    method: "POST",
    summary:
      "Sets the sizes of the parts of the plant. Sizes that are left out have their defaults.",
    permission: "UPLOAD_DIGITAL_TWIN",
    body: dimensionChangesShape,
    ...ofPlant,
  }),
};
