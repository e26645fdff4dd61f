import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { patient } from "../../tests/fixtures/patience.ts";
import { openTestDatabase, type TestDatabase } from "../../tests/fixtures/database.ts";
import { visibilities } from "../domain/analysis/analysis.ts";
import { elevationAt } from "../domain/flight/ground/elevation.ts";
import { utcDay } from "../domain/calendar-date.ts";
import { keyFigureByKey } from "../domain/key-figure/key-figure.ts";
import { orderProposals, proposalCauses } from "../domain/provider/order-proposal.ts";
import { orderState, orderStates } from "../domain/provider/order.ts";
import { openObjectFolder } from "../server/adapters/object-folder.ts";
import type { ObjectStore } from "../server/adapters/object-storage.ts";
import { readDemoFile } from "../server/demo/demo-file.ts";
import { isPassword } from "../server/account/password.ts";
import { readSettings } from "../server/start/settings.ts";
import { listColumns, readColumn } from "../server/store/plant/column/column.ts";
import { readOrders, readProposalPlants } from "../server/store/provider/order.ts";
import { readElevationGrid } from "../server/store/plant/flight/elevation.ts";
import { readTwin } from "../server/store/plant/twin.ts";
import { openRaster } from "../server/raster/open-raster.ts";
import { memorySource } from "../server/raster/range-source.ts";
import { analysisFile } from "../server/store/schema/analysis-file.ts";
import { orthomosaic } from "../server/store/schema/orthomosaic.ts";
import { plantElevation } from "../server/store/schema/flight.ts";
import { account, accountPlant, customer } from "../server/store/schema/account.ts";
import { analysis, plant, resultImage } from "../server/store/schema/plant.ts";
import { generatePhotovoltaicPlant } from "./photovoltaic/photovoltaic-plant.ts";
import { writePlantOrthomosaics, writeTerrain } from "./ground/ground-writer.ts";
import { photovoltaicScenery } from "./ground/photovoltaic-scenery.ts";
import { troughScenery } from "./ground/trough-scenery.ts";
import { plantGrounds } from "./record/ground-plan.ts";
import { plantPlans, type PlantPlan } from "./record/plant-plan.ts";
import { seedDemo } from "./seed.ts";
import { generateTroughField } from "./trough/trough-field.ts";

/** Small versions of the demo's plants. */
const plans = plantPlans.map((plan): PlantPlan => {
  if (plan.makeDraft === null) return plan;
  const { lon, lat, technology } = plan.form;
  const makeDraft = () =>
    technology === "parabolic_trough"
      ? generateTroughField({ origin: [lon, lat], loops: 6, model: "eurotrough_et150" })
      : generatePhotovoltaicPlant({ origin: [lon, lat], modules: 1_120, mounting: "tracked" });
  // Drawing images takes most of the time, so three findings per analysis are enough.
  return { ...plan, makeDraft, findings: (...about) => plan.findings(...about).slice(0, 3) };
});

let database: TestDatabase;
let data_dir = "";
let files: ObjectStore;
const now = () => new Date("2026-11-21T09:00:00Z");
const settings = (environment: Record<string, string> = {}) =>
  readSettings({ DATA_DIR: data_dir, PORT: "8123", ...environment });

beforeAll(async () => {
  database = await openTestDatabase();
  data_dir = mkdtempSync(join(tmpdir(), "demo-seed-"));
  files = await openObjectFolder(join(data_dir, "objects"));
});
afterAll(async () => {
  rmSync(data_dir, { recursive: true, force: true });
  await database.close();
});

describe("demo seed", () => {
  it("leaves the database empty in production, with the demo off, and after a failure", async () => {
    const { db } = database.owner;
    const off = settings({ DEMO: "off" });
    expect(await seedDemo({ settings: off, files, now }, db, { plans })).toBe(false);
    const production = settings({ NODE_ENV: "production", PUBLIC_URL: "https://a.example" });
    expect(await seedDemo({ settings: production, files, now }, db, { plans })).toBe(false);
    const failing = plans.map((plan) => ({
      ...plan,
      findings: () => {
        throw new Error("the disk is full");
      },
    }));
    const broken = seedDemo({ settings: settings(), files, now }, db, { plans: failing });
    await expect(broken).rejects.toThrow("the disk is full");
    const ending = seedDemo({ settings: settings(), files, now }, db, {
      plans,
      signal: AbortSignal.abort(new Error("asked to end")),
    });
    await expect(ending).rejects.toThrow("asked to end");
    expect(await db.$count(customer)).toBe(0);
    expect(await db.$count(plant)).toBe(0);
    expect(readDemoFile(data_dir)).toBeNull();
  });

  it("fills an empty database once", { timeout: patient(150_000) }, async () => {
    const { db } = database.owner;
    expect(await seedDemo({ settings: settings(), files, now }, db, { plans })).toBe(true);
    expect(await seedDemo({ settings: settings(), files, now }, db, { plans })).toBe(false);
    expect(await db.$count(plant)).toBe(plans.length);
  });

  it("writes accounts with working random passwords to a file that only the owner can read", async () => {
    const file = readDemoFile(data_dir);
    expect(file?.url).toBe("http://127.0.0.1:8123");
    const keys = file?.accounts.map(({ key }) => key);
    const named = "viewer analyst field admin super_admin other_customer customer_admin";
    expect(keys).toEqual(expect.arrayContaining(named.split(" ")));
    expect(statSync(join(data_dir, "demo.json")).mode & 0o777).toBe(0o600);
    const passwords = new Set(file?.accounts.map(({ password }) => password));
    expect(passwords.size).toBe(file?.accounts.length);
    for (const known of file?.accounts ?? []) {
      const [row] = await database.owner.db
        .select()
        .from(account)
        .where(eq(account.email, known.email));
      expect(await isPassword(row?.password_hash ?? null, known.password)).toBe(true);
      expect(row?.totp_secret ?? undefined).toBe(known.totp_secret);
    }
  });

  it("has orthomosaics of one place from the last two flights of one plant, prepared", async () => {
    const { db } = database.owner;
    const rows = await db
      .select({ picture: orthomosaic, file: analysisFile, plant_name: plant.name })
      .from(orthomosaic)
      .innerJoin(analysisFile, eq(analysisFile.id, orthomosaic.id))
      .innerJoin(analysis, eq(analysis.id, analysisFile.analysis_id))
      .innerJoin(plant, eq(plant.id, analysis.plant_id));
    expect(rows.map(({ picture }) => picture.kind).toSorted()).toEqual([
      "rgb",
      "rgb",
      "thermal",
      "thermal",
    ]);
    const [first] = rows;
    for (const { picture, file, plant_name } of rows) {
      for (const [at, degrees] of picture.bounds!.entries())
        expect(degrees).toBeCloseTo(first!.picture.bounds![at]!, 5);
      expect([plant_name, picture.state]).toEqual(["Llano Grande", "ready"]);
      expect(picture.resolution_m).toBeCloseTo(picture.kind === "rgb" ? 0.1 : 0.2, 3);
      const bytes = await files.read(picture.pyramid!);
      const { epsg, to_map, nodata } = picture;
      const place = { epsg: epsg!, to_map: to_map!, nodata };
      const raster = await openRaster(memorySource(new Uint8Array(bytes)), place);
      // The file states the same place as the row.
      const source = await openRaster(memorySource(new Uint8Array(await files.read(file.object))));
      expect([source.epsg, source.width]).toEqual([3857, raster.width]);
      for (const [at, value] of source.to_map.entries()) expect(value).toBeCloseTo(to_map![at]!, 6);
      if (picture.kind === "rgb") continue;
      // A bad module lies in the middle, warmer than most.
      const [column, row] = [raster.width / 2 - 5, raster.height / 2 - 5];
      const middle = await raster.read({ column, row, width: 10, height: 10 }, 0);
      const whole = { column: 0, row: 0, width: raster.width, height: raster.height };
      const all = (await raster.read(whole, 0)).toSorted();
      expect(Math.max(...middle)).toBeGreaterThan(all[all.length >> 1]! + 5);
    }
  });

  it("has a terrain and an orthomosaic of each whole plant once its ground is written", async () => {
    const { db } = database.owner;
    const model = "eurotrough_et150";
    for (const [name, ground] of Object.entries(plantGrounds)) {
      const [row] = await db.select().from(plant).where(eq(plant.name, name));
      // Of the small plants above.
      const soil = { seed: 1, colour: 0xb0a080, plants: null };
      const shape = { origin: ground.middle, modules: 1_120, mounting: "tracked" } as const;
      const scenery = () =>
        row!.technology === "parabolic_trough"
          ? troughScenery({ origin: ground.middle, loops: 6, model }, soil)
          : photovoltaicScenery(shape, soil);
      await writeTerrain({ db, files }, row!.id, ground);
      // The second time finds all of it.
      for (const small of [
        { ...ground, scenery },
        { ...ground, scenery: null as never },
      ])
        await writePlantOrthomosaics({ db, files }, row!.id, small);
      const heights = await readElevationGrid({ db, files }, row!.id);
      const twin = (await readTwin(db, row!.id))!;
      const [west, south, east, north] = twin.bounds;
      const at = elevationAt(heights!);
      for (const place of [twin.origin, [west, south], [east, north]] as const)
        expect(Math.abs(at(place)! - ground.terrain.base_m)).toBeLessThan(20);
      const pictures = await db
        .select({ picture: orthomosaic, visibility: analysis.visibility })
        .from(orthomosaic)
        .innerJoin(analysisFile, eq(analysisFile.id, orthomosaic.id))
        .innerJoin(analysis, eq(analysis.id, analysisFile.analysis_id))
        .where(
          and(eq(analysis.plant_id, row!.id), eq(analysisFile.file_name, "orthomosaic_plant.tif")),
        );
      expect(pictures.map(({ visibility }) => visibility)).toContain("released");
      for (const { picture } of pictures) {
        expect(picture).toMatchObject({ state: "ready", kind: "rgb", epsg: 3857 });
        expect(picture.resolution_m).toBeCloseTo(0.5, 2);
        // The whole twin lies in it, with some ground around.
        const box = picture.bounds!;
        expect(box[0]).toBeLessThan(west);
        expect(box[1]).toBeLessThan(south);
        expect(box[2]).toBeGreaterThan(east);
        expect(box[3]).toBeGreaterThan(north);
        expect((box[0] + box[2]) / 2).toBeCloseTo((west + east) / 2, 4);
        expect((box[1] + box[3]) / 2).toBeCloseTo((south + north) / 2, 4);
      }
    }
    expect(await db.$count(plantElevation)).toBe(3);
  });

  it("has a pending and a locked user, and assigns exactly one plant to the viewer", async () => {
    const { db } = database.owner;
    expect(await db.$count(account, eq(account.state, "PENDING"))).toBe(1);
    expect(await db.$count(account, eq(account.locked, true))).toBe(1);
    const bound = await db
      .select({ name: plant.name, customer_id: plant.customer_id, own: account.customer_id })
      .from(accountPlant)
      .innerJoin(account, eq(account.id, accountPlant.account_id))
      .innerJoin(plant, eq(plant.id, accountPlant.plant_id))
      .where(eq(account.email, "viewer@sierra-clara.example"));
    expect(bound.map(({ name }) => name)).toEqual(["Valdesol"]);
    expect(bound[0]?.customer_id).toBe(bound[0]?.own);
  });

  it("has released, unreleased and invisible analyses, and a plant without a twin", async () => {
    const { db } = database.owner;
    for (const visibility of visibilities.filter((one) => one !== "protected")) {
      expect(await db.$count(analysis, eq(analysis.visibility, visibility))).toBeGreaterThan(0);
    }
    const empty = and(eq(plant.twin_version, 0), eq(plant.setup_phase, true));
    expect(await db.$count(plant, empty)).toBe(1);
  });

  it("has orders in every state, and a proposal for every cause", async () => {
    const { db } = database.owner;
    const scope = { customer_id: null, plant_ids: null, is_admin: true, is_super_admin: true };
    const orders = await readOrders(db, scope);
    const states = orders.map((order) => orderState(order, utcDay(now())));
    expect(new Set(states)).toEqual(new Set(orderStates));
    const found = orderProposals(orders, await readProposalPlants(db, scope), utcDay(now()));
    expect(new Set(found.map(({ cause }) => cause))).toEqual(new Set(proposalCauses));
  });

  it("writes columns in the row order of the twin, and two images per finding", async () => {
    const { db } = database.owner;
    const [field] = await db.select().from(plant).where(eq(plant.name, "Valdesol"));
    const analyses = await db
      .select()
      .from(analysis)
      .where(eq(analysis.plant_id, field?.id ?? 0));
    expect(analyses).toHaveLength(4);
    const id = analyses[0]?.id ?? 0;
    const loss = keyFigureByKey("heat_loss")?.id ?? 0;
    const [column] = await listColumns(db, [id], [loss]);
    const values = await readColumn(files, column?.summary.hash ?? "");
    expect(values).toHaveLength(6 * 144);
    expect(column?.summary.value_count).toBeGreaterThan(700);
    expect(field?.component_count).toBe(6 * (1 + 4 + 48 + 144 + 1344));
    const images = await db.select().from(resultImage).where(eq(resultImage.analysis_id, id));
    const thermal = images.filter(({ kind }) => kind === "thermal");
    expect(thermal.length).toBeGreaterThan(0);
    expect(images.length).toBe(thermal.length * 2);
    for (const image of thermal) {
      expect(image.scale_max ?? 0).toBeGreaterThan(image.scale_min ?? 0);
      expect(await files.size(image.full)).toBeLessThan(60_000);
    }
  });
});
