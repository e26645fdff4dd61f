// What was not released does not exist for a customer, on the screen or by the API.
import { expect, test } from "vitest";
import { ask } from "./ask.ts";
import { sharedBrowser, openAs, sharedProduct, tokenOf } from "./browser.ts";
import { countsInView, legend } from "./workbench.ts";

const product = await sharedProduct();
const browser = await sharedBrowser();

type Analysis = { id: number; plant_id: number; name: string; visibility: string };

async function tokens() {
  const admin = await openAs(browser, product, "admin");
  await admin.page.goto(`${product.url}/plants`);
  const viewer = await openAs(browser, product, "viewer");
  await viewer.page.goto(product.url);
  await viewer.page.waitForURL((url) => url.pathname.startsWith("/plant/"));
  return {
    viewer,
    asViewer: await tokenOf(viewer.page),
    asAdmin: await tokenOf(admin.page),
    plant_id: Number(/\/plant\/(\d+)/.exec(viewer.page.url())?.[1]),
  };
}

test("a customer never gets an unreleased result: by the API it is as good as missing", async () => {
  const { asViewer, asAdmin, plant_id } = await tokens();
  const list = `/auth/analyses-for-view/${plant_id}`;
  const all = (await ask<Analysis[]>(product, asAdmin, list)).body;
  const seen = (await ask<Analysis[]>(product, asViewer, list)).body;
  const hidden = all.filter(({ visibility }) => visibility !== "released");
  expect(hidden.length).toBeGreaterThan(0);
  expect(seen.map(({ id }) => id).toSorted()).toEqual(
    all
      .filter(({ visibility }) => visibility === "released")
      .map(({ id }) => id)
      .toSorted(),
  );
  const missing = await ask<{ code: string; message: string }>(
    product,
    asViewer,
    "/auth/analysis/999999/columns",
  );
  for (const { id } of hidden) {
    for (const path of ["columns", "images"]) {
      const answer = await ask<{ code: string; message: string }>(
        product,
        asViewer,
        `/auth/analysis/${id}/${path}`,
      );
      expect([answer.status, answer.body.code, answer.body.message]).toEqual([
        404,
        missing.body.code,
        missing.body.message,
      ]);
    }
    const columns = (
      await ask<{ key_figure_id: number; hash: string }[]>(
        product,
        asAdmin,
        `/auth/analysis/${id}/columns`,
      )
    ).body;
    const [column] = columns;
    if (column === undefined) continue;
    const direct = `/auth/analysis-result/${id}/${column.key_figure_id}/column/${column.hash}`;
    expect((await ask(product, asAdmin, direct)).status).toBe(200);
    expect((await ask(product, asViewer, direct)).status).toBe(404);
  }
});

test("a link to an unreleased survey opens the plant with a released one and says so", async () => {
  const { viewer, asAdmin, plant_id } = await tokens();
  const all = (await ask<Analysis[]>(product, asAdmin, `/auth/analyses-for-view/${plant_id}`)).body;
  const hidden = all.find(({ visibility }) => visibility !== "released");
  await viewer.page.goto(`${product.url}/plant/${plant_id}?analysis=${hidden?.id}`);
  await viewer.page.getByText("Some parts of the link could not be opened").waitFor();
  await countsInView(viewer.page);
  expect(await legend(viewer.page).innerText()).not.toContain(hidden?.name ?? "");
});
