// Routes leave for the drone cloud platform and for the flight app: what arrives there, and each refusal in words.
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  dock,
  startDroneCloudStandIn,
  testToken,
} from "../../src/server/adapters/drone-cloud-stand-in.fixture.ts";
import { sharedBrowser, openAs, startDemo, tokenOf } from "./browser.ts";
import { plannedPlant } from "./flight-plan.ts";
import { openPanel } from "./workbench.ts";

/** The cloud of the flight app: bodies of the files that it got, and what it refuses. */
const app = { missions: [] as Buffer[], status: 200 };
const appServer = createServer(async (request, response) => {
  const body = await buffer(request);
  if (request.url === "/parse/files/mission") app.missions.push(body);
  const answer = { objectId: "o", sessionToken: "s", name: "f", url: "https://f", results: [] };
  response.writeHead(app.status).end(JSON.stringify(answer));
});
await new Promise<void>((resolve) => appServer.listen(0, "127.0.0.1", resolve));
const address = appServer.address();
const appPort = typeof address === "object" && address ? address.port : 0;

const cloud = await startDroneCloudStandIn();
// Every customer of the demo has the account.
const accounts = [1, 2, 3, 4, 5, 6].map((customer_id) => {
  return { customer_id, region: cloud.url, token: testToken, project: "p-1" };
});
const product = await startDemo({
  DRONE_CLOUD_ACCOUNTS: JSON.stringify(accounts),
  FLIGHT_APP_URL: `http://127.0.0.1:${appPort}`,
  FLIGHT_APP_ID: "app",
  FLIGHT_APP_USER: "pilot",
  FLIGHT_APP_PASSWORD: "word",
});
const browser = await sharedBrowser();
let page: Page;
beforeAll(async () => {
  ({ page } = await openAs(browser, product, "admin"));
});
afterAll(async () => {
  await product.stop();
  await cloud.close();
  appServer.close();
  appServer.closeAllConnections();
});

const panel = () => page.getByRole("region", { name: "Flight routes", exact: true });
const dialog = () => page.getByRole("dialog", { name: "Send to drone cloud" });
/** The messages, which a dialog hides from readers of the page below it. */
const messages = () => page.locator("[data-sonner-toast]");

/** Sends the routes, reads the message, and takes it away. */
async function refused(words: RegExp): Promise<void> {
  await dialog().getByRole("button", { name: "Send", exact: true }).click();
  await messages().getByText(words).first().waitFor();
  await messages().locator("[data-close-button]").first().click();
  await expect.poll(() => messages().getByText(words).count()).toBe(0);
}

test("each failure of the drone cloud platform is said, and what is sent is listed there", async () => {
  await page.goto(`${product.url}/plants`);
  const { id, routes } = await plannedPlant(product, await tokenOf(page));
  const [route] = await routes();
  await page.goto(`${product.url}/plant/${id}`);
  await openPanel(page, "Flight routes");
  await panel().getByRole("button", { name: "Send to drone cloud" }).click();
  await dialog().getByText("0 routes are in this project").waitFor();

  for (const [code, words, status] of [
    [200500, /could not read the route file/, 500],
    [200700, /firmware of the dock or the drone is too old/],
    [219001, /does not have this route/],
    [219014, /dock does not belong to this project/],
    [219020, /has not checked this route yet/],
    [200101, /refused this: no \(200101\)/],
    [200610, /refused this: no \(200610\)/],
    [1, /rejected the key of this customer/, 403],
  ] as const) {
    cloud.failing = [{ code, ...(status && { status }) }];
    await refused(words);
  }
  cloud.failing = ["garbage"];
  await refused(/answered something unexpected/);
  cloud.storeFailing = ["AccessDenied"];
  await refused(/store of the drone cloud platform rejected the file \(AccessDenied\)/);
  expect(cloud.routes).toEqual([]);

  await dialog()
    .getByRole("checkbox", { name: /Plan each flight/ })
    .press("Space");
  for (const [devices, words] of [
    [[], /needs exactly one dock in the project. This one has 0/],
    [[dock("M3T"), dock("M3T")], /This one has 2/],
    [[dock("M30T")], /the drone in the dock Dock north is another model/],
  ] as const) {
    cloud.devices = [...devices];
    await refused(words);
  }
  expect(cloud.tasks).toEqual([]);

  // Credentials that end on the way are no failure.
  cloud.devices = [dock("M3T")];
  cloud.storeFailing = ["ExpiredToken"];
  await dialog().getByRole("button", { name: "Send", exact: true }).click();
  await page.getByText("The routes are on the drone cloud and the flights are planned.").waitFor();
  expect(cloud.routes.map(({ name }) => name)).toEqual([
    expect.stringContaining(`${route!.name} (${route!.id}-0-`),
  ]);
  expect(cloud.tasks).toHaveLength(1);
  await panel().getByRole("button", { name: "Send to drone cloud" }).click();
  await dialog().getByText("1 route is in this project").waitFor();
  await dialog().getByText("of this campaign").waitFor();
  await dialog().getByRole("button", { name: "Cancel" }).last().click();

  // V1.0 deletes no routes: the user reads what to do.
  await panel()
    .getByRole("button", { name: `Download ${route!.name}` })
    .click();
  await page.getByRole("menuitem", { name: "Delete on the drone cloud" }).click();
  await page.getByRole("button", { name: "Delete on the drone cloud" }).click();
  await page.getByText(/FlightHub 2 does not delete routes for other programs/).waitFor();
  await page.keyboard.press("Escape");
});

test("the flight app gets the missions, or says why not", async () => {
  const send = panel().getByRole("button", { name: "Send to flight app" });
  app.status = 404;
  await send.click();
  await messages()
    .getByText(/cloud rejected the user or the password/)
    .first()
    .waitFor();
  expect(app.missions).toEqual([]);
  await messages().locator("[data-close-button]").first().click();
  app.status = 502;
  await send.click();
  await messages()
    .getByText(/flight app’s cloud does not answer/)
    .first()
    .waitFor();
  await messages().locator("[data-close-button]").first().click();
  app.status = 200;
  await send.click();
  await page.getByText("The missions are sent. They are on the device in about 1 min.").waitFor();
  expect(app.missions.map((mission) => mission.subarray(0, 4).toString())).toEqual(
    app.missions.map(() => "lchm"),
  );
  expect(app.missions.length).toBeGreaterThan(0);
});
