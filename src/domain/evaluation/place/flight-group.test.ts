// Images of two cameras, with and without times.
import { expect, it } from "vitest";
import { flightsOf } from "./flight-group.ts";

const image = (name: string, clock: string | null, is_thermal = true) => ({
  name,
  clock,
  is_thermal,
  camera: { width_px: is_thermal ? 640 : 4000, height_px: is_thermal ? 512 : 3000 },
});
const named = (images: Parameters<typeof flightsOf>[0]) =>
  flightsOf(images).map((flight) => flight.map(({ name }) => name).join(" "));

it("begins another flight after a pause and for another camera, in the order of the times", () => {
  const at = (minute: number) => new Date(Date.UTC(2025, 5, 1, 10, minute)).toISOString();
  expect(
    named([
      image("c", at(4)),
      image("a", at(1)),
      image("v", at(1), false),
      image("e", at(20)),
      image("b", at(1)),
      image("f", at(21)),
    ]),
  ).toEqual(["a b c", "e f", "v"]);
});

it("takes images without a time for one flight, by their names", () => {
  expect(named([image("b", null), image("a", null)])).toEqual(["a b"]);
});
