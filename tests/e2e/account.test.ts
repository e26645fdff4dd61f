// From an invitation to a signed-in user, and back in after a forgotten password, as a person does it.
import { join } from "node:path";
import { TOTP } from "otpauth";
import PostalMime from "postal-mime";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { sharedBrowser, openAs, openPage, ownProduct, tokenOf } from "./browser.ts";
import { faultsOf } from "./faults.ts";
import { mailTo } from "./product.ts";

const product = await ownProduct();
const browser = await sharedBrowser();

const password = "three quiet herons";

/** Invites a user of the viewer's customer, as a member of the staff, and answers the mailed link. */
async function invite(email: string, locale = "en"): Promise<string> {
  const { page } = await openAs(browser, product, "analyst");
  await page.goto(product.url);
  const token = await tokenOf(page);
  await page.context().close();
  const bot = await fetch(`${product.url}/api/bot-protection-token`);
  const headers = {
    authorization: `Bearer ${token}`,
    "x-bot-protection-token": ((await bot.json()) as { token: string }).token,
    "content-type": "application/json",
  };
  const get = async <T>(path: string) =>
    (await (await fetch(`${product.url}/api${path}`, { headers })).json()) as T;
  const roles = await get<{ id: number; key: string }[]>("/auth/user/roles");
  const users = await get<{ email: string; customer_id: number }[]>("/auth/users");
  const body = {
    email,
    first_name: "Nadia",
    last_name: "Ferrer",
    role_id: roles.find(({ key }) => key === "customer_user")?.id,
    customer_id: users.find((user) => user.email.startsWith("viewer@sierra"))?.customer_id,
    locale,
  };
  const began = Date.now();
  const invited = await fetch(`${product.url}/api/auth/user`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  expect(invited.status).toBe(200);
  return linkIn(email, began, "register");
}

/** The link of the newest mail, on this product's own address. */
async function linkIn(email: string, since: number, path: string): Promise<string> {
  const { text = "" } = await PostalMime.parse(await mailTo(product.data_dir, email, since));
  const found = new RegExp(`/${path}/[\\w-]{43}`).exec(text)?.[0];
  if (found === undefined) throw new Error(`no link to ${path} in: ${text}`);
  return `${product.url}${found}`;
}

async function enterPassword(page: Page, email: string, secret: string): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(secret);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByLabel("Security code").waitFor();
}

async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel("Security code").fill(code);
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByRole("button", { name: "User menu" }).waitFor();
}

async function mailedCode(email: string, since: number): Promise<string> {
  const { text = "" } = await PostalMime.parse(await mailTo(product.data_dir, email, since));
  return /^\d{4} \d{4}/m.exec(text)?.[0] ?? "";
}

/** In both themes, on a phone and on a desk. */
async function expectAccessible(page: Page): Promise<void> {
  const before = page.viewportSize();
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      // Colours that are on their way to the other theme are neither.
      await page.evaluate(async () => {
        await new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
        await Promise.allSettled(document.getAnimations().map((one) => one.finished));
      });
      expect(await faultsOf(page), `${page.url()} ${colorScheme} ${width}`).toEqual([]);
    }
  }
  if (before) await page.setViewportSize(before);
}

test("an invited user registers with an authenticator app and signs in with it", async () => {
  const email = "nadia@sierra-clara.example";
  const link = await invite(email);
  const { page, faults } = await openPage(browser, { width: 390, height: 844, dark: true });
  await page.goto(link);
  await page.getByText("You have been invited to Sierra Clara.").waitFor();
  expect(await page.getByLabel("First name").inputValue()).toBe("Nadia");
  await page.getByLabel("Password", { exact: false }).first().fill("sierra-clara-1");
  await page.getByText("contains only a name that others know").waitFor();
  await page.locator("input[name=password]").fill(password);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Read the terms of service" }).click();
  await page.getByRole("dialog", { name: "Terms of service" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByLabel("I accept the terms of service.").check();
  await page.getByRole("button", { name: "Register" }).click();

  await page.getByRole("img", { name: "QR code with the secret key" }).waitFor();
  await expectAccessible(page);
  const secret = (await page.locator("code").innerText()).replaceAll(" ", "");
  const totp = new TOTP({ secret });
  await page.getByLabel("Code from the app").fill("000 000");
  await page.getByRole("button", { name: "Check and finish" }).click();
  await page.getByText("is incorrect or was already used").waitFor();
  await page.getByLabel("Code from the app").fill(totp.generate());
  await page.getByRole("button", { name: "Check and finish" }).click();
  await page.getByText("You are registered. Please sign in.").waitFor();
  await expectAccessible(page);

  await enterPassword(page, email, password);
  // The code of the registration is not taken twice: the next one is good already.
  await enterCode(page, totp.generate({ timestamp: Date.now() + 30_000 }));
  expect(faults.filter((fault) => !fault.includes("401"))).toEqual([]);
  await page.context().close();

  const again = await openPage(browser);
  await again.page.goto(link);
  await again.page.getByRole("heading", { name: "This invitation has expired" }).waitFor();
  await again.page.getByRole("link", { name: "Back to sign-in" }).click();
  await again.page.getByRole("button", { name: "Sign in" }).waitFor();
});

test("a user who forgot the password chooses another, and then an authenticator app", async () => {
  const email = "ruben@sierra-clara.example";
  const { page, faults } = await openPage(browser);
  await page.goto(await invite(email));
  await page.locator("input[name=password]").fill(password);
  await page.getByText("Code by e-mail").click();
  await page.getByLabel("I accept the terms of service.").check();
  await page.getByRole("button", { name: "Register" }).click();
  await page.getByText("You are registered. Please sign in.").waitFor();

  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.getByText("This page does not reveal whether an address belongs to a user.").waitFor();
  await expectAccessible(page);
  const asked = Date.now();
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Send link" }).click();
  await page.getByText(`If ${email} belongs to a user`).waitFor();
  const link = await linkIn(email, asked, "reset-password");
  await page.goto(link);
  await page.getByText(`For ${email}.`).waitFor();
  await page.locator("input[name=new_password]").fill("football2024");
  await page.locator("input[name=new_password_repeat]").fill("football2024");
  await page.getByRole("button", { name: "Save password" }).click();
  await page.getByText("This password is too common").waitFor();
  await expectAccessible(page);
  const fresh = "seven slow turtles";
  await page.locator("input[name=new_password]").fill(fresh);
  await page.locator("input[name=new_password_repeat]").fill(fresh);
  await page.getByRole("button", { name: "Save password" }).click();
  await page
    .getByText("Your password was changed. Please sign in with the new password.")
    .waitFor();
  await page.goto(link);
  await page.getByRole("heading", { name: "This link has expired" }).waitFor();

  await page.goto(`${product.url}/login?dest=${encodeURIComponent("/settings/user-profile")}`);
  const began = Date.now();
  await enterPassword(page, email, fresh);
  await page.getByRole("button", { name: /Resend code in \d+ s/ }).waitFor();
  await enterCode(page, await mailedCode(email, began));
  await page.waitForURL((url) => url.pathname === "/settings/user-profile");

  await expectAccessible(page);
  await page.getByLabel("First name").fill("Rubén");
  await page.getByRole("button", { name: "Save name" }).click();
  await page.getByText("Your name was saved.").waitFor();
  const changed = Date.now();
  await page.getByRole("button", { name: "Use an authenticator app" }).click();
  await page.locator("input[name=password]").fill(fresh);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("img", { name: "QR code with the secret key" }).waitFor();
  const secret = (await page.getByRole("dialog").locator("code").innerText()).replaceAll(" ", "");
  await page.locator("input[name=security_code]").fill(await mailedCode(email, changed));
  await page.locator("input[name=new_security_code]").fill(new TOTP({ secret }).generate());
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await page.getByText("A code from your authenticator app").waitFor();
  expect(faults.filter((fault) => !/40[04]/.test(fault))).toEqual([]);

  // The phone is lost: a recovery code stands for the app, once.
  await page.getByRole("button", { name: "Create recovery codes" }).click();
  const dialog = page.getByRole("dialog", { name: "Recovery codes" });
  await dialog.locator("input[name=password]").fill(fresh);
  const next = new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 });
  await dialog.locator("input[name=security_code]").fill(next);
  await dialog.getByRole("button", { name: "Create recovery codes" }).click();
  await dialog.getByText("They are shown only now").waitFor();
  const [code = ""] = await dialog.getByRole("listitem").allInnerTexts();
  await dialog.getByRole("button", { name: "I have kept them" }).click();
  for (const isFirst of [true, false]) {
    const other = await openPage(browser);
    await other.page.goto(`${product.url}/login`);
    await enterPassword(other.page, email, fresh);
    await other.page.getByRole("button", { name: "Lost your app? Use a recovery code" }).click();
    await other.page.getByLabel("Recovery code").fill(code);
    await other.page.getByRole("button", { name: "Confirm" }).click();
    const isIn = other.page.getByRole("button", { name: "User menu" });
    await (isFirst ? isIn : other.page.getByText(/incorrect|not correct|wrong/i).first()).waitFor();
    await other.page.context().close();
  }
});

test("the sign-in page shows the words of a known error, and an unknown one as it came, as text", async () => {
  const { page, faults } = await openPage(browser);
  const markup = "<img src=x onerror=alert(1)>";
  const query = new URLSearchParams({ error: markup, message: markup });
  await page.goto(`${product.url}/login?${query}`);
  const alert = page.getByRole("status").filter({ hasText: markup });
  await alert.waitFor();
  expect((await alert.innerText()).split(markup)).toHaveLength(3);
  expect(await page.locator("main img[src=x]").count()).toBe(0);
  await page.goto(`${product.url}/login?error=TOKEN_EXPIRED`);
  await page.getByText("Your session has ended. Please sign in again.").waitFor();
  expect(faults).toEqual([]);
});

test("the page is in the language of the invitation, and after the sign-in in that of the account", async () => {
  const link = await invite("lia@portuguese.example", "pt");
  const { page } = await openPage(browser, { isNewDevice: true });
  await page.goto(link);
  await page.getByRole("heading", { name: "Registrar-se" }).waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe("pt");
  await page.context().close();
  // A new device of a Spanish browser: the demo account is English.
  await openAs(browser, product, "viewer").then((opened) => opened.page.context().close());
  const device = await openPage(browser, {
    isNewDevice: true,
    locale: "es-ES",
    storageState: join(product.data_dir, "browser-viewer.json"),
  });
  await device.page.goto(product.url);
  await device.page.getByRole("button", { name: "User menu" }).waitFor();
  await device.page.evaluate(() => localStorage.setItem("locale", "es"));
  await device.page.evaluate(() => localStorage.removeItem("locale-account"));
  await device.page.reload();
  await device.page.getByRole("button", { name: "Menú de usuario" }).waitFor();
});
