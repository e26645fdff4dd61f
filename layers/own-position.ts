// The own position with its accuracy and heading, and the way to a component.
import { PathLayer, ScatterplotLayer, SolidPolygonLayer } from "@deck.gl/layers";
import { atom } from "jotai";
import { signalInks } from "../src/domain/colour/palette.ts";
import { planeAt } from "../src/domain/geometry/plane.ts";
import { metresPerPixel } from "../src/map/component/projection.ts";
import { defineLayer } from "../src/map/layer.ts";
import { sceneAtom } from "../src/map/scene.ts";
import { guideAtom } from "../src/state/field/guide.ts";
import { headingAtom, ownPositionAtom } from "../src/state/field/own-position.ts";
import { cameraAtom } from "../src/state/map/view.ts";

const DOT_PIXELS = 8;
/** Length of the cone that shows the heading, and half its angle in degrees. */
const CONE_PIXELS = 34;
const CONE_DEGREES = 24;

type Place = [lon: number, lat: number];

const ownAtom = atom((get) => {
  const position = get(ownPositionAtom);
  const origin = get(sceneAtom)?.origin;
  const zoom = get(cameraAtom)?.zoom;
  if (!position || !origin || zoom === undefined) return null;
  const plane = planeAt(origin);
  const [x, y] = plane.toPlane(position.lon, position.lat);
  const heading = get(headingAtom) ?? position.course;
  const length = CONE_PIXELS * metresPerPixel(zoom, origin);
  const edge = (degrees: number): Place => {
    const angle = (degrees * Math.PI) / 180;
    return plane.toLonLat(x + Math.sin(angle) * length, y + Math.cos(angle) * length);
  };
  const centre: Place = [position.lon, position.lat];
  const way = get(guideAtom)?.way;
  return {
    centre,
    accuracy_m: position.accuracy_m,
    cone:
      heading === null
        ? null
        : [centre, edge(heading - CONE_DEGREES), edge(heading), edge(heading + CONE_DEGREES)],
    way: way ? [centre, plane.toLonLat(...way.to)] : null,
  };
});

export const ownPosition = defineLayer({
  id: "own_position",
  name: "layer:own_position",
  group: "field",
  visible: true,
  opacity: 1,
  data: ownAtom,
  build: ({ centre, accuracy_m, cone, way }, _scene, opacity) => [
    new ScatterplotLayer<Place>({
      id: "own_position-accuracy",
      data: [centre],
      opacity,
      getPosition: (place) => place,
      getRadius: accuracy_m,
      radiusUnits: "meters",
      getFillColor: [...signalInks.own_accuracy],
      getLineColor: [...signalInks.own_heading],
      stroked: true,
      lineWidthUnits: "pixels",
      getLineWidth: 1,
      updateTriggers: { getRadius: accuracy_m },
    }),
    new PathLayer<Place[]>({
      id: "own_position-way",
      data: way ? [way] : [],
      opacity,
      getPath: (path) => path,
      getColor: [...signalInks.own_position],
      getWidth: 3,
      widthUnits: "pixels",
      capRounded: true,
    }),
    new SolidPolygonLayer<Place[]>({
      id: "own_position-heading",
      data: cone ? [cone] : [],
      opacity,
      getPolygon: (ring) => ring,
      getFillColor: [...signalInks.own_heading],
    }),
    new ScatterplotLayer<Place>({
      id: "own_position-dot",
      data: [centre],
      opacity,
      getPosition: (place) => place,
      getRadius: DOT_PIXELS,
      radiusUnits: "pixels",
      getFillColor: [...signalInks.own_position],
      getLineColor: [...signalInks.image_rim],
      stroked: true,
      lineWidthUnits: "pixels",
      getLineWidth: 2.5,
    }),
  ],
  bounds: () => null,
});
