// The corners of flight areas while they are edited, and what is being drawn, with its measures.
import { PathLayer, ScatterplotLayer, TextLayer } from "@deck.gl/layers";
import { atom } from "jotai";
import { mapInks, signalInks } from "../src/domain/colour/palette.ts";
import { obstacleCorners } from "../src/domain/flight/area/obstacle-draft.ts";
import type { Place } from "../src/domain/flight/route/flight-route.ts";
import { labelStyle } from "../src/map/component/label-style.ts";
import { areaEditorAtom } from "../src/map/drawing/area-editor.ts";
import { defineLayer } from "../src/map/layer.ts";
import {
  areaDrawingAtom,
  areaProblemsAtom,
  chosenAreaAtom,
  flightAreaTool,
  shownAreasAtom,
} from "../src/state/map/flight-area.ts";
import { toolIdAtom } from "../src/state/map/tool.ts";
import { formatNumber } from "../src/state/shell/locale.ts";
import { refusalWords } from "../src/state/shell/refusal-words.ts";

type Drawing = {
  readonly corners: readonly { readonly place: Place; readonly isChosen: boolean }[];
  readonly path: readonly Place[];
  readonly aim: Place | null;
  readonly label: string;
  readonly isRefused: boolean;
};

const drawingAtom = atom((get): Drawing | null => {
  const editor = get(toolIdAtom) === flightAreaTool ? get(areaEditorAtom) : null;
  if (!editor) return null;
  const { path, aim, isLine, metres, hectares, refusal } = get(areaDrawingAtom);
  const [shown, chosen] = [get(shownAreasAtom), get(chosenAreaAtom)];
  const problem = refusal ?? get(areaProblemsAtom)[0] ?? null;
  const isChosen = (at: object) =>
    (chosen?.is === "corner" || chosen?.is === "obstacle_corner") &&
    Object.entries(at).every(([key, value]) => chosen[key as keyof typeof chosen] === value);
  const size = hectares > 0 ? ` · ${formatNumber(hectares, 2)} ha` : "";
  const measure = path.length > 1 ? `${formatNumber(metres, 0)} m${size}` : "";
  return {
    corners: [...editor.cornersOf(shown), ...obstacleCorners(shown)].map(({ at, place }) => ({
      place,
      isChosen: isChosen(at),
    })),
    path: editor.lineOf({ corners: path, isLine }),
    aim: path.at(-1) ?? aim,
    label: [measure, problem ? refusalWords(problem) : ""].filter((text) => text !== "").join("\n"),
    isRefused: problem !== null,
  };
});

const positionOf = (place: Place): [number, number] => [place[0], place[1]];

export const flightDrawing = defineLayer({
  id: "flight_drawing",
  name: "layer:flight_drawing",
  group: "flights",
  visible: true,
  opacity: 1,
  calls: ["flightArea.update"],
  data: drawingAtom,
  build: ({ corners, path, aim, label, isRefused }, { scheme }, opacity) => {
    const ink = isRefused ? signalInks.refused : signalInks.drawing;
    const { text, halo } = mapInks[scheme];
    const inks = { getLineColor: [...ink] as [number, number, number, number] };
    return [
      new PathLayer<readonly Place[]>({
        id: "flight_drawing-path",
        data: path.length > 1 ? [path] : [],
        opacity,
        getPath: (places) => places.map(positionOf),
        getColor: inks.getLineColor,
        getWidth: 2.5,
        widthUnits: "pixels",
        updateTriggers: { getColor: isRefused },
      }),
      new ScatterplotLayer<Drawing["corners"][number]>({
        id: "flight_drawing-corners",
        data: [...corners, ...path.map((place) => ({ place, isChosen: false }))],
        opacity,
        getPosition: ({ place }) => positionOf(place),
        getFillColor: ({ isChosen }) => (isChosen ? [...signalInks.take_off] : [...halo]),
        ...inks,
        stroked: true,
        radiusUnits: "pixels",
        getRadius: ({ isChosen }) => (isChosen ? 8 : 5),
        lineWidthUnits: "pixels",
        getLineWidth: 2,
        updateTriggers: { getLineColor: isRefused, getFillColor: scheme },
      }),
      new TextLayer<Place>({
        id: "flight_drawing-label",
        data: aim && label !== "" ? [aim] : [],
        opacity,
        getPosition: positionOf,
        getText: () => label,
        ...labelStyle(scheme),
        getColor: [...text],
        getPixelOffset: [14, -14],
        getTextAnchor: "start",
        getAlignmentBaseline: "bottom",
        background: true,
        getBackgroundColor: [...halo],
        backgroundPadding: [6, 4],
        updateTriggers: { getText: label, getColor: scheme, getBackgroundColor: scheme },
      }),
    ];
  },
});
