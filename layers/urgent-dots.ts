// Parts that their bars do not show, as dots with their number, in the colour of the worst of them.
import { ScatterplotLayer, TextLayer } from "@deck.gl/layers";
import { rgbOf } from "../src/domain/colour/colour.ts";
import { mapInks, severityColours } from "../src/domain/colour/palette.ts";
import type { Dot } from "../src/domain/column/hidden-part.ts";
import { planeAt } from "../src/domain/geometry/plane.ts";
import { labelStyle } from "../src/map/component/label-style.ts";
import { SwipeClip, type SwipeClipProps } from "../src/map/canvas/swipe-clip.ts";
import {
  besideDotsAtom,
  dotPartsAtom,
  dotRadius,
  LEAST_WRITTEN,
  type DotPart,
} from "../src/map/component/urgent-dot.ts";
import type { Scene } from "../src/map/scene.ts";
import type { Severity } from "../src/domain/key-figure/key-figure-shape.ts";
import { defineLayer } from "../src/map/layer.ts";

export const urgentDots = defineLayer({
  id: "urgent_dots",
  name: "layer:urgent_dots",
  group: "results",
  visible: true,
  opacity: 1,
  inSpace: true,
  data: dotPartsAtom,
  beside: besideDotsAtom,
  build: (parts, scene, opacity) => parts.flatMap((part) => layersOf(part, scene, opacity)),
});

function layersOf({ side, dots, swipe }: DotPart, { origin, scheme }: Scene, opacity: number) {
  const plane = planeAt(origin);
  const getPosition = ({ x, y }: Dot) => plane.toLonLat(x, y);
  const ink = mapInks[scheme];
  const clip = { extensions: [new SwipeClip()], swipe };
  return [
    new ScatterplotLayer<Dot, SwipeClipProps>({
      id: `urgent_dots-points ${side}`,
      data: dots,
      opacity,
      ...clip,
      getPosition,
      getFillColor: ({ severity }) => [...rgbOf(severityColours[scheme][severity as Severity])],
      getLineColor: [...ink.halo],
      stroked: true,
      // Round also on a tilted map.
      billboard: true,
      radiusUnits: "pixels",
      getRadius: dotRadius,
      lineWidthUnits: "pixels",
      getLineWidth: 1.5,
      updateTriggers: { getFillColor: scheme, getLineColor: scheme },
    }),
    new TextLayer<Dot, SwipeClipProps>({
      id: `urgent_dots-numbers ${side}`,
      data: dots.filter(({ count }) => count >= LEAST_WRITTEN),
      opacity,
      ...clip,
      getPosition,
      getText: ({ count }) => String(count),
      ...labelStyle(scheme),
      getSize: 11,
      getPixelOffset: (dot) => [dotRadius(dot) + 3, 0],
      getTextAnchor: "start",
      getColor: [...ink.text],
      updateTriggers: { getColor: scheme },
    }),
  ];
}
