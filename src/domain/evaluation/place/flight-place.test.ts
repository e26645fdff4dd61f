// Flights over a known plant whose files state an accuracy of 10 cm, and are right or not.
import { describe, expect, it } from "vitest";
import { isRelease } from "../../../../tests/fixtures/rounds.ts";
import { patient } from "../../../../tests/fixtures/patience.ts";
import { evaluationSettings as settings } from "../evaluation-settings.ts";
import { rasterOf } from "../image-survey.ts";
import type { Grid } from "../../image/measure.ts";
import { flightPlaces, type ImageDoubt } from "./flight-place.ts";
import {
  flightImage,
  flightPlane,
  flightPlant,
  flightSeats,
  missedBy,
  shiftOf,
  statedCamera,
  type Seat,
} from "./flight-scene.fixture.ts";

const geometry = flightPlant();

type Off = Partial<Seat> & { readonly along?: number; readonly beside?: number };

/** By image: "right" or "wrong" where its place is called sure, else why it is not. */
async function judged(
  seats: readonly Seat[],
  grids: readonly Grid[],
  offOf: (image: number) => Off,
) {
  const cameras = seats.map((seat, image) => {
    const { along = 0, beside = 0, ...off } = offOf(image);
    const [x, y] = shiftOf(along, beside);
    return statedCamera(seat, { ...off, x, y }, 0.1);
  });
  const places = flightPlaces({ geometry, plane: flightPlane, settings, cameras, isChecked: true });
  for (const [image, grid] of grids.entries()) await places.look(image, rasterOf(grid));
  return seats.map((seat, image): "right" | "wrong" | ImageDoubt => {
    const { found, doubt } = places.placeOf(image);
    if (!found) return doubt!;
    let worst = 0;
    for (let row = 0; row < geometry.count; row++) {
      const [x, y] = [geometry.centreX[row]!, geometry.centreY[row]!];
      worst = Math.max(worst, missedBy(seat, found.toPixel(x, y), x, y) ?? 0);
    }
    return worst < 0.3 ? "right" : "wrong";
  });
}

/** @param chosen numbers of the images; all without it */
const flightOf = (seed: number, isWhole = true, chosen?: readonly number[]) => {
  const all = flightSeats(seed, isWhole);
  const numbers = chosen ?? [...all.keys()];
  const seats = numbers.map((image) => all[image]!);
  return [seats, numbers.map((image) => flightImage(all[image]!, { seed }, image))] as const;
};
/** Of both lines over the plant, with its corners; each image costs seconds, so a release has all ten. */
const everyday = isRelease ? undefined : [0, 4, 5, 9];

const sure = (all: readonly string[]) => all.filter((one) => one === "right" || one === "wrong");

describe("a flight whose files state 10 cm", () => {
  it(
    "has a place in all of its images where they lie there, and in none where they lie a module or a row beside",
    async () => {
      const flight = flightOf(1, true, everyday);
      expect(await judged(...flight, () => ({}))).toEqual(flight[0].map(() => "right"));
      expect(sure(await judged(...flight, () => ({ along: 1.07 })))).toEqual([]);
      if (isRelease) expect(sure(await judged(...flight, () => ({ beside: 5.8 })))).toEqual([]);
    },
    patient(300_000),
  );

  it.runIf(isRelease)(
    "has no place where no image shows the end of a row, wherever it lies",
    async () => {
      const flight = flightOf(2, false);
      expect(sure(await judged(...flight, () => ({})))).toEqual([]);
      expect(sure(await judged(...flight, () => ({ along: 1.07 })))).toEqual([]);
    },
    patient(300_000),
  );

  it.runIf(isRelease)(
    "has no place in its second half where its correction jumps by a module",
    async () => {
      const flight = flightOf(9);
      const found = await judged(...flight, (image) => (image < 5 ? {} : { along: 1.07 }));
      expect(found).not.toContain("wrong");
    },
    patient(300_000),
  );

  it.runIf(isRelease)(
    "has no wrong place whatever of it is wrong",
    async () => {
      const cases: Off[] = [
        ...[0.3, 1, 2.14, 5, 20].flatMap((metres) => [{ along: metres }, { beside: -metres }]),
        ...[5, 20].map((yaw) => ({ yaw })),
        ...[-10, 10, 30].map((height) => ({ height })),
        ...[0.9, 1.1].map((focal) => ({ focal })),
      ];
      for (const seed of [3, 4, 5, 6, 7, 8]) {
        const flight = flightOf(seed);
        const right = await judged(...flight, () => ({}));
        expect(right).not.toContain("wrong");
        expect(sure(right).length).toBeGreaterThanOrEqual(0.8 * flight[0].length);
        for (const off of cases)
          expect(await judged(...flight, () => off), JSON.stringify([seed, off])).not.toContain(
            "wrong",
          );
      }
    },
    patient(3_600_000),
  );
});
