// What stands up from the ground where drones fly: power lines, masts and buildings, with their heights.
import { PathLayer, PolygonLayer, ScatterplotLayer, TextLayer } from "@deck.gl/layers";
import { atom } from "jotai";
import { mapInks, signalInks } from "../src/domain/colour/palette.ts";
import type { Place, Obstacle } from "../src/domain/flight/route/flight-route.ts";
import { labelStyle } from "../src/map/component/label-style.ts";
import { defineLayer } from "../src/map/layer.ts";
import { shownAreasAtom } from "../src/state/map/flight-area.ts";
import { formatNumber } from "../src/state/shell/locale.ts";

const obstaclesAtom = atom((get) => get(shownAreasAtom).obstacles ?? null);

const positionOf = (place: Place): [number, number] => [place[0], place[1]];
const heightOf = ({ height_m }: Obstacle) =>
  height_m === null ? "?" : `${formatNumber(height_m, 1)} m`;

export const obstacles = defineLayer({
  id: "obstacles",
  name: "layer:obstacles",
  group: "flights",
  visible: false,
  opacity: 1,
  inSpace: true,
  calls: ["flightArea.rules"],
  data: obstaclesAtom,
  build: (all, { scheme }, opacity) => {
    const ofForm = (form: Obstacle["form"]) => all.filter((one) => one.form === form);
    const ink = [...signalInks.obstacle] as [number, number, number, number];
    return [
      new PolygonLayer<Obstacle>({
        id: "obstacles-areas",
        data: ofForm("area"),
        opacity,
        getPolygon: ({ places }) => places.map(positionOf),
        getFillColor: [...signalInks.obstacle_area],
        getLineColor: ink,
        getLineWidth: 2,
        lineWidthUnits: "pixels",
      }),
      new PathLayer<Obstacle>({
        id: "obstacles-lines",
        data: ofForm("line"),
        opacity,
        getPath: ({ places }) => places.map(positionOf),
        getColor: ink,
        getWidth: 3,
        widthUnits: "pixels",
      }),
      new ScatterplotLayer<Obstacle>({
        id: "obstacles-points",
        data: ofForm("point"),
        opacity,
        getPosition: ({ places }) => positionOf(places[0]!),
        getFillColor: ink,
        getLineColor: [...signalInks.image_rim],
        stroked: true,
        radiusUnits: "pixels",
        getRadius: 6,
        lineWidthUnits: "pixels",
        getLineWidth: 2,
      }),
      new TextLayer<Obstacle>({
        id: "obstacles-heights",
        data: [...all],
        opacity,
        getPosition: ({ places }) => positionOf(places[places.length >> 1]!),
        getText: heightOf,
        ...labelStyle(scheme),
        getColor: [...mapInks[scheme].text],
        getPixelOffset: [0, -16],
        updateTriggers: { getColor: scheme },
      }),
    ];
  },
});
