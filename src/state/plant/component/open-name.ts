// The name of the open component, as people at the plant call it.
import { atom } from "jotai";
import { geometryVersionAtom, namesOf } from "../plant.ts";
import { shortName } from "./component-words.ts";
import { openComponentAtom, openRowAtom } from "./component.ts";

/** Its ID until the names are loaded; "" where none is open. */
export const openNameAtom = atom((get): string => {
  get(geometryVersionAtom);
  const [open, at] = [get(openComponentAtom), get(openRowAtom)];
  if (!open) return "";
  const isSame =
    at?.component_type === open.component_type &&
    namesOf(at.component_type)?.dtId(at.row) === open.dt_id;
  return at && isSame ? shortName(at) : open.dt_id;
});
