// The key figure as a soft picture of the whole plant: where it is bad, not which component is.
import { BitmapLayer } from "@deck.gl/layers";
import { atom } from "jotai";
import { planeAt } from "../src/domain/geometry/plane.ts";
import { heatImage } from "../src/map/component/heat-image.ts";
import { defineLayer } from "../src/map/layer.ts";
import { colouredColumnAtom } from "../src/map/component/coloured-column.ts";
import { levelOf, levelsAtom, rowFlagsAtom } from "../src/map/component/level.ts";

/** The picture changes with values and filters; it is not drawn again for another opacity. */
const pictureAtom = atom((get) => {
  const column = get(colouredColumnAtom);
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
  visible: false,
  opacity: 0.75,
  data: pictureAtom,
  build(picture, { origin }, opacity) {
    const [minX, minY, maxX, maxY] = picture.extent;
    const plane = planeAt(origin);
    const corner = (x: number, y: number): [number, number] => plane.toLonLat(x, y);
    return [
      new BitmapLayer({
        id: "heatmap",
        opacity,
        image: picture.image,
        bounds: [corner(minX, minY), corner(minX, maxY), corner(maxX, maxY), corner(maxX, minY)],
        textureParameters: { minFilter: "linear", magFilter: "linear" },
      }),
    ];
  },
});
