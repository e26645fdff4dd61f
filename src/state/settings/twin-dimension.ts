// The sizes of a plant's parts that are drawn in 3D.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import type { Dimensions } from "../../domain/twin-view/dimension.ts";
import { queriesById, reload, type ServerQuery } from "../shell/query.ts";

const keyOf = (id: number) => ["plant", id, "twin-dimensions"];

export function dimensionsQuery(id: number): ServerQuery<{ readonly dimensions: Dimensions }> {
  return {
    key: keyOf(id),
    ask: (options) => call(api.twinDimension.read, { params: { id } }, options),
  };
}

/** The sizes of a plant by its id. */
export const dimensionsOf = queriesById(dimensionsQuery);

/** Rejects with the refusal. */
export const setDimensions = atom(
  null,
  async (_get, _set, id: number, body: Partial<Dimensions>): Promise<void> => {
    await call(api.twinDimension.set, { params: { id }, body });
    await reload(keyOf(id));
  },
);
