// What the legend says of the points where images were taken.
import { atom } from "jotai";
import { cssOf } from "../../domain/colour/colour.ts";
import { signalInks } from "../../domain/colour/palette.ts";
import { drawnImages, imagePositionsAtom, type ImagePosition } from "./image-position.ts";
import { shownLayersAtom } from "./layer.ts";

const inks = { thermal: signalInks.thermal_image, rgb: signalInks.rgb_image };

export type ImageKey = {
  readonly kinds: readonly {
    readonly kind: ImagePosition["kind"];
    readonly colour: string;
    readonly count: number;
  }[];
  /** Points where there are more images than the map and 3D draw; null where they draw all. */
  readonly drawn: number | null;
  readonly all: number;
};

/** Null while no point is drawn. Positions are fetched for their layer alone, so a hidden one asks for nothing. */
export const imageKeyAtom = atom((get): ImageKey | null => {
  if (!get(shownLayersAtom).some(({ id, visible }) => id === "images" && visible)) return null;
  const all = get(imagePositionsAtom);
  if (!all) return null;
  const kinds = (["thermal", "rgb"] as const).flatMap((kind) => {
    const count = all.filter((one) => one.kind === kind).length;
    const [red, green, blue] = inks[kind];
    return count > 0 ? [{ kind, colour: cssOf([red, green, blue]), count }] : [];
  });
  const drawn = drawnImages(all).length;
  return { kinds, drawn: drawn < all.length ? drawn : null, all: all.length };
});
