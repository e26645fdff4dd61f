// Campaigns of which photos were lost: what is planned again, flown by the simulator, completes what the files showed.
import { expect, it } from "vitest";
import { filesOf, hillPlan, type Flown, type HillPlan } from "./fixtures/hill-campaign.ts";
import { patient } from "./fixtures/patience.ts";
import { randomFrom } from "./fixtures/random.ts";
import { isRelease } from "./fixtures/rounds.ts";
import { photosOf, type Photo } from "./flight-simulator/camera.ts";
import { fly, localAt } from "./flight-simulator/kinematics.ts";
import { groundFaults, judged, type Rule } from "./flight-simulator/rules.ts";
import type { PlannedRoute } from "../src/domain/flight/plan/flight-plan-shape.ts";
import { reviewFlown } from "../src/domain/flight/flown/planned-again.ts";
import { planReFly } from "../src/domain/flight/flown/re-fly.ts";

const safety: readonly Rule[] = [
  "clearance",
  "way home",
  "battery",
  "blur",
  "front overlap",
  "no-fly",
  "outside",
  "light",
];

/** The photos of a file as it is flown; lines of different sorties have different numbers. */
const photosIn = ({ sorties, place }: Flown, first: number): Photo[] =>
  sorties.flatMap(({ mission }, sortie) =>
    photosOf(mission, fly(mission, place.home, place.ground).moments).map((photo) => ({
      ...photo,
      line: photo.line + 10_000 * (first + sortie),
    })),
  );

/** Without runs of four to thirty photos one after the other, in about every third line. */
function withLosses(photos: readonly Photo[], random: () => number): Photo[] {
  return [...Map.groupBy(photos, ({ line }) => line).values()].flatMap((line) => {
    if (random() > 0.35) return line;
    const from = Math.floor(random() * line.length);
    const count = 4 + Math.floor(26 * random());
    return line.filter((_, at) => at < from || at >= from + count);
  });
}

const recorded = (routes: readonly PlannedRoute[], is_re_fly: boolean) =>
  routes.map(({ start_ms, ...route }) => {
    return { ...route, start_at: new Date(start_ms).toISOString(), is_re_fly };
  });

/** What is planned again for these photos. */
function reFlown(plan: HillPlan, photos: readonly Photo[]) {
  const { routes, areas, target, settings, elevation, light, place } = plan;
  const local = localAt(place.home);
  const images = photos.map(({ moment: { x, y, z } }) => {
    return { place: local.toPlace(x, y), height_m: z };
  });
  const known = recorded(routes, false);
  const { lines } = reviewFlown(known, images);
  const missed = known.map((route, at) => ({
    route,
    stretches: lines
      .filter((line) => line.route === at)
      .flatMap((line) =>
        line.missed.flatMap(({ open }) => open.map((one) => ({ ...one, run: line.run }))),
      ),
  }));
  const input = { name: "Hill", areas, target, settings, elevation, light };
  const names = known.map(({ name }) => name);
  return planReFly(input, missed, names, settings.start_ms);
}

const CAMPAIGNS = isRelease ? 20 : 1;

it.each(Array.from({ length: CAMPAIGNS }, (_, i) => 120 + i))(
  "what was missed is flown again, without a fault: campaign %i",
  { timeout: patient(120_000) },
  async (seed) => {
    const plan = await hillPlan(seed);
    const local = localAt(plan.place.home);
    const faultsOf = (photos: readonly Photo[]) =>
      groundFaults(photos, plan.place, plan.promise, local).map(
        ({ rule, says }) => `${rule}, ${says}`,
      );
    const [file] = filesOf(plan) as [Flown];
    const all = photosIn(file, 0);
    expect(faultsOf(all)).toEqual([]);
    const kept = withLosses(all, randomFrom(2000 + seed));
    if (seed === 120) expect(faultsOf(kept)).not.toEqual([]);
    const { routes, problems } = reFlown(plan, kept);
    expect(problems).toEqual([]);
    expect(routes.length).toBeGreaterThan(0);
    for (const again of filesOf(plan, routes)) {
      const found = judged(again.sorties, again.place, again.promise).flatMap(({ rule, says }) =>
        safety.includes(rule) ? [`${rule}, ${says}`] : [],
      );
      expect(found).toEqual([]);
      const both = [...kept, ...photosIn(again, plan.routes.length)];
      expect(faultsOf(both), again.format).toEqual([]);
    }
  },
);
