// Flight campaigns of plants.
import { flightCampaignApi } from "../../../api/flight/flight-campaign.ts";
import type { AuditAction } from "../../../domain/account/audit.ts";
import { failure, isFailure, type Refusal } from "../../../domain/error.ts";
import {
  campaignFieldsRefusal,
  campaignStartRefusal,
  changesRoutes,
  planningRefusal,
  type FlightCampaign,
  type FlightCampaignForm,
} from "../../../domain/flight/campaign/flight-campaign.ts";
import { aircraftRefusal } from "../../../domain/flight/campaign/flown-types.ts";
import { plantLight } from "../../../domain/flight/area/plant-light.ts";
import { startLightRefusal } from "../../../domain/flight/time/flight-light.ts";
import { setHeightProblems, setHeightReasons } from "../../../domain/flight/route/home-leg.ts";
import { limits } from "../../../domain/limits.ts";
import type { Plant } from "../../../domain/plant/plant.ts";
import { plantTimeZone } from "../../../domain/plant/plant-zone.ts";
import type { Context, Database } from "../../context.ts";
import type { Handlers } from "../../implement.ts";
import { refuse, requireFound } from "../../implement.ts";
import { requireKnownBatch } from "../../flight/known-batch.ts";
import { highestPlaces } from "../../flight/highest-place.ts";
import { planInput } from "../../flight/plan-input.ts";
import { endRunning, stopGeneration } from "../../job/stop-generation.ts";
import { checkedAgainst } from "../../flight/route-checks.ts";
import { previewInThread } from "../../flight/plan-thread.ts";
import { changeWithAudit } from "../../store/account/audit.ts";
import { readAnalysis } from "../../store/plant/analysis/analysis.ts";
import * as store from "../../store/plant/flight/flight-campaign.ts";
import { readBattery } from "../../store/plant/flight/flight-generation.ts";
import {
  followCampaignBatch,
  keepDurations,
  readFlightRoutes,
} from "../../store/plant/flight/flight-route.ts";
import { readPlant } from "../../store/plant/plant.ts";
import { requireTaskRoom } from "../../store/unfinished-task.ts";
import { flightRulesOf } from "../../start/flight-rules.ts";
import { translateProblem } from "../../translate.ts";

export const flightCampaignHandlers: Handlers<typeof flightCampaignApi> = {
  list: (context, { plant }) => list(context, { plant_id: plant.id }),

  listOfAnalysis: (context, { analysis }) => list(context, { analysis_id: analysis.id }),

  async create(context, { plant, body }) {
    const { viewer } = context;
    refuse(flightCampaignApi.create, viewer, plant);
    requireRule(campaignFieldsRefusal(body, plant.technology));
    requireRule(aircraftRefusal(body));
    requireRule(startLightRefusal(body.start_at, plantLight(plant)));
    await checkReferences(context, plant, body);
    await requireSetHeights(context, plant, body);
    const { id: plant_id, customer_id } = plant;
    const id = await changeWithAudit(
      context,
      async (db) => {
        const count = await store.countFlightCampaigns(db, plant_id);
        if (count >= limits.flightCampaigns) {
          throw failure("CONFLICT", { reason: "flight_campaigns_full", values: { max: count } });
        }
        const by = { plant_id, account_id: viewer.account_id };
        const made = await store.insertFlightCampaign(db, body, by);
        await requireTaskRoom(db, viewer);
        return made;
      },
      (campaign_id) => entryOf("create_flight_campaign", customer_id, campaign_id, { plant_id }),
    );
    return readBack(context, id);
  },

  async preview(context, { plant, body }) {
    const { db, viewer } = context;
    refuse(flightCampaignApi.preview, viewer, plant);
    requireRule(campaignFieldsRefusal(body, plant.technology));
    requireRule(aircraftRefusal(body));
    const battery = await readBattery(db, body.aircraft);
    requireRule(startLightRefusal(body.start_at, plantLight(plant)));
    const input = await planInput(context, { ...plant, ...body, plant_id: plant.id, battery });
    const preview = await previewInThread(input, plantTimeZone(plant), context.gone);
    const problems = preview.problems.map((one) => translateProblem(viewer.locale, one));
    return { ...preview, problems };
  },

  read: (context, { params: { id } }) => readBack(context, id),

  async update(context, { params: { id }, body }) {
    const { viewer, settings } = context;
    const [known, plant] = await lockedCampaign(context, context.db, id);
    const wanted = { ...known, ...body };
    requireRule(campaignFieldsRefusal(wanted, plant.technology));
    // A plan takes seconds, so it is made before the campaign is locked.
    if (changesRoutes(known, body)) await requireSetHeights(context, plant, wanted);
    await changeWithAudit(
      context,
      async (db) => {
        const [campaign] = await lockedCampaign(context, db, id);
        requireRule(campaignFieldsRefusal({ ...campaign, ...body }, plant.technology));
        if (body.start_at !== undefined) {
          const now_ms = context.now().getTime();
          const rules = { ...flightRulesOf(settings), time_zone: plantTimeZone(plant), now_ms };
          requireRule(campaignStartRefusal(campaign, body.start_at, rules));
          // A campaign from before this rule can still get another name.
          if (Date.parse(body.start_at) !== Date.parse(campaign.start_at)) {
            requireRule(startLightRefusal(body.start_at, plantLight(plant)));
          }
        }
        await checkReferences(context, plant, body);
        const isNew = changesRoutes(campaign, body);
        if (isNew) {
          requireRule(aircraftRefusal({ ...campaign, ...body }));
          requireRule(planningRefusal(plant));
        } else if ("security_height" in body || "return_height" in body) {
          const { elevation, areas } = await checkedAgainst(context, plant.id, plant);
          const routes = await readFlightRoutes(db, id);
          const set = { ...campaign, ...body };
          const low = setHeightProblems(routes, set, elevation, areas.obstacles);
          if (low.length > 0) throw failure("BAD_REQUEST", ...low);
        }
        await store.updateFlightCampaign(db, id, body);
        if (!isNew && ("security_height" in body || "return_height" in body)) {
          const { elevation, areas } = await checkedAgainst(context, plant.id, plant);
          await keepDurations(db, id, elevation, areas.obstacles);
        }
        if (body.eval_batch_num !== undefined) {
          await followCampaignBatch(db, id, campaign.eval_batch_num, body.eval_batch_num);
        }
        const { account_id } = viewer;
        if (isNew) {
          await endRunning(db, campaign);
          await store.launchGeneration(db, { id, plant_id: plant.id, account_id });
          await requireTaskRoom(db, viewer);
        }
      },
      () =>
        entryOf("update_flight_campaign", plant.customer_id, id, {
          fields: Object.keys(body).join(" "),
        }),
    );
    return readBack(context, id);
  },

  async generate(context, { params: { id } }) {
    const { viewer } = context;
    const [, plant] = await lockedCampaign(context, context.db, id);
    await changeWithAudit(
      context,
      async (db) => {
        const [campaign] = await lockedCampaign(context, db, id);
        refuse(flightCampaignApi.generate, viewer, campaign);
        requireRule(aircraftRefusal(campaign));
        requireRule(planningRefusal(plant));
        const { account_id } = viewer;
        await store.launchGeneration(db, { id, plant_id: plant.id, account_id });
        await requireTaskRoom(db, viewer);
      },
      () => entryOf("generate_flight_campaign", plant.customer_id, id),
    );
    return readBack(context, id);
  },

  async stop(context, { params: { id } }) {
    const [, plant] = await lockedCampaign(context, context.db, id);
    await changeWithAudit(
      context,
      async (db) => {
        const [campaign] = await lockedCampaign(context, db, id);
        refuse(flightCampaignApi.stop, context.viewer, campaign);
        await stopGeneration(db, campaign);
      },
      () => entryOf("stop_flight_campaign", plant.customer_id, id),
    );
    return readBack(context, id);
  },

  async remove(context, { params: { id } }) {
    const [campaign, plant] = await lockedCampaign(context, context.db, id);
    const { name } = campaign;
    await changeWithAudit(
      context,
      async (db) => {
        await endRunning(db, campaign);
        await store.deleteFlightCampaign(db, id);
      },
      () => entryOf("delete_flight_campaign", plant.customer_id, id, { name }),
    );
    return { done: true };
  },
};

type Lists = Parameters<typeof store.readFlightCampaigns>[2];

async function list(context: Context, by: Lists): Promise<FlightCampaign[]> {
  const { db, viewer } = context;
  const rows = await store.readFlightCampaigns(db, viewer, by);
  const highest = await highestPlaces(context, rows);
  return rows.map((row) => campaignOf(row, highest, viewer.locale));
}

const readBack = async (context: Context, id: number): Promise<FlightCampaign> =>
  requireFound((await list(context, { id }))[0]);

/** The campaign with its failures in the words of the viewer. */
function campaignOf(
  campaign: store.CampaignRow,
  highest: ReadonlyMap<number, number>,
  locale: string,
): FlightCampaign {
  const { failure: problem, export_failure, progress, route_versions: _, ...row } = campaign;
  return {
    ...row,
    highest_m: highest.get(row.id) ?? 0,
    failure: problem && translateProblem(locale, problem),
    export_failure: export_failure && translateProblem(locale, export_failure),
    progress: progress && {
      step: progress.step,
      max_steps: progress.max_steps,
      message: progress.info && translateProblem(locale, progress.info).message,
    },
  };
}

/** The campaign as it is once its row is locked, and its plant. */
async function lockedCampaign(
  { viewer }: Context,
  db: Database,
  id: number,
): Promise<[store.CampaignRow, Plant]> {
  await store.lockFlightCampaign(db, id);
  const campaign = requireFound(await store.readFlightCampaign(db, viewer, id));
  return [campaign, requireFound(await readPlant(db, viewer, campaign.plant_id))];
}

/** @throws BAD_REQUEST for an analysis or an evaluation batch that is not of this plant */
async function checkReferences(
  { db, viewer }: Context,
  plant: Plant,
  {
    analysis_id = null,
    eval_batch_num = null,
  }: Partial<Pick<FlightCampaign, "analysis_id" | "eval_batch_num">>,
): Promise<void> {
  if (analysis_id !== null) {
    const found = await readAnalysis(db, viewer, analysis_id);
    const isOfPlant = found?.plant_id === plant.id;
    requireRule(isOfPlant ? null : { reason: "analysis_of_other_plant", field: "analysis_id" });
  }
  await requireKnownBatch(db, plant.id, eval_batch_num);
}

/** Milliseconds that creating a campaign waits for a first plan, its turn among others included. */
const FIRST_PLAN_MS = 20_000;

/**
 * Where ways from or to take-off are set: whether a first plan asks for higher ones. One that takes too long, fails, or may
 * differ from the routes that are flown refuses nothing; the generation checks them again.
 * @throws BAD_REQUEST with each height that is too low
 */
async function requireSetHeights(
  context: Context,
  plant: Plant,
  form: FlightCampaignForm,
): Promise<void> {
  if (form.security_height === null && form.return_height === null) return;
  if (planningRefusal(plant) || aircraftRefusal(form)) return;
  const preview = await firstPlan(context, plant, form).catch((cause: unknown) => {
    if (!isFailure(cause)) context.log.error(cause, `no first plan of plant ${plant.id}`);
    return null;
  });
  const low = preview?.problems.filter(({ reason }) => setHeightReasons.includes(reason)) ?? [];
  if (low.length > 0) throw failure("BAD_REQUEST", ...low);
}

async function firstPlan(context: Context, plant: Plant, form: FlightCampaignForm) {
  const battery = await readBattery(context.db, form.aircraft);
  const input = await planInput(context, { ...plant, ...form, plant_id: plant.id, battery });
  const ends = AbortSignal.any([context.gone, AbortSignal.timeout(FIRST_PLAN_MS)]);
  return previewInThread(input, plantTimeZone(plant), ends);
}

/** @throws BAD_REQUEST with the reason */
function requireRule(refusal: Refusal | null): void {
  if (refusal) throw failure("BAD_REQUEST", refusal);
}

function entryOf(
  action: AuditAction,
  customer_id: number,
  campaign_id: number,
  more: Readonly<Record<string, unknown>> = {},
) {
  return { action, customer_id, detail: { campaign_id, ...more } };
}
