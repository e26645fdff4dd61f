// What is said of the light of a campaign: of all its days, and of its sorties as they are flown.
import { beforeAll, describe, expect, it } from "vitest";
import { loadWords, startWords } from "../../client/i18n.ts";
import { aircraft } from "../../domain/flight/plan/aircraft.ts";
import type { FlightPreview, FlownFacts } from "../../domain/flight/plan/flight-preview-shape.ts";
import { campaignWords } from "./day-words.ts";

const HOUR = 3_600_000;
const noon = Date.parse("2026-06-21T12:17:00Z");
const input = {
  time_ms: noon,
  time_zone: "Europe/Madrid",
  place: [-3.7, 40.4] as const,
  mountings: [{ kind: "fixed" as const, tilt_deg: 0, azimuth_deg: 180 }],
  camera: aircraft.M3T.thermal,
  gimbal_pitch_deg: -90,
  headings_deg: [0],
  directions_deg: [0],
};
const day = (days: number, from: number, to: number): FlightPreview["days"][number] => ({
  from_ms: noon + 24 * HOUR * days + HOUR * from,
  to_ms: noon + 24 * HOUR * days + HOUR * to,
  sorties: 2,
});
const flown = (mirrored_sorties: number | null) => ({ mirrored_sorties }) as FlownFacts;
const clock = (time_ms: number) => new Date(time_ms).toISOString().slice(11, 16);
const said = (
  days: FlightPreview["days"],
  more: { flown?: FlownFacts | null; isMoved?: boolean; least?: number | null } = {},
) =>
  campaignWords({
    input,
    days,
    isMoved: false,
    least: 600,
    isKnown: true,
    flown: flown(0),
    clock,
    dateOf: (time_ms) => new Date(time_ms).toISOString().slice(0, 10),
    ...more,
  });

beforeAll(async () => {
  await startWords("en");
  await loadWords(() => true);
});

describe("the light of a campaign", () => {
  it("has no mirrored sun where no sortie sees it, whatever the five minutes around say", () => {
    expect(said([day(0, -2, -1)])[0]).toBe(
      "The campaign (10:17 to 11:17) has enough light and no mirrored sun.",
    );
    expect(said([day(0, -2, -1)], { flown: flown(1) })[0]).toContain(
      "the sun is mirrored into the camera for a part of it",
    );
  });

  it("advises a pitch for all days together", () => {
    const words = said([day(0, -0.1, 0.1), day(1, 0, 0.2)], { flown: flown(2) });
    expect(words[1]).toMatch(
      /^Without a mirrored sun during the campaign: a camera pitch of .7[78]°\.$/,
    );
  });

  it("is that of the worst day, also of the second, and of the day that is flown", () => {
    const words = said([day(0, -1, 0), day(1, 7, 8)], { isMoved: true });
    expect(words[0]).toBe(
      "No sortie has light on the day of the start. The first one starts on 2026-06-21; that day is shown.",
    );
    // 12:17 UTC less an hour, and plus seven and eight: two times of two days.
    expect(words[1]).toBe(
      "The campaign (2026-06-21, 11:17 to 12:17; 2026-06-22, 19:17 to 20:17) has less than 600 W/m² for a part of it. Choose another start.",
    );
    expect(words.at(-1)).toContain("The campaign takes 2 days");
  });

  it("says nothing before it is planned", () => {
    expect(said([])).toEqual([]);
  });
});
