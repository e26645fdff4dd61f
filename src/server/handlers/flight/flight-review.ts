// What the routes of a campaign will show, what was flown of them, and what is flown again.
import type { flightReviewApi } from "../../../api/flight/flight-review.ts";
import { failure } from "../../../domain/error.ts";
import { metresInside, routeFaults } from "../../../domain/flight/route/flight-fault.ts";
import type { FlightRouteRecord } from "../../../domain/flight/route/flight-route-record.ts";
import type { FlightPolygon } from "../../../domain/flight/route/flight-route.ts";
import { flightTypes } from "../../../domain/flight/route/flight-route.ts";
import type {
  FlownLine,
  FlownLines,
  MissedStretch,
} from "../../../domain/flight/flown/flown-line.ts";
import { plannedAgain, waitingReFlies } from "../../../domain/flight/flown/planned-again.ts";
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
import { insertFlightRoutes, readFlightRoutes } from "../../store/plant/flight/flight-route.ts";

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
          rows: [...seen.rows],
          looks: [...seen.looks],
          side_overlaps: [...seen.side_overlaps],
        },
      })),
      terrain_rise_m: campaign.metrics?.["terrain_rise_m"] ?? null,
      no_fly_m: metresOver(routes, input.areas.no_fly),
      component_type: plannedType(campaign),
      flight_time_min,
      reserve_percent,
    };
  },

  async flown(context, { params: { id } }) {
    const { routes, images, beside, waiting, lines, analysis_name } = await flownOf(context, id);
    const missed = lines.filter((line) => line.missed.length > 0);
    return {
      analysis_name,
      images,
      beside,
      planned_lines: lines.length,
      planned_photos: lines.reduce((sum, line) => sum + line.planned_photos, 0),
      missed_m: missed.flatMap((line) => line.missed).reduce((sum, one) => sum + one.metres, 0),
      lines: missed.map((line) => {
        const { id: route_id, name: route_name } = routes[line.route]!;
        const { planned_photos, images: taken } = line;
        const stretches = line.missed.map((stretch) => ({
          from: [stretch.from[0], stretch.from[1]] as [number, number],
          to: [stretch.to[0], stretch.to[1]] as [number, number],
          metres: stretch.metres,
          photos: stretch.photos,
          re_fly: plannedAgain(stretch, routes, waiting),
        }));
        return {
          route_id,
          route_name,
          line: line.run + 1,
          planned_photos,
          images: taken,
          missed: stretches,
        };
      }),
    };
  },

  async reFly(context, { params: { id } }) {
    const { routes, images, waiting, lines, campaign } = await flownOf(context, id);
    const refusal = generateRefusal(campaign);
    if (refusal) throw failure("CONFLICT", refusal);
    if (images === 0) throw failure("CONFLICT", { reason: "image_positions_none" });
    const toPlan = requireFound(await readCampaignToPlan(context.db, id));
    const input = await planInput(context, toPlan);
    const names = routes.map(({ name }) => name);
    const isPlanned = (stretch: MissedStretch) => plannedAgain(stretch, routes, waiting) !== null;
    const missed = flightTypes.map((flight_type) => ({
      flight_type,
      stretches: lines
        .filter((line: FlownLine) => routes[line.route]!.flight_type === flight_type)
        .flatMap((line) => line.missed.filter((stretch) => !isPlanned(stretch))),
    }));
    if (missed.every(({ stretches }) => stretches.length === 0)) {
      const isMissed = lines.some((line) => line.missed.length > 0);
      throw failure("CONFLICT", {
        reason: isMissed ? "missed_lines_planned" : "missed_lines_none",
      });
    }
    const planned = await inReviewThread("refly", input, missed, names);
    const faults = planned.routes.flatMap((route) => routeFaults(route, input.areas));
    const problems = [...planned.problems, ...faults];
    if (problems.length > 0) throw failure("CONFLICT", ...problems);
    const detail = { campaign_id: id, routes: planned.routes.map(({ name }) => name) };
    return changeWithAudit(
      context,
      (db) => insertFlightRoutes(db, id, planned.routes),
      () => ({ action: "add_re_fly_routes", detail }),
    );
  },
};

/** The routes with the images of the campaign's analysis beside them. */
async function flownOf(context: Context, id: number) {
  const { db, viewer } = context;
  const campaign = requireFound(await readFlightCampaign(db, viewer, id));
  const { analysis_id, analysis_name } = campaign;
  const routes = await readFlightRoutes(db, id);
  const isSeen = analysis_id !== null && analysis_name !== null;
  const images = !isSeen ? [] : await readImagePositions(db, analysis_id);
  const flown: FlownLines = await inReviewThread("flown", routes, images);
  const waiting = waitingReFlies(routes, flown.lines);
  const lines = flown.lines.filter(({ route }) => !waiting.has(route));
  const { beside } = flown;
  return { campaign, routes, images: images.length, beside, waiting, lines, analysis_name };
}

function metresOver(
  routes: readonly FlightRouteRecord[],
  no_fly: readonly FlightPolygon[],
): number {
  return routes.reduce((sum, { take_off, waypoints }) => {
    const places = [take_off.place, ...waypoints.map(({ place }) => place), take_off.place];
    return places.slice(1).reduce((all, to, i) => all + metresInside(places[i]!, to, no_fly), sum);
  }, 0);
}
