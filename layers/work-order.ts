// The walk of the open work order: its stops with their numbers, and the way from each to the next.
import { PathLayer, ScatterplotLayer, TextLayer } from "@deck.gl/layers";
import { mapInks, signalInks } from "../src/domain/colour/palette.ts";
import type { LonLat } from "../src/domain/geometry/plane.ts";
import { placesBounds } from "../src/domain/geometry/place-bounds.ts";
import { labelStyle } from "../src/map/component/label-style.ts";
import { defineLayer } from "../src/map/layer.ts";
import { walkOnMapAtom, type WalkMark } from "../src/state/plant/work-order/listed.ts";

const positionOf = (place: LonLat): [number, number] => [place[0], place[1]];

export const workOrder = defineLayer({
  id: "work_order",
  name: "layer:work_order",
  group: "field",
  visible: true,
  opacity: 1,
  calls: ["workOrder.list"],
  data: walkOnMapAtom,
  build: ({ start, marks }, { scheme }, opacity) => {
    const { text, halo } = mapInks[scheme];
    const way = [...(start ? [start] : []), ...marks.map(({ place }) => place)];
    return [
      new PathLayer<readonly LonLat[]>({
        id: "work_order-way",
        data: way.length > 1 ? [way] : [],
        opacity,
        getPath: (places) => places.map(positionOf),
        getColor: [...signalInks.open],
        getWidth: 2,
        widthUnits: "pixels",
      }),
      new ScatterplotLayer<LonLat>({
        id: "work_order-start",
        data: start ? [start] : [],
        opacity,
        getPosition: positionOf,
        getFillColor: [...signalInks.take_off],
        stroked: true,
        getLineColor: [...halo],
        radiusUnits: "pixels",
        getRadius: 7,
        lineWidthUnits: "pixels",
        getLineWidth: 2,
        updateTriggers: { getLineColor: scheme },
      }),
      new ScatterplotLayer<WalkMark>({
        id: "work_order-stops",
        data: [...marks],
        opacity,
        getPosition: ({ place }) => positionOf(place),
        // What is done steps back.
        getFillColor: ({ isToDo }) => (isToDo ? [...signalInks.open] : [...halo]),
        stroked: true,
        getLineColor: ({ isShown, isToDo }) =>
          isShown ? [...signalInks.take_off] : isToDo ? [...halo] : [...signalInks.open],
        radiusUnits: "pixels",
        getRadius: ({ isShown }) => (isShown ? 13 : 11),
        lineWidthUnits: "pixels",
        getLineWidth: ({ isShown }) => (isShown ? 4 : 2),
        updateTriggers: { getFillColor: scheme, getLineColor: scheme },
      }),
      new TextLayer<WalkMark>({
        id: "work_order-numbers",
        data: [...marks],
        opacity,
        getPosition: ({ place }) => positionOf(place),
        getText: ({ number }) => String(number),
        ...labelStyle(scheme),
        getSize: 12,
        outlineWidth: 0,
        getColor: ({ isToDo }) => (isToDo ? [255, 255, 255, 255] : [...text]),
        updateTriggers: { getColor: scheme },
      }),
    ];
  },
  bounds: ({ marks }) => placesBounds(marks.map(({ place }) => positionOf(place))),
});
