// Observations by the newest value of each component: colour and sign by value, clustered far out.
import { ScatterplotLayer, TextLayer } from "@deck.gl/layers";
import { atom } from "jotai";
import { rgbOf } from "../src/domain/colour/colour.ts";
import { mapInks, plainColours, signalInks } from "../src/domain/colour/palette.ts";
import { planeAt } from "../src/domain/geometry/plane.ts";
import { clustersOf, type Cluster } from "../src/domain/observation/point-cluster.ts";
import { labelStyle } from "../src/map/component/label-style.ts";
import { metresPerPixel } from "../src/map/component/projection.ts";
import { defineLayer } from "../src/map/layer.ts";
import { sceneAtom } from "../src/map/scene.ts";
import { cameraAtom } from "../src/state/map/view.ts";
import { observedMapAtom } from "../src/state/observation/map.ts";

/** Points nearer to each other on the screen are one mark. */
const CELL_PIXELS = 26;

/** Marks are joined again after every half step of zoom, not with every turn of the wheel. */
const scaleAtom = atom((get) => {
  const [scene, camera] = [get(sceneAtom), get(cameraAtom)];
  if (!scene || !camera) return null;
  return 2 ** (Math.round(Math.log2(metresPerPixel(camera.zoom, scene.origin)) * 2) / 2);
});

const marksAtom = atom((get) => {
  const [map, scale] = [get(observedMapAtom), get(scaleAtom)];
  if (!map || scale === null || map.points.length === 0) return null;
  return {
    categories: map.categories,
    clusters: clustersOf(map.points, scale * CELL_PIXELS),
  };
});

/** Pixels: grows with the number, so that the text fits. */
const radiusOf = ({ count }: Cluster) => (count === 1 ? 8 : Math.min(16, 9 + Math.log2(count)));
const dark = [20, 24, 31, 255] as const;
const light = [255, 255, 255, 255] as const;

export const observations = defineLayer({
  id: "observations",
  name: "layer:observations",
  group: "field",
  visible: false,
  opacity: 1,
  inSpace: true,
  data: marksAtom,
  build({ categories, clusters }, { origin, scheme }, opacity) {
    const plane = planeAt(origin);
    const getPosition = ({ x, y }: Cluster) => plane.toLonLat(x, y);
    const inkOf = ({ category }: Cluster) =>
      rgbOf(categories[category]?.colour ?? plainColours[0]!);
    const textOf = (cluster: Cluster) => {
      const [r, g, b] = inkOf(cluster);
      return [...(r * 0.3 + g * 0.59 + b * 0.11 > 150 ? dark : light)] as [
        number,
        number,
        number,
        number,
      ];
    };
    const { outlineWidth: _width, outlineColor: _colour, ...style } = labelStyle(scheme);
    return [
      new ScatterplotLayer<Cluster>({
        id: "observations-marks",
        data: clusters,
        opacity,
        getPosition,
        getFillColor: inkOf,
        // A mark of what is on this device alone has a rim of its own.
        getLineColor: ({ waits }) => [...(waits ? signalInks.waiting : mapInks[scheme].halo)],
        stroked: true,
        radiusUnits: "pixels",
        getRadius: radiusOf,
        lineWidthUnits: "pixels",
        getLineWidth: ({ waits }) => (waits ? 3.5 : 2),
        updateTriggers: { getFillColor: categories, getLineColor: scheme },
      }),
      new TextLayer<Cluster>({
        id: "observations-signs",
        data: clusters,
        opacity,
        getPosition,
        getText: ({ count, category }) =>
          count > 1 ? String(count) : (categories[category]?.sign ?? ""),
        ...style,
        getSize: 11,
        getColor: textOf,
        updateTriggers: { getColor: categories, getText: categories },
      }),
    ];
  },
});
