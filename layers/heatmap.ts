// The key figure as a heat map of the whole plant: it shows bad areas instead of single components.
import { BitmapLayer } from "@deck.gl/layers";
import { atom, type Atom } from "jotai";
import { planeAt } from "../src/domain/geometry/plane.ts";
import { SwipeClip, type SwipeClipProps } from "../src/map/canvas/swipe-clip.ts";
import {
  colouredColumnAtom,
  comparisonAtom,
  otherColumnAtom,
  type ColouredColumn,
} from "../src/map/component/coloured-column.ts";
import { drawnParts, type DrawnPart } from "../src/map/component/drawn-column.ts";
import { heatImage, type HeatImage } from "../src/map/component/heat-image.ts";
import { levelOf, levelsAtom, rowFlagsAtom } from "../src/map/component/level.ts";
import { defineLayer } from "../src/map/layer.ts";

type Heat = Pick<DrawnPart, "side" | "span"> & { readonly heat: HeatImage };

/** The image changes with values and filters; another opacity does not compute it again. */
const imageOf = (columnAtom: Atom<ColouredColumn | null>) =>
  atom((get) => {
    const column = get(columnAtom);
    const level = column && levelOf(get(levelsAtom), column.type);
    if (!column || !level?.mesh) return null;
    const { values, colouring } = column;
    const mask = get(rowFlagsAtom).of(column.type) ?? null;
    return heatImage({
      geometry: level.geometry,
      extent: level.mesh.extent,
      values,
      colouring,
      mask,
    });
  });

const images = { this: imageOf(colouredColumnAtom), other: imageOf(otherColumnAtom) };

/** Of both analyses on their sides of a swipe. Changes have no average: where they are drawn, there is no heat. */
const heatsAtom = atom((get): readonly Heat[] | null => {
  const comparison = get(comparisonAtom);
  if (comparison?.mode === "difference") return null;
  const parts = drawnParts({ column: get(colouredColumnAtom), comparison });
  const heats = parts.flatMap(({ side, span }): Heat[] => {
    const heat = get(images[side]);
    return heat ? [{ side, span, heat }] : [];
  });
  return heats.length > 0 ? heats : null;
});

const besideAtom = atom((get): readonly Heat[] | null => {
  const heat = get(images.other);
  return heat && [{ side: "other", span: [0, 1], heat }];
});

export const heatmap = defineLayer({
  id: "heatmap",
  name: "layer:heatmap",
  group: "results",
  visible: false,
  opacity: 0.75,
  data: heatsAtom,
  beside: besideAtom,
  build: (heats, { origin }, opacity) =>
    heats.map(({ side, span, heat }) => {
      const [minX, minY, maxX, maxY] = heat.extent;
      const plane = planeAt(origin);
      const corner = (x: number, y: number): [number, number] => plane.toLonLat(x, y);
      return new BitmapLayer<SwipeClipProps>({
        id: side === "this" ? "heatmap" : "heatmap-other",
        extensions: [new SwipeClip()],
        swipe: span,
        opacity,
        image: heat.image,
        bounds: [corner(minX, minY), corner(minX, maxY), corner(maxX, maxY), corner(maxX, minY)],
        textureParameters: { minFilter: "linear", magFilter: "linear" },
      });
    }),
});
