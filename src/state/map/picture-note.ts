// What a sheet says of its picture: what in view is not drawn in it.
import { atom } from "jotai";
import { t } from "../shell/locale.ts";
import { componentTypeInText } from "../plant/column/value-words.ts";
import { notDrawnAtom } from "./not-drawn.ts";
import type { MapPicture } from "./picture.ts";

/** Lines for a sheet with this picture; none where all that is in view is drawn. */
export const pictureNotesAtom = atom((get) => {
  const types = get(notDrawnAtom).map((type) => componentTypeInText(type, true));
  return ({ isWhole }: Pick<MapPicture, "isWhole">): readonly string[] => [
    ...(isWhole ? [] : [t("print:not_whole")]),
    ...(types.length > 0 ? [t("map:not_drawn.title", { types: types.join(", ") })] : []),
  ];
});
