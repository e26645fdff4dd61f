// Where the images were taken.
import { ScatterplotLayer } from "@deck.gl/layers";
import { atom } from "jotai";
import { signalInks } from "../src/domain/colour/palette.ts";
import { SwipeClip, type SwipeClipProps } from "../src/map/canvas/swipe-clip.ts";
import { comparisonAtom } from "../src/map/component/coloured-column.ts";
import { currentSpan, type Span } from "../src/map/component/drawn-column.ts";
import { defineLayer, nothingBeside } from "../src/map/layer.ts";
import {
  drawnImages,
  imagePositionsAtom,
  type ImagePosition,
} from "../src/state/map/image-position.ts";

const inks = { thermal: signalInks.thermal_image, rgb: signalInks.rgb_image };

type Images = { readonly positions: readonly ImagePosition[]; readonly span: Span };

/** Of the current analysis: in a swipe they lie on its side alone. */
const imagesAtom = atom((get): Images | null => {
  const positions = get(imagePositionsAtom);
  return positions && { positions, span: currentSpan(get(comparisonAtom)) };
});
export const images = defineLayer({
  id: "images",
  name: "layer:images",
  group: "images",
  visible: false,
  opacity: 1,
  inSpace: true,
  data: imagesAtom,
  beside: nothingBeside,
  build: ({ positions: all, span }, _scene, opacity) => {
    const data = drawnImages(all);
    return [
      new ScatterplotLayer<ImagePosition, SwipeClipProps>({
        id: "images",
        extensions: [new SwipeClip()],
        swipe: span,
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
  bounds: ({ positions: all }) => {
    const lons = all.map(({ lon }) => lon);
    const lats = all.map(({ lat }) => lat);
    const box = [lons, lats].map((values) => values.reduce((a, b) => Math.min(a, b), Infinity));
    const far = [lons, lats].map((values) => values.reduce((a, b) => Math.max(a, b), -Infinity));
    return [box[0]!, box[1]!, far[0]!, far[1]!];
  },
});
