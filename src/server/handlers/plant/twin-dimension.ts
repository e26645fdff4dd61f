// The sizes of a plant's parts that its digital twin does not say.
import type { twinDimensionApi } from "../../../api/plant/twin-dimension.ts";
import { dimensionsWith } from "../../../domain/twin-view/dimension.ts";
import type { Handlers } from "../../implement.ts";
import { changeWithAudit } from "../../store/account/audit.ts";
import { readDimensions, storeDimensions } from "../../store/plant/twin-dimension.ts";

export const twinDimensionHandlers: Handlers<typeof twinDimensionApi> = {
  read: async ({ db }, { plant }) => ({
    dimensions: dimensionsWith(await readDimensions(db, plant.id)),
  }),

  async set(context, { plant, body }) {
    await changeWithAudit(
      context,
      (db) => storeDimensions(db, plant.id, body),
      () => ({ action: "set_twin_dimensions", detail: { plant_id: plant.id, ...body } }),
    );
    return { dimensions: dimensionsWith(body) };
  },
};
