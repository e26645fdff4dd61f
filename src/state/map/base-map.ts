// The base map's styles, fetched once per session.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import type { BaseMapStyles } from "../../domain/plant/base-map.ts";
import { perSession } from "../shell/lifetime.ts";
import { queryOf } from "../shell/query.ts";

const shipped: BaseMapStyles = { light: null, dark: null, satellite: null };

const stylesAtom = queryOf(() => ({
  key: ["base-map"],
  isFixed: true,
  ask: (options) => call(api.baseMap.styles, {}, options),
}));

/** Null until loaded; the shipped map where loading fails. */
export const baseMapStylesAtom = atom((get): BaseMapStyles | null => {
  const styles = get(stylesAtom);
  if (styles.state === "ready") return styles.value;
  return styles.state === "failed" ? shipped : null;
});

/** What the user chose; null before. */
const chosenSatelliteAtom = perSession<boolean | null>(null);

/** True for satellite images instead of the drawn map: from the start where the server has no other style. */
export const isSatelliteAtom = atom(
  (get) => {
    const styles = get(baseMapStylesAtom);
    const isOnly = styles !== null && styles.satellite !== null && !styles.light && !styles.dark;
    return get(chosenSatelliteAtom) ?? isOnly;
  },
  (_, set, isSatellite: boolean) => set(chosenSatelliteAtom, isSatellite),
);
