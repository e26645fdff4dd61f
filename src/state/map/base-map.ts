// The base map's styles, asked once per page.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import type { BaseMapStyles } from "../../domain/plant/base-map.ts";
import { perSession } from "../shell/lifetime.ts";

const shipped: BaseMapStyles = { light: null, dark: null, satellite: null };

/** Null until asked; the shipped map serves where the answer does not come. */
export const baseMapStylesAtom = perSession<BaseMapStyles | null>(null);

export const loadBaseMapStyles = atom(null, async (get, set) => {
  if (get(baseMapStylesAtom) !== null) return;
  set(baseMapStylesAtom, await call(api.baseMap.styles, {}).catch(() => shipped));
});

/** Satellite pictures instead of the drawn map, where a style is set. */
export const isSatelliteAtom = perSession(false);
