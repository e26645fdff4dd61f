// The custom properties that components can be filtered by.
import { atom } from "jotai";
import { observationColumnsAtom } from "../../observation/observation.ts";
import { valueOf } from "../../shell/loaded.ts";

/** In the order of the plant's settings; empty while loading, and for viewers who may not see observations. */
export const filterPropertiesAtom = atom((get) =>
  (valueOf(get(observationColumnsAtom)) ?? []).flatMap(({ ccp_column }) => ccp_column ?? []),
);
