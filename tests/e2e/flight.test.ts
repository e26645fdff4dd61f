// Flight areas on a phone, and the layers of flights.
import { expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { ask } from "./ask.ts";
import { sharedBrowser, openAs, ownProduct, settled, tokenOf } from "./browser.ts";
import { openPanel } from "./workbench.ts";

const product = await ownProduct();
const soon = { timeout: patient(20_000) };
const browser = await sharedBrowser();

type Plant = {
  readonly id: number;
  readonly name: string;
  readonly no_fly_polygons: { readonly coordinates: unknown[] } | null;
};

test("the layers of flights are listed for planners and not for viewers", async () => {
  const listed = async (account: string) => {
    const { page } = await openAs(browser, product, account);
    await page.goto(`${product.url}/plants`);
    const [plant] = (await ask<Plant[]>(product, await tokenOf(page), "/auth/plants")).body;
    await page.goto(`${product.url}/plant/${plant!.id}`);
    await openPanel(page, "Layers");
    const list = page.getByRole("list", { name: "Layers", exact: true });
    // Without a survey the layer is folded among those without data.
    await list.getByText("Components", { exact: true }).first().waitFor({ state: "attached" });
    const names = ["Flight polygons", "Flight routes"];
    return Promise.all(names.map((name) => list.getByText(name, { exact: true }).count()));
  };
  expect(await listed("admin")).toEqual([1, 1]);
  expect(await listed("viewer")).toEqual([0, 0]);
});

test("an area is drawn, moved and saved on a phone by touch alone", async () => {
  const phone = { width: 390, height: 844, touch: true };
  const { page, faults } = await openAs(browser, product, "admin", phone);
  await page.goto(`${product.url}/plants`);
  const token = await tokenOf(page);
  const plants = (await ask<Plant[]>(product, token, "/auth/plants")).body;
  const { id } = plants.find(({ name }) => name === "Pampa Alta")!;
  const read = async () =>
    (await ask<Plant>(product, token, `/auth/plant/${id}`)).body.no_fly_polygons?.coordinates ?? [];
  const before = (await read()).length;
  await page.goto(`${product.url}/plant/${id}`);
  const panels = page.getByRole("navigation", { name: "Panels" });
  await panels.getByRole("button", { name: "Flight planning", exact: true }).tap();
  const panel = page.getByRole("region", { name: "Flight planning" });
  await panel.getByText("Take-off position 1").waitFor();
  await panel.getByRole("button", { name: "No-fly polygon", exact: true }).tap();
  await settled(page);
  const corners = [
    [105, 290],
    [155, 290],
    [155, 330],
    [105, 330],
  ] as const;
  for (const [x, y] of corners) await page.touchscreen.tap(x, y);
  await panel.getByRole("button", { name: "Finish" }).tap();
  await panel.getByText(`No-fly polygon ${before + 1}`).waitFor();
  await panel.getByRole("button", { name: "Save areas" }).tap();
  await expect.poll(async () => (await read()).length, soon).toBe(before + 1);
  const drawn = (await read()).at(-1);

  // A corner goes where the finger takes it.
  await panel.getByRole("button", { name: "Edit", exact: true }).tap();
  const finger = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", x: number, y: number) =>
    finger.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x, y }],
    });
  await touch("touchStart", 155, 290);
  for (const far of [5, 15, 30]) await touch("touchMove", 155 + far, 290 - far / 3);
  await touch("touchEnd", 0, 0);
  await panel.getByRole("button", { name: "Save areas" }).tap();
  await expect.poll(async () => (await read()).at(-1), soon).not.toEqual(drawn);
  expect(faults).toEqual([]);
});
