// The key figure as a heat map of the whole plant: it shows bad areas instead of single components.
import { BitmapLayer } from "@deck.gl/layers";
import { atom, type Atom } from "jotai";
import { planeAt } from "../src/domain/geometry/plane.ts";
import { heatImage } from "../src/map/component/heat-image.ts";
import { defineLayer } from "../src/map/layer.ts";
import {
  colouredColumnAtom,
  otherColumnAtom,
  type ColouredColumn,
} from "../src/map/component/coloured-column.ts";
import { levelOf, levelsAtom, rowFlagsAtom } from "../src/map/component/level.ts";

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

export const heatmap = defineLayer({
  id: "heatmap",
  name: "layer:heatmap",
  group: "results",
  visible: false,
  opacity: 0.75,
  data: imageOf(colouredColumnAtom),
  beside: imageOf(otherColumnAtom),
  build(heat, { origin }, opacity) {
    const [minX, minY, maxX, maxY] = heat.extent;
    const plane = planeAt(origin);
    const corner = (x: number, y: number): [number, number] => plane.toLonLat(x, y);
    return [
      new BitmapLayer({
        id: "heatmap",
        opacity,
        image: heat.image,
        bounds: [corner(minX, minY), corner(minX, maxY), corner(maxX, maxY), corner(maxX, minY)],
        textureParameters: { minFilter: "linear", magFilter: "linear" },
      }),
    ];
  },
});
