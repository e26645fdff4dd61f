// What the routes of a campaign will show, what was flown of them, and what is flown again.
import type { flightReviewApi } from "../../../api/flight/flight-review.ts";
import { failure } from "../../../domain/error.ts";
import type { FlightRouteRecord } from "../../../domain/flight/route/flight-route-record.ts";
import type { MissedStretch } from "../../../domain/flight/flown/flown-line.ts";
import type { FlownStretch } from "../../../domain/flight/flown/planned-again.ts";
import { clockOf } from "../../../domain/flight/time/sortie-clock.ts";
import type { FlightSettings } from "../../../domain/flight/plan/flight-settings.ts";
import type { TakenOverBy } from "../../../domain/flight/format/taken-over.ts";
import { generateRefusal } from "../../../domain/flight/campaign/flight-campaign.ts";
import type { Context } from "../../context.ts";
import { planInput, plannedType } from "../../flight/plan-input.ts";
import { inReviewThread } from "../../flight/review-thread.ts";
import type { Handlers } from "../../implement.ts";
import { requireFound } from "../../implement.ts";
import { changeWithAudit } from "../../store/account/audit.ts";
import { readImagePositions } from "../../store/plant/analysis/analysis-file.ts";
import { readFlightCampaign } from "../../store/plant/flight/flight-campaign.ts";
import { readCampaignToPlan } from "../../store/plant/flight/flight-generation.ts";
import {
  insertFlightRoutes,
  readFlightRoutes,
  requireSameRoutes,
} from "../../store/plant/flight/flight-route.ts";

export const flightReviewHandlers: Handlers<typeof flightReviewApi> = {
  async routes(context, { params: { id } }) {
    const { db } = context;
    const campaign = requireFound(await readCampaignToPlan(db, id));
    const [input, routes] = await Promise.all([
      planInput(context, campaign),
      readFlightRoutes(db, id),
    ]);
    const review = await inReviewThread("review", input, routes);
    const { flight_time_min, reserve_percent } = input.settings;
    return {
      ...review,
      flights: review.flights.map(({ seen, ...flight }) => ({
        ...flight,
        seen: seen && {
          ...seen,
          unseen_rows: [...seen.unseen_rows],
          rows: [...seen.rows],
          looks: [...seen.looks],
          side_overlaps: [...seen.side_overlaps],
        },
      })),
      terrain_rise_m: campaign.metrics?.["terrain_rise_m"] ?? null,
      component_type: plannedType(campaign),
      flight_time_min,
      reserve_percent,
    };
  },

  async flown(context, { params: { id } }) {
    const { routes, images, review, analysis_name } = await flownOf(context, id);
    const { lines, beside, other_camera, repeats } = review;
    const missed = lines.filter((line) => line.missed.length > 0);
    const nameOf = (at: number) => routes[at]!.name;
    return {
      analysis_name,
      images,
      beside,
      other_camera,
      planned_lines: lines.length,
      planned_photos: lines.reduce((sum, line) => sum + line.planned_photos, 0),
      missed_m: sumOf(missed.flatMap((line) => line.missed)),
      open: openOf(missed.flatMap((line) => line.missed)),
      lines: missed.map((line) => ({
        route_id: routes[line.route]!.id,
        route_name: nameOf(line.route),
        line: line.run + 1,
        planned_photos: line.planned_photos,
        images: line.images,
        missed: line.missed.map(({ path, metres, photos, re_fly, open }) => ({
          path: path.map(({ place }): [number, number] => [place[0], place[1]]),
          metres,
          photos,
          re_fly: [...re_fly],
          open_m: sumOf(open),
        })),
      })),
      repeats: repeats.map((again) => ({
        route_id: routes[again.route]!.id,
        route_name: nameOf(again.route),
        lines: again.lines.map(({ route, run }) => ({ route_name: nameOf(route), line: run + 1 })),
      })),
    };
  },

  async reFly(context, { params: { id } }) {
    const { routes, images, review, campaign } = await flownOf(context, id);
    const refusal = generateRefusal(campaign);
    if (refusal) throw failure("CONFLICT", refusal);
    const { other_camera } = review;
    if (images === 0 && other_camera > 0)
      throw failure("CONFLICT", {
        reason: "image_cameras_differ",
        values: { count: other_camera },
      });
    if (images === 0) throw failure("CONFLICT", { reason: "image_positions_none" });
    const toPlan = requireFound(await readCampaignToPlan(context.db, id));
    const input = await planInput(context, toPlan);
    const names = routes.map(({ name }) => name);
    const missed = routes.map((route, at) => ({
      route,
      stretches: review.lines
        .filter((line) => line.route === at)
        .flatMap(({ run, missed }) =>
          missed.flatMap(({ open }) => open.map((stretch) => ({ ...stretch, run }))),
        ),
    }));
    if (missed.every(({ stretches }) => stretches.length === 0)) {
      const isMissed = review.lines.some((line) => line.missed.length > 0);
      throw failure("CONFLICT", {
        reason: isMissed ? "missed_lines_planned" : "missed_lines_none",
      });
    }
    const ready_ms = readyAfter(routes, input.settings, context.now());
    const planned = await inReviewThread("refly", input, missed, names, ready_ms);
    if (planned.problems.length > 0) throw failure("CONFLICT", ...planned.problems);
    const detail = { campaign_id: id, routes: planned.routes.map(({ name }) => name) };
    return changeWithAudit(
      context,
      async (db) => {
        await requireSameRoutes(db, id, routes);
        return insertFlightRoutes(db, id, planned.routes, {
          is_re_fly: true,
          planned_terrain: input.terrain_mark,
        });
      },
      () => ({ action: "add_re_fly_routes", detail }),
    );
  },

  async compare(context, { params: { id }, body: { routes: given } }) {
    const { db } = context;
    const campaign = requireFound(await readCampaignToPlan(db, id));
    const input = await planInput(context, campaign);
    const ours = await readFlightRoutes(db, id);
    const compared = await inReviewThread("compare", input, ours, given, takenOverBy(campaign));
    if (!compared) throw failure("CONFLICT", { reason: "plant_without_take_off" });
    return compared;
  },

  async takeOver(context, { params: { id }, body: { routes: given } }) {
    const { db } = context;
    const campaign = requireFound(await readCampaignToPlan(db, id));
    const refusal = generateRefusal(campaign);
    if (refusal) throw failure("CONFLICT", refusal);
    const input = await planInput(context, campaign);
    const before = await readFlightRoutes(db, id);
    const ready_ms = readyAfter(before, input.settings, context.now());
    const about = { ceiling_m: campaign.flight_ceiling, ready_ms };
    // Terrain and no-fly polygons below tens of thousands of waypoints: seconds, while others are served.
    const plan = await inReviewThread("takeover", input, takenOverBy(campaign), given, about);
    if (!plan) throw failure("CONFLICT", { reason: "plant_without_take_off" });
    const { routes, problems, dark } = plan;
    if (problems.length > 0) throw failure("BAD_REQUEST", ...problems);
    if (dark.length > 0) throw failure("CONFLICT", ...dark);
    const detail = { campaign_id: id, routes: routes.map(({ name }) => name) };
    return changeWithAudit(
      context,
      async (transaction) => {
        await requireSameRoutes(transaction, id, before);
        return insertFlightRoutes(transaction, id, routes, {
          is_re_fly: false,
          planned_terrain: input.terrain_mark,
        });
      },
      () => ({ action: "take_over_routes", detail }),
    );
  },
};

/** What of the campaign a thread needs, without the areas of its plant. */
function takenOverBy({
  aircraft,
  flight_types,
  flight_type_online,
  optimize_torsion_flights,
  security_height,
  return_height,
  transit_speed,
  expected_wind,
  battery_reserve,
  thermal_blur,
  metrics,
}: TakenOverBy): TakenOverBy {
  return {
    aircraft,
    flight_types,
    flight_type_online,
    optimize_torsion_flights,
    security_height,
    return_height,
    transit_speed,
    expected_wind,
    battery_reserve,
    thermal_blur,
    metrics,
  };
}

const sumOf = (stretches: readonly MissedStretch[]) =>
  stretches.reduce((sum, { metres }) => sum + metres, 0);

/** What one click adds. */
function openOf(missed: readonly FlownStretch[]) {
  const open = missed.flatMap((stretch) => stretch.open);
  return { stretches: open.length, metres: sumOf(open) };
}

/** When the drone can start again: after the last landing that is planned, and not in the past. */
function readyAfter(
  routes: readonly FlightRouteRecord[],
  settings: FlightSettings,
  now: Date,
): number {
  const { turnaround_s } = clockOf(settings);
  return routes.reduce((latest, { start_at, duration_s }) => {
    if (start_at === null) return latest;
    return Math.max(latest, Date.parse(start_at) + 1000 * (duration_s + turnaround_s));
  }, now.getTime());
}

/** The routes with the images of the campaign's analysis beside them. */
async function flownOf(context: Context, id: number) {
  const { db, viewer } = context;
  const campaign = requireFound(await readFlightCampaign(db, viewer, id));
  const { analysis_id, analysis_name } = campaign;
  const routes = await readFlightRoutes(db, id);
  const isSeen = analysis_id !== null && analysis_name !== null;
  const taken = !isSeen ? [] : await readImagePositions(db, analysis_id);
  const review = await inReviewThread("flown", routes, taken);
  const images = taken.length - review.other_camera;
  return { campaign, routes, images, review, analysis_name };
}
