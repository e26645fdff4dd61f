// An access token in the browser: a user makes one for the maintenance system, a program works with it, and it is revoked.
import { expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { accountOf, openAs, ownProduct, settled, sharedBrowser } from "./browser.ts";
import { faultsOf } from "./faults.ts";
import { mailTo } from "./product.ts";

const product = await ownProduct();
const browser = await sharedBrowser();
const soon = { timeout: patient(30_000) };
const { email } = accountOf(product.accounts, "viewer");

test("a program works with a token until who manages users revokes it", async () => {
  const { page, faults } = await openAs(browser, product, "viewer");
  await page.goto(`${product.url}/settings/user-profile`);
  const block = page.getByRole("region", { name: "Access tokens" });
  await block.getByText("You have no access tokens.").waitFor(soon);
  const began = Date.now();
  await block.getByRole("button", { name: "Create access token" }).click();
  const form = page.getByRole("dialog", { name: "Create access token" });
  const make = form.getByRole("button", { name: "Create access token" });
  await form.getByRole("textbox", { name: "Name" }).fill("SAP");
  // For nothing there is no token.
  expect(await make.getAttribute("aria-disabled")).toBe("true");
  await form.getByText("read and export work orders").click();
  await form.getByText(/import their states/).click();
  expect(await form.getByRole("checkbox", { checked: true }).count()).toBe(2);
  expect(await faultsOf(page)).toEqual([]);
  const mail = await mailTo(product.data_dir, email, began);
  await form.getByLabel("Security code").fill(/^\d{4} \d{4}/m.exec(mail)?.[0] ?? "");
  await make.click();
  const made = page.getByRole("dialog", { name: "The access token was created" });
  const secret = (await made.getByText(/^heliograph_pat_/).innerText()).trim();
  expect(secret).toMatch(/^heliograph_pat_[\w-]{43}$/);
  await settled(page);
  expect(await faultsOf(page)).toEqual([]);
  await made.getByRole("button", { name: "I have copied it" }).click();
  await block.getByText("not used yet").waitFor(soon);
  expect(await page.content()).not.toContain(secret.slice(-20));

  // The program: it has nothing but the token.
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${product.url}/api${path}`, { ...init, headers: { authorization: `Bearer ${secret}` } });
  const statuses = await Promise.all(
    ["/auth/plants", "/auth/me", "/auth/user/access-tokens"].map(async (path) => {
      const answer = await ask(path);
      return answer.status;
    }),
  );
  expect(statuses.slice(0, 1)).toEqual([403]);
  expect(statuses.every((status) => status === 403 || status === 404)).toBe(true);
  const saved = await ask("/auth/plant/1/work-orders/file?format=json");
  expect([saved.status, await saved.json()]).toEqual([200, { orders: [] }]);
  // Read by the rules of the product: the plant has no such order.
  const body = new FormData();
  body.append("words", JSON.stringify({ status: { teco: "done" }, finding_status: {} }));
  body.append("file", new File(["order;status\nWO-1;TECO\n"], "states.csv"));
  const states = "/auth/plant/1/work-orders/states?apply=yes";
  const refused = await ask(states, { method: "POST", body });
  expect([refused.status, await refused.json()]).toMatchObject([
    422,
    { problems: [{ reason: "work_order_unknown", line: 2 }] },
  ]);

  // Who manages users of the customer sees it, and revokes it.
  const admin = await openAs(browser, product, "customer_admin");
  await admin.page.goto(`${product.url}/settings/users`);
  const users = admin.page.getByRole("region", { name: "Users" });
  await users.getByRole("searchbox", { name: "Search" }).fill(email);
  await users.getByRole("row", { name: new RegExp(email) }).click();
  await admin.page.getByRole("button", { name: "Revoke SAP" }).click(soon);
  const sure = admin.page.getByRole("alertdialog", { name: "Revoke the access token SAP?" });
  await sure.getByRole("button", { name: "Revoke" }).click();
  await admin.page.getByText("The access token SAP was revoked.").waitFor(soon);
  expect((await ask("/auth/plant/1/work-orders/file?format=json")).status).toBe(401);
  expect([...faults, ...admin.faults]).toEqual([]);
});
