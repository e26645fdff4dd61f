// Plants.
import { plantApi } from "../../../api/plant/plant.ts";
import { componentCountsOf } from "../../../domain/component/component-index.ts";
import { failure } from "../../../domain/error.ts";
import { keyFigureById } from "../../../domain/key-figure/key-figure.ts";
import { energyColumns } from "../../result/headline.ts";
import { unconfirmedOf } from "../../result/unconfirmed.ts";
import { settingsWith } from "../../../domain/loss/loss-settings.ts";
import { modulesOf } from "../../../domain/loss/module-power.ts";
import { lostEnergy } from "../../../domain/plant/lost-energy.ts";
import { rankByEnergy } from "../../../domain/plant/plant-condition.ts";
import { expectedEnergy, safetyCount } from "../../../domain/plant/portfolio.ts";
import { seesDisabledKeyFigures } from "../../../domain/key-figure/enabled-key-figure.ts";
import type { Plant, PlantBelongings } from "../../../domain/plant/plant.ts";
import {
  changesMounting,
  mountingThatApplies,
  plantMountingRefusal,
} from "../../../domain/plant/plant-mounting.ts";
import { limitsRefusal } from "../../../domain/key-figure/severity.ts";
import { checkOverlay } from "../../upload/blueprint-content.ts";
import type { Context } from "../../context.ts";
import type { Handlers } from "../../implement.ts";
import { refuse, requireFound } from "../../implement.ts";
import { changeWithAudit, writeAuditEntry, type AuditEntry } from "../../store/account/audit.ts";
import { readAnalyses } from "../../store/plant/analysis/analysis.ts";
import { flightRulesOf } from "../../start/flight-rules.ts";
import { requireTakeOff, takeOffChange } from "../../flight/take-off-change.ts";
import { readElevation } from "../../store/plant/flight/elevation.ts";
import { listModels } from "../../store/plant/plant-model.ts";
import { listBlueprints, removeBlueprintFiles } from "../../store/plant/blueprint.ts";
import { readLossSettingsOf } from "../../store/plant/analysis/loss-settings.ts";
import { readDisabled } from "../../store/plant/column/enabled-key-figure.ts";
import { refuseViolation } from "../../store/database-fault.ts";
import { recountColumns } from "../../store/plant/column/column-recount.ts";
import { countHandledDangers, handledOf } from "../../store/plant/finding/handled-danger.ts";
import {
  readNewestColumns,
  type NewestColumn,
  type NewestColumns,
} from "../../store/plant/column/newest-column.ts";
import * as store from "../../store/plant/plant.ts";
import { movePlant } from "../../store/plant/plant-customer.ts";
import { readSubfields } from "../../store/plant/subfield.ts";
import { readTwin } from "../../store/plant/twin.ts";

const done = { done: true } as const;
/** Plant names are unique per customer, because files are assigned by them. */
const nameTaken = { plant_name: { reason: "plant_name_taken", field: "name" } };
/** A plant with orders cannot be deleted, even if the viewer does not see the orders. */
const hasOrders = {
  purchase_order_plant_id_plant_id_fk: { reason: "plant_has_orders", values: { count: 1 } },
};
const noColumns: NewestColumns = { measured: [], energy: [], safety: [] };
const oldestOf = (columns: readonly NewestColumn[]) =>
  columns.map(({ flown_at }) => flown_at).toSorted()[0] ?? null;
/** Number of worst key figures per plant in the list. */
const worstCount = 3;

export const plantHandlers: Handlers<typeof plantApi> = {
  list: ({ db, viewer }) => store.readPlants(db, viewer),

  async listForTable({ db, files, log, viewer }) {
    const [plants, columns, handled, counts, twins] = await Promise.all([
      store.readPlants(db, viewer),
      readNewestColumns(db, viewer),
      countHandledDangers(db, viewer),
      store.countAnalyses(db, viewer),
      store.readTwins(db, viewer),
    ]);
    const losses = await readLossSettingsOf(
      db,
      plants.map(({ id }) => id),
    );
    const unconfirmed = new Map<number, ReadonlyMap<number, number>>();
    for (const { id } of plants) {
      const { energy } = columns.get(id) ?? noColumns;
      unconfirmed.set(id, await unconfirmedOf({ files, log }, energy, twins.get(id) ?? null));
    }
    const rows = plants.map((plant) => {
      const { measured, energy, safety } = columns.get(plant.id) ?? noColumns;
      const stated = losses.get(plant.id) ?? null;
      const settings = settingsWith(stated);
      const twin = twins.get(plant.id) ?? null;
      return {
        ...plant,
        worst_key_figures: worstKeyFigures(measured),
        lost_energy: lostEnergy(
          { ...plant, module_m2: modulesOf(twin).module_m2 },
          energyColumns(energy, unconfirmed.get(plant.id)!, componentCountsOf(twin)),
          settings,
          stated,
        ),
        expected_mwh: expectedEnergy(plant, settings),
        expected_assumed: plant.capacity_estimated || stated?.full_load_hours === undefined,
        safety: safetyCount(safety),
        safety_handled: handledOf(handled.get(plant.id), safety),
        oldest_result_at: oldestOf([...measured, ...energy, ...safety]),
        analysis_count: counts.get(plant.id) ?? 0,
      };
    });
    const places = rankByEnergy(rows);
    return rows.map((row) => ({ ...row, ...requireFound(places.get(row.id)) }));
  },

  listAll: ({ db, viewer }) => store.readPlants(db, viewer),

  async listProgress({ db, viewer }) {
    const [plants, analyses] = await Promise.all([
      store.readPlants(db, viewer),
      readAnalyses(db, viewer),
    ]);
    const byPlant = Map.groupBy(analyses, ({ plant_id }) => plant_id);
    return plants.map(({ id, name, setup_phase, digitized }) => ({
      plant_id: id,
      plant_name: name,
      setup_phase,
      digitized,
      newest_analysis: byPlant.get(id)?.[0] ?? null,
    }));
  },

  subfields: (context, { plant }) => readSubfields(context, plant.id),

  read: async (_, { plant }) => plant,

  async create(context, { body }) {
    const { db, viewer } = context;
    await checkCustomer(context, body.customer_id);
    await checkOverlay(context.db, null, body.file_overlay);
    const { name, customer_id, take_off_position = null, drone_in_a_box } = body;
    requireTakeOff({ take_off_position, drone_in_a_box, flight_polygons: null });
    const fields = { ...body, ...checkedMounting(body) };
    const id = await changeWithAudit(
      context,
      (transaction) => refuseViolation(nameTaken, () => store.insertPlant(transaction, fields)),
      (plant_id) => entryOf("create_plant", { id: plant_id, customer_id }, { name }),
    );
    return requireFound(await store.readPlant(db, viewer, id));
  },

  async update(context, { plant, body }) {
    const { db, viewer } = context;
    const { id, customer_id } = plant;
    const { customer_id: new_customer_id = customer_id, take_off_position: _, ...others } = body;
    await checkTechnology(context, plant, body.technology);
    await checkOverlay(context.db, id, body.file_overlay);
    const fields = {
      ...others,
      ...takeOffChange(flightRulesOf(context.settings), plant, body),
      ...(others.nominal_capacity !== undefined &&
        others.nominal_capacity !== plant.nominal_capacity && { capacity_estimated: false }),
      ...(changesMounting(plant, body) ? checkedMounting({ ...plant, ...body }) : {}),
    };
    if (new_customer_id !== customer_id) {
      await moveToCustomer(context, plant, { ...fields, customer_id: new_customer_id });
    } else {
      await changeWithAudit(
        context,
        (transaction) =>
          refuseViolation(nameTaken, () => store.updatePlant(transaction, id, fields)),
        () => updateEntry({ id, customer_id }, fields),
      );
    }
    return requireFound(await store.readPlant(db, viewer, id));
  },

  belongings: ({ db }, { plant }) => store.readBelongings(db, plant.id),

  async remove(context, { plant }) {
    const { db, files } = context;
    const { id, name } = plant;
    const [blueprints, elevation] = [await listBlueprints(db, id), await readElevation(db, id)];
    const models = await listModels(db, id);
    const check = (belongings: PlantBelongings) =>
      refuse(plantApi.remove, context.viewer, belongings);
    await changeWithAudit(
      context,
      (transaction) => refuseViolation(hasOrders, () => store.deletePlant(transaction, id, check)),
      () => entryOf("delete_plant", plant, { name }),
    );
    for (const { object } of blueprints) await removeBlueprintFiles(files, object);
    if (elevation) await files.remove(elevation.object);
    for (const { object } of models) await files.remove(object);
    return done;
  },

  async readLimits({ db, viewer }, { plant }) {
    const limits = await store.readLimits(db, plant.id);
    if (seesDisabledKeyFigures(viewer)) return limits;
    const disabled = await readDisabled(db, plant.id);
    return limits.filter(({ key_figure_id }) => !disabled.includes(key_figure_id));
  },

  async updateLimits(context, { plant, body }) {
    const { db, files, log } = context;
    const { id, technology } = plant;
    const keyFigure = keyFigureById(body.key_figure_id);
    if (keyFigure?.technology !== technology) {
      throw failure("BAD_REQUEST", { reason: "key_figure_unknown", field: "key_figure_id" });
    }
    const reason = body.limits.length === 0 ? null : limitsRefusal(keyFigure, body.limits);
    if (reason) throw failure("BAD_REQUEST", { reason, field: "limits" });
    const detail = { key_figure_id: body.key_figure_id, count: body.limits.length };
    await changeWithAudit(
      context,
      (transaction) => store.storeLimits(transaction, id, body),
      () => entryOf("update_key_figure_limits", plant, detail),
    );
    // The limits are set. Housekeeping counts what could not be counted now.
    await recountColumns({ db, files }, id, await readTwin(db, id)).catch((error: unknown) =>
      log.error(error, `the columns of plant ${id} could not be counted`),
    );
    return store.readLimits(db, id);
  },
};

/** Without those that are neither good nor bad: a fault type orders its classes by severity, and judges nothing. */
function worstKeyFigures(columns: readonly NewestColumn[]) {
  return columns
    .filter(({ key_figure_id }) => keyFigureById(key_figure_id)?.direction !== "neutral")
    .map(({ key_figure_id, severity_counts: [good = 0, watch = 0, poor = 0, act = 0] }) => {
      const all = good + watch + poor + act;
      return { key_figure_id, poor_count: poor + act, poor_share: all && (poor + act) / all };
    })
    .filter(({ poor_count }) => poor_count > 0)
    .toSorted((a, b) => b.poor_share - a.poor_share || a.key_figure_id - b.key_figure_id)
    .slice(0, worstCount);
}

/** @throws BAD_REQUEST for a missing customer, and the same for one that the viewer does not see */
async function checkCustomer({ db, viewer }: Context, customer_id: number): Promise<void> {
  const isOwn = viewer.customer_id === null || viewer.customer_id === customer_id;
  if (!isOwn || !(await store.customerExists(db, customer_id))) {
    throw failure("BAD_REQUEST", { reason: "customer_unknown", field: "customer_id" });
  }
}

/** The mounting without what does not apply. @throws BAD_REQUEST where it is not complete */
function checkedMounting(plant: Parameters<typeof mountingThatApplies>[0]) {
  const refusal = plantMountingRefusal(plant);
  if (refusal) throw failure("BAD_REQUEST", refusal);
  return mountingThatApplies(plant);
}

/** Refuses another technology if the plant has a twin or custom properties: they belong to its technology. */
async function checkTechnology(
  { db, viewer }: Context,
  plant: Plant,
  technology: Plant["technology"] = plant.technology,
): Promise<void> {
  if (technology === plant.technology) return;
  const { property_count } = await store.readBelongings(db, plant.id);
  const { digitized } = plant;
  refuse(plantApi.update, viewer, { technology: { digitized, property_count } });
}

/** Moves the plant to another customer, with results, properties and blueprints. Its users lose access. */
async function moveToCustomer(
  context: Context,
  plant: Plant,
  fields: Parameters<typeof movePlant>[2],
): Promise<void> {
  const { viewer } = context;
  await checkCustomer(context, fields.customer_id);
  const check = (belongings: PlantBelongings) =>
    refuse(plantApi.update, viewer, { customer: belongings });
  const { id, customer_id: from_customer_id } = plant;
  const { customer_id, ...otherFields } = fields;
  await changeWithAudit(
    context,
    async (transaction) => {
      const account_ids = await refuseViolation(nameTaken, () =>
        movePlant(transaction, id, fields, check),
      );
      const more = { from_customer_id, to_customer_id: customer_id, account_ids };
      await writeAuditEntry(context, transaction, entryOf("move_plant", plant, more));
    },
    () => updateEntry({ id, customer_id }, otherFields),
  );
}

function entryOf(
  action: AuditEntry["action"],
  { id, customer_id }: Pick<Plant, "id" | "customer_id">,
  more: Record<string, unknown>,
): AuditEntry {
  return { action, customer_id, detail: { plant_id: id, ...more } };
}

/** Null if only the customer changes. */
function updateEntry(plant: Pick<Plant, "id" | "customer_id">, fields: object): AuditEntry | null {
  return Object.keys(fields).length === 0 ? null : entryOf("update_plant", plant, { fields });
}
