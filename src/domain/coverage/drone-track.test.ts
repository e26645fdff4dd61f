import { expect, it } from "vitest";
import { droneTracks, type TrackImage } from "./drone-track.ts";

const image = (drone_serial: string | null, at: string | null, lat: number | null): TrackImage => ({
  drone_serial,
  taken_at: at === null ? null : `2026-05-01T10:${at}Z`,
  lon: lat === null ? null : 5,
  lat,
});

it("joins the images of a drone in the order of their times", () => {
  const tracks = droneTracks([
    image("A", "00:20", 0.0002),
    image("B", "00:05", 0.5),
    image("A", "00:00", 0),
    image("A", "00:10", 0.0001),
    image("A", null, 0.0003),
    image("A", "00:30", null),
  ]);
  expect(tracks).toEqual([
    {
      drone_serial: "A",
      points: [
        [5, 0],
        [5, 0.0001],
        [5, 0.0002],
        [5, 0.0003],
      ],
      lines: [
        [
          [5, 0],
          [5, 0.0001],
          [5, 0.0002],
        ],
      ],
    },
    { drone_serial: "B", points: [[5, 0.5]], lines: [] },
  ]);
});

it("breaks a way where the drone paused, or where its images are far apart", () => {
  // 0.001 degrees of latitude are about 111 m; 0.003 are more than 300 m.
  const [{ lines } = { lines: [] }] = droneTracks([
    image("A", "00:00", 0),
    image("A", "02:00", 0.001),
    image("A", "04:01", 0.002),
    image("A", "04:02", 0.003),
    image("A", "04:03", 0.006),
    image("A", "04:04", 0.007),
  ]);
  expect(lines.map((line) => line.map(([, lat]) => lat))).toEqual([
    [0, 0.001],
    [0.002, 0.003],
    [0.006, 0.007],
  ]);
});
