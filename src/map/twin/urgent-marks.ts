// The dots of the map in 3D: parts that need action now where a bar shows what most of its parts reach, with their number.
import {
  Cartesian2,
  Cartesian3,
  Color,
  HorizontalOrigin,
  LabelCollection,
  LabelStyle,
  PrimitiveCollection,
  VerticalOrigin,
} from "cesium";
import { atom } from "jotai";
import { rgbOf } from "../../domain/colour/colour.ts";
import { mapInks, severityColours } from "../../domain/colour/palette.ts";
import type { Dot } from "../../domain/column/hidden-part.ts";
import type { Severity } from "../../domain/key-figure/key-figure-shape.ts";
import { groundAtom } from "../../state/map/ground.ts";
import { shownOpacityAtom } from "../../state/map/layer.ts";
import { componentDataAtom } from "../component/component-data.ts";
import { dotRadius, LEAST_WRITTEN, urgentDotsAtom } from "../component/urgent-dot.ts";
import { schemeAtom } from "../scene.ts";
import { dotAt, linePrimitive, type SceneLine } from "./line-primitive.ts";
import type { Point3 } from "./twin-camera.ts";
import type { TwinOverlay } from "./twin-overlay.ts";

/** Metres above the ground: over a table, and over a collector, which stands higher. */
const OVER_TABLE_M = 3;
const OVER_COLLECTOR_M = 6;
const FONT = "600 11px 'Inter Variable', sans-serif";

const marksAtom = atom((get) => {
  const opacity = get(shownOpacityAtom)("urgent_dots");
  const dots = (opacity > 0 && get(urgentDotsAtom)) || [];
  const [ground, scheme] = [get(groundAtom), get(schemeAtom)];
  const isTable = get(componentDataAtom)?.column?.type === "module";
  const height = isTable ? OVER_TABLE_M : OVER_COLLECTOR_M;
  const placeOf = ({ x, y }: Dot): Point3 => [x, y, (ground?.at(x, y) ?? 0) + height];
  return { opacity, dots, placeOf, scheme };
});

const pointsAtom = atom((get): readonly SceneLine[] => {
  const { opacity, dots, placeOf, scheme } = get(marksAtom);
  return dots.map((dot) => {
    const [red, green, blue] = rgbOf(severityColours[scheme][dot.severity as Severity]);
    const ink = [red, green, blue, 255 * opacity] as const;
    return dotAt(placeOf(dot), ink, 2 * dotRadius(dot) + 3, mapInks[scheme].halo);
  });
});

export const urgentMarks: TwinOverlay = ({ store, frame, viewNow, ask }) => {
  const numbers = new LabelCollection({ modelMatrix: frame });
  const primitive = new PrimitiveCollection();
  primitive.add(linePrimitive(frame, viewNow, () => store.get(pointsAtom)));
  primitive.add(numbers);
  const write = () => {
    numbers.removeAll();
    const { opacity, dots, placeOf, scheme } = store.get(marksAtom);
    const { text, halo } = mapInks[scheme];
    for (const dot of dots) {
      if (dot.count < LEAST_WRITTEN) continue;
      numbers.add({
        position: new Cartesian3(...placeOf(dot)),
        text: String(dot.count),
        font: FONT,
        style: LabelStyle.FILL_AND_OUTLINE,
        fillColor: Color.fromBytes(text[0], text[1], text[2], 255 * opacity),
        outlineColor: Color.fromBytes(halo[0], halo[1], halo[2], 255 * opacity),
        outlineWidth: 3,
        horizontalOrigin: HorizontalOrigin.LEFT,
        verticalOrigin: VerticalOrigin.CENTER,
        pixelOffset: new Cartesian2(dotRadius(dot) + 3, 0),
        disableDepthTestDistance: Number.POSITIVE_INFINITY,
      });
    }
  };
  write();
  const changed = () => {
    write();
    ask();
  };
  return { primitive, stop: store.sub(marksAtom, changed) };
};
