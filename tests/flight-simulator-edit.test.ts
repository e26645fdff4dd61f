// Routes that people changed at random: what the product lets pass is flown without a fault, in the files of every format.
import { expect, it } from "vitest";
import { filesOf, hillPlan, type HillPlan } from "./fixtures/hill-campaign.ts";
import { patient } from "./fixtures/patience.ts";
import { randomFrom } from "./fixtures/random.ts";
import { isRelease } from "./fixtures/rounds.ts";
import { judged, type Rule } from "./flight-simulator/rules.ts";
import type { PlannedRoute } from "../src/domain/flight/plan/flight-plan-shape.ts";
import { routeChangeProblems } from "../src/domain/flight/route/route-change.ts";
import { heightProblems } from "../src/domain/flight/route/route-check.ts";
import {
  changeWaypoints,
  editedRoute,
  insertWaypoint,
  liftWaypoints,
  moveWaypoint,
  raiseWaypoint,
  removeWaypoint,
  type RouteDraft,
} from "../src/domain/flight/route/route-edit.ts";

/** What may be flown whatever was changed. Coverage and overlap are the person's, who takes lines away. */
const safety: readonly Rule[] = [
  "clearance",
  "way home",
  "battery",
  "blur",
  "no-fly",
  "outside",
  "light",
];

/** A person may take of the reserve, of which the list warns, and is judged by the tolerance that campaigns have. */
const allowed = { reserve_percent: 2, tolerance_m: 3 };

type Random = () => number;
const METRE = 1 / 111_195;

/** One change of the editor, as far as a hand moves something. */
function changed(draft: RouteDraft, random: Random): RouteDraft {
  const { waypoints } = draft;
  const at = Math.floor(random() * waypoints.length);
  const { place, height_m, speed_m_s } = waypoints[at]!;
  const metres = (most: number) => most * (2 * random() - 1);
  const beside = [place[0] + metres(25) * METRE, place[1] + metres(25) * METRE] as const;
  const until = Math.min(waypoints.length - 1, at + Math.floor(6 * random()));
  const edits: (() => RouteDraft)[] = [
    () => moveWaypoint(draft, at, beside),
    () => raiseWaypoint(draft, at, height_m + metres(20)),
    () => liftWaypoints(draft, [at, until], metres(15)),
    () => insertWaypoint(draft, at, beside),
    () => removeWaypoint(draft, at),
    () => changeWaypoints(draft, [at, until], { speed_m_s: (speed_m_s ?? 3) * (0.5 + random()) }),
    () => changeWaypoints(draft, [at, at], { hover_s: 60 * random() }),
  ];
  return edits[Math.floor(random() * edits.length)]!();
}

/** A route after one to three changes, and whether the product would store and export it. */
function edited(route: PlannedRoute, plan: HillPlan, random: Random) {
  const { waypoints, photo_runs } = route;
  let draft: RouteDraft = { waypoints, photo_runs };
  const count = 1 + Math.floor(3 * random());
  for (let i = 0; i < count; i++) draft = changed(draft, random);
  const after = editedRoute(route, draft, plan.elevation, []);
  const problems = [
    ...routeChangeProblems(route, after, plan.areas, plan.elevation),
    ...heightProblems(after, { areas: plan.areas, elevation: plan.elevation, ceiling_m: null }),
  ];
  return { after, problems };
}

const CAMPAIGNS = isRelease ? 20 : 2;
const EDITS = isRelease ? 40 : 12;

it.each(Array.from({ length: CAMPAIGNS }, (_, i) => 60 + i))(
  "changes that are let pass are flown without a fault: campaign %i",
  { timeout: patient(180_000) },
  async (seed) => {
    const plan = await hillPlan(seed);
    const random = randomFrom(1000 + seed);
    const known = new Set(
      filesOf(plan).flatMap((flown) =>
        judged(flown.sorties, flown.place, flown.promise).map(({ rule }) => rule),
      ),
    );
    expect([...known]).toEqual([]);
    let passed = 0;
    for (let i = 0; i < EDITS; i++) {
      const route = plan.routes[Math.floor(random() * plan.routes.length)]!;
      const { after, problems } = edited(route, plan, random);
      if (problems.length > 0) continue;
      passed += 1;
      const found = filesOf(plan, [after]).flatMap(({ sorties, place, promise }) =>
        judged(sorties, place, { ...promise, ...allowed }).flatMap(({ rule, says }) =>
          safety.includes(rule) ? [`${rule}, ${says}`] : [],
        ),
      );
      expect(found, `change ${i}`).toEqual([]);
    }
    // Of the changes of a hand some are refused, and some pass.
    expect(passed).toBeGreaterThan(EDITS / 6);
    expect(passed).toBeLessThan(EDITS);
  },
);
