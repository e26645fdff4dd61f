// Where solids and the ground are, for Cesium: which are in the view, and how near the nearest of them is.
import { Cartesian3, Matrix3, Matrix4, OrientedBoundingBox } from "cesium";
import { FIELD_OF_VIEW, type Placed } from "../twin-camera.ts";

export type Volume = OrientedBoundingBox;

/** A little less than computed: what is drawn must not be cut off by rounding. */
const MARGIN = 0.98;

/**
 * Metres along the view to the nearest point that is no higher than this and on the screen; 0 where that is not known.
 * @param highest metres up of the plant's origin
 */
export function depthBelow({ eye, forward, up }: Placed, highest: number): number {
  // The screen's lower edge looks down most steeply.
  const fall = up[2] * Math.tan(FIELD_OF_VIEW / 2) - forward[2];
  const above = eye[2] - highest;
  return above > 0 && fall > 0 ? above / fall : 0;
}

/**
 * The box of solids. Cesium divides the depth of the view from the nearest box on, and draws a box that reaches over
 * a division twice. A flat box around the foot of the camera begins behind the eye; what is seen of it does not.
 * @param box [min x, min y, min z, max x, max y, max z] metres from the plant's origin
 * @param frame east, north, up at the plant's origin to Cesium's fixed frame
 */
export function volumeOf(
  box: readonly number[],
  frame: Matrix4,
  placedNow: () => Placed | null,
): Volume {
  const [x0 = 0, y0 = 0, z0 = 0, x1 = 0, y1 = 0, z1 = 0] = box;
  const middle = new Cartesian3((x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2);
  const half = new Cartesian3((x1 - x0) / 2, (y1 - y0) / 2, (z1 - z0) / 2);
  const axes = Matrix4.getMatrix3(frame, new Matrix3());
  const volume = new OrientedBoundingBox(
    Matrix4.multiplyByPoint(frame, middle, new Cartesian3()),
    Matrix3.multiplyByScale(axes, half, axes),
  );
  const whole = volume.computePlaneDistances.bind(volume);
  return Object.assign(volume, {
    computePlaneDistances(...[position, direction, result]: Parameters<typeof whole>) {
      const interval = whole(position, direction, result);
      const placed = placedNow();
      const seen = placed ? depthBelow(placed, z1) * MARGIN : 0;
      interval.start = Math.max(interval.start, Math.min(seen, interval.stop));
      return interval;
    },
  });
}
