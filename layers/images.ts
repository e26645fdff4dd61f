// Where the images were taken.
import { ScatterplotLayer } from "@deck.gl/layers";
import { signalInks } from "../src/domain/colour/palette.ts";
import { defineLayer } from "../src/map/layer.ts";
import { imagePositionsAtom, type ImagePosition } from "../src/state/map/image-position.ts";

const inks = { thermal: signalInks.thermal_image, rgb: signalInks.rgb_image };
/** Instances are slow without a GPU, and an analysis has thousands of images. */
const MOST_POINTS = 3000;

export const images = defineLayer({
  id: "images",
  name: "layer:images",
  group: "images",
  visible: false,
  opacity: 1,
  inSpace: true,
  data: imagePositionsAtom,
  build: (all, _scene, opacity) => {
    const stride = Math.ceil(all.length / MOST_POINTS);
    const data = stride > 1 ? all.filter((_, index) => index % stride === 0) : all;
    return [
      new ScatterplotLayer<ImagePosition>({
        id: "images",
        data,
        opacity,
        getPosition: ({ lon, lat }) => [lon, lat],
        getFillColor: ({ kind }) => [...inks[kind]],
        getLineColor: [...signalInks.image_rim],
        stroked: true,
        radiusUnits: "pixels",
        getRadius: 4,
        lineWidthUnits: "pixels",
        getLineWidth: 1,
      }),
    ];
  },
  bounds: (all) => {
    const lons = all.map(({ lon }) => lon);
    const lats = all.map(({ lat }) => lat);
    const box = [lons, lats].map((values) => values.reduce((a, b) => Math.min(a, b), Infinity));
    const far = [lons, lats].map((values) => values.reduce((a, b) => Math.max(a, b), -Infinity));
    return [box[0]!, box[1]!, far[0]!, far[1]!];
  },
});
