// A twin with modules that lie across, where the plant has upright ones.
import type { Geometry } from "../../component/component-index.ts";

/** Of each two upright modules of 2.2 x 1.05 m, two that lie across in the same table. */
export function lyingAcross({
  centreX,
  centreY,
  length,
  width,
  rotation,
  ...rest
}: Geometry): Geometry {
  const pair = (row: number) => row - (row % 2);
  return {
    ...rest,
    centreX: centreX.map((_, row) => (centreX[pair(row)]! + centreX[pair(row) + 1]!) / 2),
    centreY: centreY.map((y, row) => y + (row % 2 === 0 ? -0.55 : 0.55)),
    length: length.map((one) => one - 0.05),
    width: width.map((one) => one + 0.03),
    rotation: rotation.map((one) => one - Math.PI / 2),
  };
}
