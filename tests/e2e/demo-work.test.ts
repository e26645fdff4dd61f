// What `npm start` makes after its first answer: every screen of the demo has something to show, made once.
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { plantGrounds } from "../../src/demo/record/ground-plan.ts";
import { demoWork } from "../../src/demo/work/index.ts";
import { patient } from "../fixtures/patience.ts";
import { ask } from "./ask.ts";
import { openAs, sharedBrowser, startDemo, tokenOf } from "./browser.ts";

const product = await startDemo({ NODE_ENV: "development" });
const browser = await sharedBrowser();
afterAll(() => product.stop());
const [VALDESOL, LLANO_GRANDE] = [1, 2];
const soon = { timeout: patient(60_000) };
/** Painting the ground of three plants takes longer than all the rest. */
const later = { timeout: patient(180_000) };
/** What the ground may add to the data of the demo. */
const MOST_GROUND_BYTES = 20 * 1024 ** 2;

/** Bytes of the objects among which those of the ground are. */
async function groundBytes(): Promise<number> {
  const objects = join(product.data_dir, "objects");
  const all = await readdir(objects, { recursive: true });
  const own = all.filter((path) => /^(analysis-file|orthomosaic|plant)\//.test(path));
  const sizes = await Promise.all(own.map(async (path) => (await stat(join(objects, path))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
const groundBefore = await groundBytes();

type Rows = readonly Readonly<Record<string, unknown>>[];

test("the demo has work of every kind after its first answer", async () => {
  const { page } = await openAs(browser, product, "admin");
  await page.goto(`${product.url}/plants`);
  const token = await tokenOf(page);
  const read = async <T = Rows>(path: string) => (await ask<T>(product, token, path)).body;
  const done = async () => {
    const text = await readFile(join(product.data_dir, "demo-work.json"), "utf8");
    return (JSON.parse(text) as { done: string[] }).done;
  };
  await expect.poll(done, later).toEqual(demoWork.map(({ name }) => name));

  const servers = await read("/auth/analysis-servers");
  expect(servers.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["Evaluation 1", "Evaluation 2"]),
  );
  expect((await read<{ servers: Rows }>("/auth/gpu-servers")).servers).toHaveLength(1);
  expect(await read(`/auth/plant/${LLANO_GRANDE}/evaluation-batches`)).toHaveLength(2);
  const campaigns = () => read(`/auth/plant/${LLANO_GRANDE}/flight-campaigns`);
  const states = async (rows: Promise<Rows>) => (await rows).map(({ state }) => state);
  await expect.poll(() => states(campaigns()), soon).toEqual(["ready"]);
  const reports = () => read(`/auth/plant/${VALDESOL}/reports`);
  await expect.poll(() => states(reports()), soon).toEqual(["ready"]);
  const all = await read("/auth/analysis");
  const own = all
    .filter(({ plant_id }) => plant_id === VALDESOL)
    .toSorted((a, b) => String(b["flown_at"]).localeCompare(String(a["flown_at"])));
  const released = own.find(({ visibility }) => visibility === "released");
  expect(await read(`/auth/analysis/${String(own[0]!["id"])}/reference-measurements`)).toHaveLength(
    4,
  );
  const notes = await read<object>(`/auth/analysis/${String(released!["id"])}/release-notes`);
  expect(notes).toMatchObject({ file_name: "Release notes.pdf" });
  expect(await read(`/auth/analysis/${String(released!["id"])}/sent-release-mails`)).not.toEqual(
    [],
  );
  expect((await readdir(join(product.data_dir, "mail"))).length).toBeGreaterThan(0);
  const plants = await read("/auth/plants");
  expect(plants.filter(({ file_overlay }) => file_overlay !== null)).toMatchObject([
    { name: "Cerro Pardo" },
  ]);
  // Meters of the tracker groups add up to the plant; the trough field has one meter for all of it.
  type Metered = { meters: Rows; common_days: number; plant: { source: string; is_year: boolean } };
  const metered = (id: unknown) =>
    read<Metered>(`/auth/analysis/${String(id)}/metered-energy?period=last_year`);
  const tracked = all
    .filter(({ plant_id, visibility }) => plant_id === LLANO_GRANDE && visibility === "released")
    .toSorted((a, b) => String(b["flown_at"]).localeCompare(String(a["flown_at"])));
  const groups = await metered(tracked[0]!["id"]);
  expect(groups.plant).toMatchObject({ source: "sum", is_year: true });
  expect(groups.common_days).toBeGreaterThan(300);
  expect(groups.meters.every(({ component_type }) => component_type === "tracker_group")).toBe(
    true,
  );
  expect((await metered(released!["id"])).plant).toMatchObject({ source: "meter", is_year: true });
  // Each plant with a twin has a terrain, and its newest survey an orthomosaic of all of it.
  for (const name of Object.keys(plantGrounds)) {
    const { id } = plants.find((plant) => plant["name"] === name) as { id: number };
    const { elevation } = await read<{ elevation: { bytes: number } | null }>(
      `/auth/plant/${id}/elevation`,
    );
    expect(elevation, name).not.toBeNull();
    const [newest] = all
      .filter(({ plant_id }) => plant_id === id)
      .toSorted((a, b) => String(b["flown_at"]).localeCompare(String(a["flown_at"])));
    const pictures = await read(`/auth/analysis/${String(newest!["id"])}/ortho-mosaics`);
    expect(pictures.find(({ file_name }) => file_name === "orthomosaic_plant.tif")).toMatchObject({
      state: "ready",
    });
  }
  expect((await groundBytes()) - groundBefore).toBeLessThan(MOST_GROUND_BYTES);
  // An order that runs today.
  const orders = await read("/auth/orders");
  const today = new Date().toISOString().slice(0, 10);
  const runs = ({ start_date, end_date }: Rows[number]) =>
    String(start_date) <= today && (end_date === null || String(end_date) >= today);
  expect(orders.filter(runs)).not.toEqual([]);
});
