// FlatGeobuf that must be refused: cut off, or with numbers that point elsewhere.
import { geojson } from "flatgeobuf";
import type { FeatureCollection } from "geojson";
import type { BadFile } from "./bad-file.fixture.ts";
import { collection, feature, good, polygon, ring } from "./geojson-shape.fixture.ts";

const serialised = (features: unknown) =>
  Buffer.from(geojson.serialize(collection(features) as unknown as FeatureCollection));
export const goodFlatGeobuf = serialised([good, good, good]);

const fgb = (title: string, bytes: Buffer, reason: string, place?: BadFile["place"]): BadFile => ({
  title,
  name: "tracker.fgb",
  bytes,
  reason,
  ...(place && { place }),
});
/** The sound file with 32 bits at `at` set. */
function with32(at: number, value: number, bytes = goodFlatGeobuf): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt32LE(value >>> 0, at);
  return copy;
}
const headerEnd = 12 + goodFlatGeobuf.readUInt32LE(8);
const secondFeature = headerEnd + 4 + goodFlatGeobuf.readUInt32LE(headerEnd);
/** Ones from `from` on for `length` bytes. */
function ones(from: number, length: number): Buffer {
  return Buffer.from(goodFlatGeobuf).fill(0xff, from, from + length);
}

export const badFlatGeobufs: readonly BadFile[] = [
  fgb("a FlatGeobuf of version 2", Buffer.from("fgb\u0002fgb\u0000"), "fgb_version"),
  fgb("eight letters", goodFlatGeobuf.subarray(0, 8), "fgb_cut_off"),
  fgb("a header cut off", goodFlatGeobuf.subarray(0, 30), "fgb_cut_off"),
  fgb("a header of four gigabytes", with32(8, 0xffffffff), "fgb_cut_off"),
  fgb("a header of no bytes", with32(8, 0), "fgb_cut_off"),
  fgb("a header that points elsewhere", with32(12, 0x7fffffff), "fgb_header"),
  fgb("a header of ones", ones(12, headerEnd - 12), "fgb_header"),
  fgb("no feature", goodFlatGeobuf.subarray(0, headerEnd), "fgb_cut_off", { feature: 1 }),
  fgb("a feature's size cut off", goodFlatGeobuf.subarray(0, headerEnd + 2), "fgb_feature", {
    feature: 1,
  }),
  fgb("the first feature cut off", goodFlatGeobuf.subarray(0, headerEnd + 40), "fgb_cut_off", {
    feature: 1,
  }),
  fgb("the second feature cut off", goodFlatGeobuf.subarray(0, secondFeature + 40), "fgb_cut_off", {
    feature: 2,
  }),
  fgb(
    "the third feature missing",
    goodFlatGeobuf.subarray(0, secondFeature * 2 - headerEnd),
    "fgb_cut_off",
    { feature: 3 },
  ),
  fgb("a feature of four gigabytes", with32(headerEnd, 0xffffffff), "fgb_feature", { feature: 1 }),
  fgb("a feature of no bytes", with32(headerEnd, 0), "fgb_feature", { feature: 1 }),
  fgb("a feature that points elsewhere", with32(headerEnd + 4, 0x7ffffff0), "fgb_feature", {
    feature: 1,
  }),
  fgb("a feature of ones", ones(headerEnd + 4, 60), "fgb_feature", { feature: 1 }),
  fgb("points", serialised([feature({ type: "Point", coordinates: [1, 1] })]), "twin_not_an_area", {
    feature: 1,
  }),
  fgb(
    "coordinates that are not numbers",
    serialised([feature(polygon(ring([NaN, 1], [2, 2], [3, 1], [NaN, 1])))]),
    "twin_coordinate_not_finite",
    { feature: 1 },
  ),
  fgb(
    "latitude first",
    serialised([feature(polygon(ring([-23, 133], [-23, 134], [-24, 134], [-23, 133])))]),
    "twin_coordinates_swapped",
    { feature: 1 },
  ),
  fgb(
    "a bow tie",
    serialised([feature(polygon(ring([0, 0], [1e-3, 1e-3], [1e-3, 0], [0, 1e-3], [0, 0])))]),
    "twin_ring_crosses_itself",
    { feature: 1 },
  ),
];
