// Flights with a tilted camera: what the planner counts on against the simulator's own camera, then whole campaigns.
import { describe, expect, it } from "vitest";
import { hillCampaign, type Flown } from "./fixtures/hill-campaign.ts";
import { patient } from "./fixtures/patience.ts";
import { isRelease } from "./fixtures/rounds.ts";
import { rowOf, shows, type Lens, type Photo } from "./flight-simulator/camera.ts";
import { judged } from "./flight-simulator/rules.ts";
import { captureOf } from "../src/domain/flight/plan/capture.ts";
import { defaultFlightSettings } from "../src/domain/flight/plan/flight-settings.ts";

const DEGREE = Math.PI / 180;
/** Both cameras of the M3T as published, and its height for pixels of 3 cm. */
const HEIGHT_M = 0.03 * 765.35;
const lenses = {
  thermal: { width_px: 640, height_px: 512, focal_px: 765.35, exposure_s: 0.01 },
  visual: { width_px: 4000, height_px: 3000, focal_px: 2794.4, exposure_s: 0 },
} as const satisfies Record<string, Lens>;

/** A photo that looks to the east from above the origin. */
const photoAt = (pitch: number): Photo => ({
  moment: { x: 0, y: 0, z: HEIGHT_M, ground: 0, speed: 3, seconds: 0, leg: 0, course: 0 },
  line: 0,
  course: 0,
  tilt: (90 + pitch) * DEGREE,
  every_m: 4,
});

/** The last place, to a millimetre, up to which something is seen: from one that is, to one that is not. */
function lastSeen(isSeen: (at: number) => boolean, [seen, unseen]: [number, number]): number {
  let [low, high] = [seen, unseen];
  while (Math.abs(high - low) > 1e-3) {
    const middle = (low + high) / 2;
    if (isSeen(middle)) low = middle;
    else high = middle;
  }
  return low;
}

describe.each([-90, -85, -72, -60])("a camera at %i degrees", (pitch) => {
  const settings = { ...defaultFlightSettings("M3T", ["pv_thermal"], 0), gimbal_pitch_deg: pitch };
  const capture = captureOf(settings, "pv_thermal");

  it.each(["thermal", "visual"] as const)("counts on what its %s images show", (name) => {
    const lens = lenses[name];
    const photo = photoAt(pitch);
    const { swath_m, length_m, gsd_m, least_gsd_m } = capture[name]!;
    const sees = (ahead: number, right: number) => shows(photo, lens, [ahead, -right, 0]);
    const middle = HEIGHT_M * Math.tan(photo.tilt);
    const near = lastSeen((ahead) => sees(ahead, 0), [middle, middle - 10 * HEIGHT_M]);
    const far = lastSeen((ahead) => sees(ahead, 0), [middle, middle + 10 * HEIGHT_M]);
    expect(length_m).toBeCloseTo(2 * (middle - near), 1);
    expect(near + length_m).toBeLessThan(far + 0.01);
    // The whole of the rectangle that is counted on lies in the image, and no wider one.
    const half = lastSeen((right) => sees(near + 0.002, right), [0, 10 * HEIGHT_M]);
    expect(swath_m / 2).toBeCloseTo(half, 1);
    for (const ahead of [near + 0.01, middle, near + length_m - 0.01])
      expect(sees(ahead, swath_m / 2 - 0.02)).toBe(true);
    // Pixels: how many metres move the image by one.
    const pixel = (ahead: number) =>
      1 /
      Math.abs(
        rowOf(lens, photo.tilt, HEIGHT_M, ahead + 1e-3) - rowOf(lens, photo.tilt, HEIGHT_M, ahead),
      ) /
      1e3;
    expect(least_gsd_m / pixel(near)).toBeCloseTo(1, 2);
    expect(gsd_m / pixel(near + length_m)).toBeCloseTo(1, 2);
  });

  it("shares what is set with the next line and the next photo, and smears a pixel", () => {
    const { thermal, spacing_m, trigger_m, speed_m_s } = capture;
    expect(spacing_m / thermal!.swath_m).toBeCloseTo(0.55, 6);
    expect(trigger_m / thermal!.length_m).toBeCloseTo(0.25, 6);
    expect((speed_m_s * 0.01) / thermal!.least_gsd_m).toBeCloseTo(1, 6);
    expect(capture.altitude_agl_m).toBeCloseTo(HEIGHT_M, 6);
  });
});

const CAMPAIGNS = isRelease ? 12 : 1;
/** Away from straight down by so many degrees: beyond, ground beside the edges is in no image, and the plan says so. */
const tiltOf = (seed: number) => -90 + [16, 10, 20, 5][seed % 4]!;

describe("files of campaigns with a tilted camera on hills", () => {
  const campaign = (seed: number) => hillCampaign(seed, { gimbal_pitch_deg: tiltOf(seed) });

  it.each(Array.from({ length: CAMPAIGNS }, (_, i) => 40 + i))(
    "are flown without a fault: campaign %i",
    { timeout: patient(120_000) },
    async (seed) => {
      const flown = await campaign(seed);
      const found = flown.flatMap(({ sorties, place, promise }) =>
        judged(sorties, place, promise).map(({ rule, says }) => `${rule}, ${says}`),
      );
      expect(found).toEqual([]);
      for (const { sorties, format } of flown) expectTilted(sorties, format, tiltOf(seed));
    },
  );

  it("miss ground where the camera looks the other way", { timeout: patient(60_000) }, async () => {
    const [flown] = (await hillCampaign(42, { gimbal_pitch_deg: -64 })) as [Flown];
    const sorties = flown.sorties.map(({ mission, start_ms }) => ({
      start_ms,
      mission: {
        ...mission,
        stops: mission.stops.map((stop) => ({ ...stop, heading_deg: stop.heading_deg! + 180 })),
      },
    }));
    const found = judged(sorties, flown.place, flown.promise).map(({ rule }) => rule);
    expect(found).toContain("coverage");
  });
});

/** Every photo looks with the set pitch along its line, and all the same way. */
function expectTilted(sorties: Flown["sorties"], format: string, pitch: number): void {
  const views = sorties.flatMap(({ mission: { stops, photos } }) =>
    photos.flatMap(({ from, to }) =>
      stops.slice(from, to + 1).map(({ pitch_deg, heading_deg }) => [pitch_deg, heading_deg]),
    ),
  );
  expect(views.length, format).toBeGreaterThan(0);
  for (const [pitch_deg] of views) expect(pitch_deg, format).toBe(pitch);
  const turned = views.map(([, heading]) => (Math.round(heading!) + 360) % 360);
  expect(new Set(turned).size, format).toBe(1);
}
