// Control points while they are set: where the picture shows each, its place in the plant, and where the plant comes to lie.
import { PathLayer, ScatterplotLayer, TextLayer } from "@deck.gl/layers";
import { atom } from "jotai";
import { mapInks, signalInks } from "../src/domain/colour/palette.ts";
import { placesBounds } from "../src/domain/geometry/place-bounds.ts";
import type { Place } from "../src/domain/flight/route/flight-route.ts";
import { labelStyle } from "../src/map/component/label-style.ts";
import { defineLayer } from "../src/map/layer.ts";
import {
  chosenControlAtom,
  controlAimAtom,
  controlSides,
  nextSideAtom,
  shownControlAtom,
  type ControlSide,
} from "../src/state/map/control-point.ts";
import { controlOpenAtom, controlOutlinesAtom } from "../src/state/map/control-view.ts";

type Mark = {
  readonly place: Place;
  readonly side: ControlSide;
  readonly label: string;
  readonly isChosen: boolean;
};
type Drawn = {
  readonly marks: readonly Mark[];
  /** From the picture to the plant. */
  readonly ways: readonly (readonly Place[])[];
  readonly outlines: readonly (readonly Place[])[];
  readonly aim: { readonly place: Place; readonly isCorner: boolean } | null;
};

const drawnAtom = atom((get): Drawn | null => {
  if (!get(controlOpenAtom)) return null;
  const points = get(shownControlAtom);
  const chosen = get(chosenControlAtom);
  const marks = points.flatMap((point, at) =>
    controlSides.flatMap((side): Mark[] => {
      const place = point[side];
      const isChosen = chosen?.at === at && chosen.side === side;
      return place ? [{ place, side, label: side === "seen" ? `${at + 1}` : "", isChosen }] : [];
    }),
  );
  const ways = points.flatMap(({ seen, place }) => (place ? [[seen, place]] : []));
  const aim = get(nextSideAtom) === null ? null : get(controlAimAtom);
  return { marks, ways, outlines: get(controlOutlinesAtom), aim };
});

const positionOf = (place: Place): [number, number] => [place[0], place[1]];

export const controlPoints = defineLayer({
  id: "control_points",
  name: "layer:control_points",
  group: "images",
  visible: true,
  opacity: 1,
  calls: ["controlPoint.list"],
  data: drawnAtom,
  build: ({ marks, ways, outlines, aim }, { scheme }, opacity) => {
    const { text, halo } = mapInks[scheme];
    const inks = { seen: signalInks.take_off, place: signalInks.drawing } as const;
    return [
      new PathLayer<readonly Place[]>({
        id: "control_points-outlines",
        data: outlines,
        opacity,
        getPath: (places) => places.map(positionOf),
        getColor: [...signalInks.take_off],
        getWidth: 1.2,
        widthUnits: "pixels",
      }),
      new PathLayer<readonly Place[]>({
        id: "control_points-ways",
        data: ways,
        opacity,
        getPath: (places) => places.map(positionOf),
        getColor: [...halo],
        getWidth: 2,
        widthUnits: "pixels",
        updateTriggers: { getColor: scheme },
      }),
      new ScatterplotLayer<Mark>({
        id: "control_points-marks",
        data: [...marks],
        opacity,
        getPosition: ({ place }) => positionOf(place),
        filled: true,
        getFillColor: ({ side, isChosen }) => (isChosen ? [...inks[side]] : [255, 255, 255, 40]),
        stroked: true,
        getLineColor: ({ side }) => [...inks[side]],
        radiusUnits: "pixels",
        getRadius: ({ isChosen }) => (isChosen ? 9 : 7),
        lineWidthUnits: "pixels",
        getLineWidth: 2.5,
      }),
      new ScatterplotLayer<NonNullable<Drawn["aim"]>>({
        id: "control_points-aim",
        data: aim ? [aim] : [],
        opacity,
        getPosition: ({ place }) => positionOf(place),
        filled: false,
        stroked: true,
        getLineColor: ({ isCorner }) => (isCorner ? [...signalInks.drawing] : [...text]),
        radiusUnits: "pixels",
        getRadius: ({ isCorner }) => (isCorner ? 8 : 4),
        lineWidthUnits: "pixels",
        getLineWidth: 1.5,
        updateTriggers: { getLineColor: scheme },
      }),
      new TextLayer<Mark>({
        id: "control_points-labels",
        data: marks.filter(({ label }) => label !== ""),
        opacity,
        getPosition: ({ place }) => positionOf(place),
        getText: ({ label }) => label,
        ...labelStyle(scheme),
        getColor: [...text],
        getPixelOffset: [0, -18],
        background: true,
        getBackgroundColor: [...halo],
        backgroundPadding: [5, 2],
        updateTriggers: { getColor: scheme, getBackgroundColor: scheme },
      }),
    ];
  },
  bounds: ({ marks }) => placesBounds(marks.map(({ place }) => positionOf(place))),
});
