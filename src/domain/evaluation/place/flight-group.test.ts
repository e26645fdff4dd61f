// Images of two cameras, with and without times.
import { expect, it } from "vitest";
import { flightsOf } from "./flight-group.ts";

/** A thousandth of a degree of latitude is 110.6 m at the equator. */
const M = 0.001 / 110.6;

/** @param north_m of the equator */
const image = (
  name: string,
  clock: string | null,
  {
    is_thermal = true,
    drone_serial = null,
    north_m = 0,
  }: { is_thermal?: boolean; drone_serial?: string | null; north_m?: number } = {},
) => ({
  name,
  clock,
  is_thermal,
  drone_serial,
  camera: {
    width_px: is_thermal ? 640 : 4000,
    height_px: is_thermal ? 512 : 3000,
    lon: 20,
    lat: north_m * M,
  },
});
const named = (images: Parameters<typeof flightsOf>[0]) =>
  flightsOf(images).map((flight) => flight.map(({ name }) => name).join(" "));

it("begins another flight after a pause and for another camera, in the order of the times", () => {
  const at = (minute: number) => new Date(Date.UTC(2025, 5, 1, 10, minute)).toISOString();
  expect(
    named([
      image("c", at(4)),
      image("a", at(1)),
      image("v", at(1), { is_thermal: false }),
      image("e", at(20)),
      image("b", at(1)),
      image("f", at(21)),
    ]),
  ).toEqual(["a b c", "e f", "v"]);
});

it("takes images without a time for one flight, by their names", () => {
  expect(named([image("b", null), image("a", null)])).toEqual(["a b"]);
});

const second = (at: number) => new Date(Date.UTC(2025, 5, 1, 10, 0, at)).toISOString();

it("takes images of two drones at the same time for two flights", () => {
  const of = (drone_serial: string) => (name: string, at: number) =>
    image(name, second(at), { drone_serial });
  const [one, other] = [of("1581F5"), of("1581F6")];
  expect(named([one("a", 0), other("b", 1), one("c", 2), other("d", 3)])).toEqual(["a c", "b d"]);
});

it("ends a flight of an unknown drone where no drone can have flown", () => {
  const at = (name: string, s: number, north_m: number) => image(name, second(s), { north_m });
  // Two drones 200 m apart, by turns: none of their images speaks for another one.
  expect(named([at("a", 0, 0), at("b", 1, 200), at("c", 2, 8), at("d", 3, 208)])).toEqual([
    "a",
    "b",
    "c",
    "d",
  ]);
  // 15 m/s, with a clock of whole seconds; and 280 m in 10 s.
  expect(named([at("a", 0, 0), at("b", 0, 12), at("c", 1, 24), at("d", 11, 304)])).toEqual([
    "a b c d",
  ]);
  expect(named([at("a", 0, 0), at("b", 10, 340)])).toEqual(["a", "b"]);
});

it("follows a drone that is known, whatever its positions", () => {
  const at = (name: string, s: number, north_m: number) =>
    image(name, second(s), { drone_serial: "1581F5", north_m });
  expect(named([at("a", 0, 0), at("b", 1, 500), at("c", 2, 5)])).toEqual(["a b c"]);
});
