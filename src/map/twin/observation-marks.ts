// Observations in 3D: a mark in the colour of the value, with its sign, above the component.
import { atom } from "jotai";
import { rgbOf } from "../../domain/colour/colour.ts";
import { mapInks, plainColours, signalInks } from "../../domain/colour/palette.ts";
import type { GroundSurface } from "../../domain/twin-view/ground-surface.ts";
import { clustersOf, type Cluster } from "../../domain/observation/point-cluster.ts";
import { groundAtom } from "../../state/map/ground.ts";
import { shownOpacityAtom } from "../../state/map/layer.ts";
import { observedMapAtom } from "../../state/observation/map.ts";
import { schemeAtom } from "../scene.ts";
import { dotAt, type SceneLine } from "./line-primitive.ts";
import { markOverlay, type MarkLabel } from "./mark-labels.ts";
import type { Point3 } from "./twin-camera.ts";

/** Metres above the ground: over tables and collectors, with a line down to the component. */
const HEIGHT_M = 7;
/** Observations nearer than this are one mark. */
const CELL_M = 3;
const STEM_PX = 1.5;
const MARK_PX = 20;
const topOf = ({ x, y }: Cluster, ground: GroundSurface | null): Point3 => [
  x,
  y,
  (ground?.at(x, y) ?? 0) + HEIGHT_M,
];

const marksAtom = atom((get) => {
  const opacity = get(shownOpacityAtom)("observations");
  const map = opacity > 0 ? get(observedMapAtom) : null;
  const clusters = map ? clustersOf(map.points, CELL_M) : [];
  const inkOf = ({ category }: Cluster) =>
    rgbOf(map?.categories[category]?.colour ?? plainColours[0]!);
  const signOf = ({ count, category }: Cluster) =>
    count > 1 ? String(count) : (map?.categories[category]?.sign ?? "");
  const ground = get(groundAtom);
  return { opacity, clusters, ground, inkOf, signOf, halo: mapInks[get(schemeAtom)].halo };
});

const linesAtom = atom((get): readonly SceneLine[] => {
  const { opacity, clusters, ground, inkOf, halo } = get(marksAtom);
  return clusters.flatMap((cluster) => {
    const [red, green, blue] = inkOf(cluster);
    const ink = [red, green, blue, 255 * opacity] as const;
    const { x, y } = cluster;
    const top = topOf(cluster, ground);
    return [
      { points: [[x, y, top[2] - HEIGHT_M], top], inks: [ink], width_px: STEM_PX },
      dotAt(top, ink, MARK_PX, cluster.waits ? signalInks.waiting : halo),
    ];
  });
});

const labelsAtom = atom((get): readonly MarkLabel[] => {
  const { opacity, clusters, ground, inkOf, signOf } = get(marksAtom);
  return clusters.map((cluster) => {
    const [red, green, blue] = inkOf(cluster);
    const isPale = red * 0.3 + green * 0.59 + blue * 0.11 > 150;
    const [r, g, b] = isPale ? [20, 24, 31] : [255, 255, 255];
    return { at: topOf(cluster, ground), text: signOf(cluster), ink: [r!, g!, b!, 255 * opacity] };
  });
});

export const observationMarks = markOverlay(linesAtom, labelsAtom);
