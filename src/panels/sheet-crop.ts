// The part of the map's picture around what it shows: on A4 the texts of a whole wide screen would be too small.
import { planeAt } from "../domain/geometry/plane.ts";
import type { MapPicture } from "../state/map/picture.ts";
import type { Camera } from "../state/map/view.ts";

/** CSS pixels around it, and the least of each side. */
const AROUND = 40;
const LEAST = { width: 660, height: 420 };

export function croppedTo(
  picture: MapPicture,
  { centre }: Camera,
  [west, south, east, north]: readonly [number, number, number, number],
): MapPicture {
  // Where one pixel has another scale than the next, the places are not known.
  if (picture.isTilted) return picture;
  const plane = planeAt(centre);
  const turn = (picture.bearing * Math.PI) / 180;
  const spots = [west, east].flatMap((lon) =>
    [south, north].map((lat) => {
      const [x, y] = plane.toPlane(lon, lat).map((metres) => metres / picture.metresPerPixel);
      return [
        picture.width / 2 + x! * Math.cos(turn) - y! * Math.sin(turn),
        picture.height / 2 - x! * Math.sin(turn) - y! * Math.cos(turn),
      ] as const;
    }),
  );
  const across = span(
    spots.map(([x]) => x),
    LEAST.width,
    picture.width,
  );
  const down = span(
    spots.map(([, y]) => y),
    LEAST.height,
    picture.height,
  );
  const sharpness = picture.canvas.width / picture.width;
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(across.length * sharpness);
  canvas.height = Math.round(down.length * sharpness);
  const [left, top] = [across.from * sharpness, down.from * sharpness];
  canvas.getContext("2d")?.drawImage(picture.canvas, -left, -top);
  return { ...picture, canvas, width: across.length, height: down.length };
}

/** From the first to the last pixel, with what is around them, at least so many and inside the picture. */
function span(values: readonly number[], least: number, most: number) {
  const [first, last] = [Math.min(...values) - AROUND, Math.max(...values) + AROUND];
  const length = Math.min(most, Math.max(least, last - first));
  const from = Math.min(most - length, Math.max(0, (first + last - length) / 2));
  return { from, length };
}
