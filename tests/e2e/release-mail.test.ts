// The e-mail about a release: notes, recipients, the customer's colours and the reader's language, what was sent.
import { readFile } from "node:fs/promises";
import sharp from "sharp";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, send, sendFile } from "./ask.ts";
import { accountOf, sharedBrowser, openAs, startDemo, tokenOf } from "./browser.ts";
import { mailTo, type Product } from "./product.ts";
import { countsInView } from "./workbench.ts";

const colour = "#7b2d8e";
let product: Product;
const browser = await sharedBrowser();
let page: Page;
let faults: string[];
let token: string;
let analysis: Analysis;
beforeAll(async () => {
  product = await startDemo();
  ({ page, faults } = await openAs(browser, product, "super_admin"));
  await page.goto(`${product.url}/plants`);
  token = await tokenOf(page);
  const viewer = await openAs(browser, product, "viewer");
  await viewer.page.goto(product.url);
  const asViewer = await tokenOf(viewer.page);
  const [plant] = (await ask<Plant[]>(product, asViewer, "/auth/plants")).body;
  await send(product, asViewer, "/auth/user/profile", { locale: "pt" });
  await viewer.page.context().close();
  const path = `/auth/analyses-for-view/${plant!.id}`;
  const all = (await ask<Analysis[]>(product, token, path)).body;
  analysis = all.find(
    ({ visibility, key_figure_ids }) => visibility === "not_released" && key_figure_ids.length > 0,
  )!;
  await brand(plant!.customer_id);
});
afterAll(async () => {
  await product.stop();
});

type Plant = { readonly id: number; readonly customer_id: number };
type Analysis = {
  readonly id: number;
  readonly plant_id: number;
  readonly name: string;
  readonly visibility: string;
  readonly key_figure_ids: readonly number[];
};

/** Gives the customer a logo and colours of its own. */
async function brand(customer_id: number): Promise<void> {
  const logo = await sharp({
    create: { width: 200, height: 60, channels: 3, background: colour },
  })
    .png()
    .toBuffer();
  await sendFile(product, token, `/auth/customer/${customer_id}/logo`, "logo", logo);
  await send(product, token, `/auth/customer/${customer_id}/white-label`, {
    primary: colour,
    primary_hover: "#6a2679",
    primary_dark: "#4a1a55",
    primary_border: "#9b5dab",
    secondary_hover: "#f3e9f5",
  });
}

/** The text of an e-mail, of which the transfer cuts and encodes the lines. */
function plain(mail: string): string {
  const joined = mail.replace(/=\r?\n/g, "");
  const bytes = joined.replace(/((?:=[0-9A-F]{2})+)/g, (run) =>
    Buffer.from(run.replaceAll("=", ""), "hex").toString("utf8"),
  );
  return bytes.replaceAll("\r\n", "\n");
}

test("notes are stored, and no e-mail can be sent before the release", async () => {
  await page.goto(`${product.url}/analysis/${analysis.id}#release`);
  const notes = page.getByRole("region", { name: "Release", exact: true });
  await notes.getByText("No notes yet").waitFor();
  await page.locator("input[type=file]").setInputFiles({
    name: "wind.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("Wind of 9 m/s from noon on."),
  });
  await page.getByText("The notes were stored.").waitFor();
  await notes.getByRole("button", { name: "wind.txt" }).waitFor();
  const button = notes.getByRole("button", { name: /^Send \d+ e-mails?$/ });
  await expect.poll(() => button.getAttribute("aria-disabled")).toBe("true");
});

test("after the release it goes to the chosen users, branded and in their language", async () => {
  const since = Date.now();
  const viewer = accountOf(product.accounts, "viewer");
  await send(product, token, `/auth/analysis/${analysis.id}/visibility`, {
    visibility: "released",
  });
  await page.reload();
  const release = page.getByRole("region", { name: "Release", exact: true });
  const users = release.getByRole("checkbox");
  await users.first().waitFor({ state: "attached" });
  for (const one of await users.all()) {
    const isViewer = (await one.locator("xpath=ancestor::li").innerText()).includes(viewer.email);
    if ((await one.isChecked()) !== isViewer) await one.click({ force: true });
  }
  await release.getByRole("button", { name: "Send 1 e-mail" }).click();
  await page.getByText("1 e-mail was sent.").waitFor();
  const sent = release.getByRole("listitem").filter({ hasText: "by " });
  await sent.getByText("Sent", { exact: true }).waitFor();
  expect(await sent.innerText()).toContain(viewer.email);

  const mail = plain(await mailTo(product.data_dir, viewer.email, since));
  expect(mail).toContain(analysis.name);
  expect(mail).toContain("Esta publicação inclui notas");
  expect(mail.toLowerCase()).toContain(colour);
  expect(mail).toContain(`/plant/${analysis.plant_id}?analysis=${analysis.id}`);
});

test("the customer sees the notes beside the results, and downloads them", async () => {
  const watched = await openAs(browser, product, "viewer", { locale: "en-GB" });
  const { page: customer } = watched;
  await customer.goto(`${product.url}/plant/${analysis.plant_id}?analysis=${analysis.id}`);
  const link = customer.getByRole("button", { name: "wind.txt" });
  await link.waitFor();
  const [download] = await Promise.all([customer.waitForEvent("download"), link.click()]);
  expect(download.suggestedFilename()).toBe("wind.txt");
  expect(await readFile(await download.path(), "utf8")).toBe("Wind of 9 m/s from noon on.");
  // Another analysis has none.
  const path = `/auth/analyses-for-view/${analysis.plant_id}`;
  const other = (await ask<Analysis[]>(product, token, path)).body.find(
    ({ id, visibility }) => id !== analysis.id && visibility === "released",
  );
  await customer.goto(`${product.url}/plant/${analysis.plant_id}?analysis=${other!.id}`);
  await countsInView(customer).catch(() => undefined);
  await expect.poll(() => link.count()).toBe(0);
  expect(watched.faults).toEqual([]);
  expect(faults).toEqual([]);
});
