// Campaigns with a power line across them, flown by a simulator that has its own distances to what stands up.
import { expect, it } from "vitest";
import { filesOf, hillPlan, modules, type HillField } from "./fixtures/hill-campaign.ts";
import { patient } from "./fixtures/patience.ts";
import { isRelease } from "./fixtures/rounds.ts";
import { judged } from "./flight-simulator/rules.ts";

const CAMPAIGNS = isRelease ? 20 : 2;

/** A power line from beyond one edge to beyond the other, its masts apart from each other, and a mast beside it. */
const crossed: HillField = {
  ...modules(false),
  // Two ways to read steep ground between its heights differ by more than a rule of ten metres may.
  relief: 0.3,
  standing: (random, width, height) => {
    const [west, east] = [height * (0.3 + 0.4 * random()), height * (0.3 + 0.4 * random())];
    const spots = [-40, 0.3 * width, 0.7 * width, width + 40].map((x) => {
      return [x, west + ((east - west) * (x + 40)) / (width + 80)] as const;
    });
    const mast = [width * (0.2 + 0.6 * random()), 25] as const;
    return [
      { spots, height_m: 12 + 28 * random() },
      { spots: [mast], height_m: 15 + 30 * random() },
    ];
  },
};

it.each(Array.from({ length: CAMPAIGNS }, (_, i) => i + 1))(
  "a campaign keeps ten metres from a power line and a mast: campaign %i",
  { timeout: patient(120_000) },
  async (seed) => {
    const plan = await hillPlan(seed, {}, crossed);
    const found = filesOf(plan).flatMap(({ sorties, place, promise }) =>
      judged(sorties, place, promise)
        // Lines beside an obstacle have no neighbour on its side.
        .filter(({ rule }) => rule !== "side overlap")
        .map(({ rule, says }) => `${rule}, ${says}`),
    );
    expect(found).toEqual([]);
  },
);
