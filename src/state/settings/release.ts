// What the question before a release, a withdrawal or a hiding says.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import type { ReleaseEffect } from "../../domain/analysis/release-effect.ts";
import { plantKey, plantQueryOf } from "../plant/plant.ts";
import { perPlant } from "../shell/lifetime.ts";
import { reload, type ServerQuery } from "../shell/query.ts";

const askedIdAtom = perPlant<number | null>(null);
const keyOf = (id: number) => plantKey("release-effect", id);

/** Of the analysis that was asked about last. */
export const releaseEffectAtom = plantQueryOf((_plant, get): ServerQuery<ReleaseEffect> | null => {
  const id = get(askedIdAtom);
  return id === null
    ? null
    : {
        key: keyOf(id),
        ask: (options) => call(api.analysis.releaseEffect, { params: { id } }, options),
      };
});

/** Asks whom a release of the analysis concerns; users and values may have changed since it was asked last. */
export const askReleaseEffect = atom(null, async (get, set, id: number): Promise<void> => {
  if (get(askedIdAtom) === id) await reload(keyOf(id));
  else set(askedIdAtom, id);
});
