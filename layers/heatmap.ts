// The key figure as a soft picture of the whole plant: where it is bad, not which component is.
import { BitmapLayer } from "@deck.gl/layers";
import { planeAt } from "../src/domain/geometry/plane.ts";
import { heatPicture } from "../src/map/component/heat-picture.ts";
import { defineLayer } from "../src/map/layer.ts";
import { levelOf } from "../src/map/scene.ts";

export const heatmap = defineLayer({
  id: "heatmap",
  name: "layer:heatmap",
  visible: false,
  opacity: 0.75,
  available: ({ column }) => column !== null,
  build(scene, opacity) {
    const { column, origin, markVersion } = scene;
    const level = column && levelOf(scene, column.type);
    if (!column || !level?.mesh) return [];
    const picture = heatPicture({
      geometry: level.geometry,
      extent: level.mesh.extent,
      values: column.values,
      colouring: column.colouring,
      mask: level.marks ?? null,
      version: markVersion,
    });
    if (!picture) return [];
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
