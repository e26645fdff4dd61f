// The ways that each drone flew, and where it took its images.
import { PathLayer, ScatterplotLayer } from "@deck.gl/layers";
import { atom } from "jotai";
import { signalInks } from "../src/domain/colour/palette.ts";
import type { Rgb } from "../src/domain/colour/colour.ts";
import { placesBounds } from "../src/domain/geometry/place-bounds.ts";
import { SwipeClip, type SwipeClipProps } from "../src/map/canvas/swipe-clip.ts";
import { comparisonAtom } from "../src/map/component/coloured-column.ts";
import { currentSpan, type Span } from "../src/map/component/drawn-column.ts";
import { defineLayer, nothingBeside } from "../src/map/layer.ts";
import {
  droneTrackLayerId,
  droneTracksAtom,
  type ColouredTrack,
} from "../src/state/map/drone-track.ts";

/** Instances are slow without a GPU, and an analysis has thousands of images. */
const MOST_POINTS = 3000;

type Line = { readonly path: [number, number][]; readonly colour: Rgb };
type Point = { readonly position: [number, number]; readonly colour: Rgb };

type Tracks = { readonly tracks: readonly ColouredTrack[]; readonly span: Span };

/** Of the current analysis: in a swipe they lie on its side alone. */
const tracksAtom = atom((get): Tracks | null => {
  const tracks = get(droneTracksAtom);
  return tracks && { tracks, span: currentSpan(get(comparisonAtom)) };
});
export const droneTracks = defineLayer({
  id: droneTrackLayerId,
  name: "layer:drone_tracks",
  group: "flights",
  visible: false,
  opacity: 1,
  calls: ["coverage.drones", "analysisFile.list"],
  data: tracksAtom,
  beside: nothingBeside,
  build({ tracks, span }, _scene, opacity) {
    const clip = { extensions: [new SwipeClip()], swipe: span };
    const all = tracks.reduce((sum, { points }) => sum + points.length, 0);
    const stride = Math.max(1, Math.ceil(all / MOST_POINTS));
    return [
      new PathLayer<Line, SwipeClipProps>({
        ...clip,
        id: `${droneTrackLayerId}-ways`,
        data: tracks.flatMap(({ lines, colour }) =>
          lines.map((line) => ({ path: line.map(([lon, lat]) => [lon, lat]), colour })),
        ) as Line[],
        opacity,
        getPath: ({ path }) => path,
        getColor: ({ colour }) => [...colour],
        getWidth: 2.5,
        widthUnits: "pixels",
        jointRounded: true,
        capRounded: true,
      }),
      new ScatterplotLayer<Point, SwipeClipProps>({
        ...clip,
        id: droneTrackLayerId,
        data: tracks.flatMap(({ points, colour }) =>
          points
            .filter((_, index) => index % stride === 0)
            .map(([lon, lat]): Point => ({ position: [lon, lat], colour })),
        ),
        opacity,
        getPosition: ({ position }) => position,
        getFillColor: ({ colour }) => [...colour],
        getLineColor: [...signalInks.image_rim],
        stroked: true,
        radiusUnits: "pixels",
        getRadius: 4,
        lineWidthUnits: "pixels",
        getLineWidth: 1,
      }),
    ];
  },
  bounds: ({ tracks }) => placesBounds(tracks.flatMap(({ points }) => points)),
});
