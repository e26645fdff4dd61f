// A customer's look, from the form to its user's screen; and staff acting for a customer.
import sharp from "sharp";
import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { ask } from "./ask.ts";
import { sharedBrowser, openAs, openPage, ownProduct, tokenOf } from "./browser.ts";
import { mailTo } from "./product.ts";

const product = await ownProduct();
/** The machine may be busy; what does not come at all still fails. */
const soon = { timeout: patient(20_000) };
const browser = await sharedBrowser();
let page: Page;
let faults: string[];
beforeAll(async () => {
  ({ page, faults } = await openAs(browser, product, "super_admin"));
});

/** A colour of the look as the page has it. */
const token = (of: Page, name: string) =>
  of.evaluate((wanted) => document.documentElement.style.getPropertyValue(wanted), name);
const logo = (of: Page) => of.getByRole("banner").getByRole("img", { name: "Coruscant Solar" });
const badge = (of: Page) => of.getByRole("button", { name: "Acting for Sierra Clara" });

/** Dark letters on nothing. */
const drawing = () =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="120"><circle cx="60" cy="60" r="40" fill="#123b2a"/><rect x="130" y="45" width="240" height="30" fill="#123b2a"/></svg>`,
    ),
  )
    .png()
    .toBuffer();

test("staff create a customer with a logo and colours that are checked as they are chosen", async () => {
  await page.goto(`${product.url}/settings/customers`);
  await page.getByRole("button", { name: "New customer" }).click();
  const form = page.getByRole("form", { name: "New customer" });
  await form.getByRole("button", { name: "Create" }).click();
  await form.getByText("This field is required.").waitFor();
  await form.getByRole("textbox", { name: "Name" }).fill("Coruscant Solar");
  await form.getByRole("textbox", { name: "User limit" }).fill("2");
  const shows = form.getByRole("switch", { name: /customer’s logo and colours/ });
  expect(await shows.isDisabled()).toBe(true);
  await form.getByText("Branding requires a logo.").waitFor();

  const files = form.locator("input[type=file]");
  const svg = { name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") };
  await files.setInputFiles(svg);
  await form.getByText(/SVG files are not allowed/).waitFor();
  await files.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: await drawing() });
  await form.getByRole("img", { name: "Coruscant Solar" }).first().waitFor();
  await form.getByText(/SVG files are not allowed/).waitFor({ state: "detached" });

  await shows.click({ force: true });
  const primary = form.getByRole("textbox", { name: "Primary", exact: true });
  await primary.fill("#ffd4");
  await form.getByRole("button", { name: "Create" }).click();
  await form.getByText(/such as #8a3b12/).waitFor();
  await primary.fill("#FFD400");
  await form.getByRole("button", { name: /Derive the other colours/ }).click();
  await form.getByText("Dark text: 13.5:1").first().waitFor();
  await form
    .getByText(/Links on a light background, darkened to #[0-9a-f]{6}: [5-9]\.\d:1/)
    .waitFor();
  await form.getByRole("figure", { name: "Preview" }).waitFor();
  await form.getByRole("button", { name: "Create" }).click();
  await page.getByText("Coruscant Solar was created.").first().waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get("id"), soon).toMatch(/^\d+$/);
  expect(faults).toEqual([]);
});

test("its user registers, signs in, and works below its logo and in its colours", async () => {
  const email = "leia@coruscant.example";
  const key = await invite(email);
  const user = await openPage(browser);
  await user.page.goto(`${product.url}/register/${key}`);
  await user.page.getByRole("textbox", { name: "Password" }).fill("quiet harbour lantern 7");
  await user.page.getByRole("radio", { name: /Code by e-mail/ }).check({ force: true });
  await user.page.getByRole("checkbox", { name: /terms of service/ }).check({ force: true });
  await user.page.getByRole("button", { name: "Register" }).click();
  await user.page.waitForURL((url) => url.pathname === "/login");
  const began = Date.now();
  await user.page.getByLabel("E-mail").fill(email);
  await user.page.locator("input[type=password]").fill("quiet harbour lantern 7");
  await user.page.getByRole("button", { name: "Sign in" }).click();
  await user.page.getByLabel("Security code").waitFor();
  const code = /^\d{4} \d{4}/m.exec(await mailTo(product.data_dir, email, began))?.[0] ?? "";
  await user.page.getByLabel("Security code").fill(code);
  await user.page.getByRole("button", { name: "Confirm" }).click();

  await logo(user.page).waitFor();
  await expect.poll(() => token(user.page, "--fill"), soon).toBe("light-dark(#ffd400, #ffd400)");
  expect(await token(user.page, "--on-fill")).toBe("light-dark(#0b0d10, #0b0d10)");

  // The brand of the link is shown until that of the account is stored.
  const stored = () => user.page.evaluate(() => JSON.stringify(localStorage));
  await expect.poll(stored, soon).toContain("data:image/png");

  // A reload has the look before anything is drawn, and fetches nothing of it again.
  const asked: string[] = [];
  user.page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await user.page.addInitScript(() => {
    new MutationObserver((_, watch) => {
      if (!document.querySelector("#root > *")) return;
      watch.disconnect();
      const { style } = document.documentElement;
      Object.assign(window, { firstFill: style.getPropertyValue("--fill") });
    }).observe(document, { childList: true, subtree: true });
  });
  await user.page.reload();
  await logo(user.page).waitFor();
  const first = await user.page.evaluate(() => (window as { firstFill?: string }).firstFill);
  expect(first).toBe("light-dark(#ffd400, #ffd400)");
  await user.page.waitForLoadState("networkidle");
  expect(asked.filter((path) => /white-label|logo\/[0-9a-f]{64}/.test(path))).toEqual([]);

  // Nothing of it stays in this browser after the sign-out.
  await user.page.getByRole("button", { name: "User menu" }).click();
  await user.page.getByRole("menuitem", { name: "Sign out" }).click();
  await user.page.waitForURL((url) => url.pathname === "/login");
  await user.page.getByLabel("E-mail").waitFor();
  expect(await user.page.getByRole("img", { name: "Coruscant Solar" }).count()).toBe(0);
  expect(await token(user.page, "--fill")).not.toContain("#ffd400");
  expect(await stored()).not.toContain("Coruscant");
  expect(user.faults).toEqual([]);
  await user.page.context().close();
});

/** Invites a user of the new customer as staff would; answers the registration's key. */
async function invite(email: string): Promise<string> {
  const customer_id = Number(new URL(page.url()).searchParams.get("id"));
  return page.evaluate(
    async ({ to, of }) => {
      const kept = JSON.parse(localStorage.getItem("auth") ?? "{}") as { token: string };
      const bot = (await (await fetch("/api/bot-protection-token")).json()) as { token: string };
      const headers = {
        authorization: `Bearer ${kept.token}`,
        "x-bot-protection-token": bot.token,
        "content-type": "application/json",
      };
      const get = await fetch("/api/auth/user/roles", { headers });
      const roles = (await get.json()) as { id: number; key: string }[];
      const role_id = roles.find(({ key }) => key === "customer_user")?.id;
      const names = { first_name: "Leia", last_name: "Organa", locale: "en" };
      const body = JSON.stringify({ email: to, customer_id: of, role_id, ...names });
      const answer = await fetch("/api/auth/user", { method: "POST", headers, body });
      return ((await answer.json()) as { confirmation_key: string }).confirmation_key;
    },
    { to: email, of: customer_id },
  );
}

test("staff act for a customer in every tab, and switch back with one click", async () => {
  const second = await page.context().newPage();
  await second.goto(`${product.url}/plants`);
  await page.goto(`${product.url}/plants`);
  await page.getByRole("radio", { name: "Table", exact: true }).click();
  await page.getByRole("row").filter({ hasText: "Pampa Norte" }).first().waitFor();
  const before = await tokenOf(page);

  await page.getByRole("button", { name: "User menu" }).click();
  await page.getByRole("menuitem", { name: "Switch customer" }).click();
  const dialog = page.getByRole("dialog", { name: "Act for a customer" });
  await dialog.getByRole("combobox", { name: "Customer" }).fill("sierra");
  await page.getByRole("option", { name: "Sierra Clara" }).click();
  await dialog.getByRole("button", { name: "Switch", exact: true }).click();

  await badge(page).waitFor();
  await badge(second).waitFor();
  await page.getByRole("radio", { name: "Table", exact: true }).click();
  await page.getByRole("row").filter({ hasText: "Sierra Clara" }).first().waitFor();
  expect(await page.getByRole("row").filter({ hasText: "Pampa Norte" }).count()).toBe(0);
  await page.getByRole("banner").getByRole("img", { name: "Sierra Clara" }).waitFor();
  await expect.poll(() => token(page, "--fill"), soon).toBe("light-dark(#8a3b12, #8a3b12)");
  expect((await ask(product, before, "/auth/user/me")).status).toBe(401);
  expect((await ask(product, await tokenOf(second), "/auth/user/me")).status).toBe(200);

  await second.getByRole("button", { name: "Switch back to your own view" }).click();
  await badge(second).waitFor({ state: "detached" });
  await badge(page).waitFor({ state: "detached" });
  await page.getByRole("radio", { name: "Table", exact: true }).click();
  await page.getByRole("row").filter({ hasText: "Pampa Norte" }).first().waitFor();
  await expect.poll(() => token(page, "--fill"), soon).toBe("");
  await second.close();
});

test("a super admin hides that, and shows it again", async () => {
  const open = async () => {
    await page.keyboard.press("Control+k");
    await page.getByRole("searchbox", { name: /commands/ }).fill("switch customer");
    await page.getByRole("menuitem", { name: "Switch customer" }).click();
    await page.getByRole("dialog", { name: "Act for a customer" }).waitFor();
  };
  const turn = async () => {
    await page.getByRole("checkbox", { name: "Hide the super-admin view" }).click({ force: true });
    await page.getByRole("button", { name: "Switch", exact: true }).click();
  };
  const hidden = page.getByRole("button", { name: "The super-admin view is hidden" });
  await page.goto(`${product.url}/plants`);
  await page.getByRole("button", { name: "User menu" }).waitFor();
  await open();
  await turn();
  await hidden.waitFor();
  await hidden.click();
  await page.getByRole("dialog", { name: "Act for a customer" }).waitFor();
  await turn();
  await hidden.waitFor({ state: "detached" });
});
