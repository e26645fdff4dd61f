// Marks of an overlay in 3D: lines and dots, with texts beside or on them that nothing hides.
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
import type { Atom } from "jotai";
import type { Rgba } from "../../domain/colour/colour.ts";
import { linePrimitive, type SceneLine } from "./line-primitive.ts";
import type { Point3 } from "./twin-camera.ts";
import type { TwinOverlay } from "./twin-overlay.ts";

const FONT = "600 11px 'Inter Variable', sans-serif";
const OUTLINE_PX = 3;

export type MarkLabel = {
  readonly at: Point3;
  readonly text: string;
  readonly ink: Rgba;
  readonly outline?: Rgba;
  /** CSS pixels to the right of the place where the text begins; absent: its middle is there. */
  readonly beside?: number;
};

const colourOf = ([red, green, blue, alpha]: Rgba) => Color.fromBytes(red, green, blue, alpha);

/** An overlay of these lines and texts, which follows both atoms. */
export function markOverlay(
  linesAtom: Atom<readonly SceneLine[]>,
  labelsAtom: Atom<readonly MarkLabel[]>,
): TwinOverlay {
  return ({ store, frame, viewNow, ask }) => {
    const labels = new LabelCollection({ modelMatrix: frame });
    const primitive = new PrimitiveCollection();
    primitive.add(linePrimitive(frame, viewNow, () => store.get(linesAtom)));
    primitive.add(labels);
    const write = () => {
      labels.removeAll();
      for (const { at, text, ink, outline, beside } of store.get(labelsAtom)) {
        labels.add({
          position: new Cartesian3(...at),
          text,
          font: FONT,
          style: outline ? LabelStyle.FILL_AND_OUTLINE : LabelStyle.FILL,
          fillColor: colourOf(ink),
          ...(outline && { outlineColor: colourOf(outline), outlineWidth: OUTLINE_PX }),
          horizontalOrigin: beside === undefined ? HorizontalOrigin.CENTER : HorizontalOrigin.LEFT,
          verticalOrigin: VerticalOrigin.CENTER,
          pixelOffset: new Cartesian2(beside ?? 0, 0),
          // The mark below it would hide it.
          disableDepthTestDistance: Number.POSITIVE_INFINITY,
        });
      }
    };
    write();
    const changed = () => {
      write();
      ask();
    };
    const stops = [store.sub(labelsAtom, changed), store.sub(linesAtom, ask)];
    return { primitive, stop: () => stops.forEach((stop) => stop()) };
  };
}
