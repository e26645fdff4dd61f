// The licences of third-party software, as a user finds them.
import { expect, test } from "vitest";
import { openAs, settled, sharedBrowser, sharedProduct } from "./browser.ts";
import served from "../../public/version.json" with { type: "json" };

const product = await sharedProduct();
const browser = await sharedBrowser({ isKeeping: true });

test("the user's menu leads to the version and the licences, which are loaded there alone", async () => {
  const { page, faults } = await openAs(browser, product, "viewer");
  const loaded: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("licence-list")) loaded.push(request.url());
  });
  await page.goto(`${product.url}/plants`);
  await settled(page);
  expect(loaded).toEqual([]);
  await page.getByRole("button", { name: "User menu" }).click();
  await page.getByRole("menuitem", { name: "About" }).click();
  await page.getByText(`Version ${served.version}`, { exact: true }).waitFor();
  await page.getByRole("row").nth(1).waitFor();
  expect(new Set(loaded).size).toBe(1);

  // The texts came with the list: without a network they are still there.
  await page.context().setOffline(true);
  await page.getByRole("searchbox").fill("argon2 linux-x64-gnu");
  await page.getByRole("row").filter({ hasText: "@node-rs/argon2-linux-x64-gnu" }).click();
  await page.getByText("Permission is hereby granted, free of charge").waitFor();
  await page.context().setOffline(false);
  // The browser notes each call that it could not make meanwhile.
  expect(faults.filter((fault) => !fault.includes("ERR_INTERNET_DISCONNECTED"))).toEqual([]);
  await page.context().close();
});
