// Signing in, as a person does it.
import { TOTP } from "otpauth";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { isEveryday } from "../fixtures/rounds.ts";
import { accountOf, sharedBrowser, openPage, sharedProduct, type Watched } from "./browser.ts";
import { mailTo } from "./product.ts";
import { countsInView } from "./workbench.ts";

const product = await sharedProduct();
const browser = await sharedBrowser();

/** The code of the mail, typed as the mail groups it. */
async function mailedCode(email: string, since: number): Promise<string> {
  const mail = await mailTo(product.data_dir, email, since);
  return /^\d{4} \d{4}/m.exec(mail)?.[0] ?? "";
}

async function enterPassword(path: string, key: string, opened?: Watched) {
  const account = accountOf(product.accounts, key);
  const watched = opened ?? (await openPage(browser));
  await watched.page.goto(`${product.url}${path}`);
  await watched.page.getByLabel("E-mail").fill(account.email);
  await watched.page.getByLabel("Password").fill(account.password);
  await watched.page.getByRole("button", { name: "Sign in" }).click();
  return { ...watched, account };
}

test("a user signs in by password and e-mailed code and comes back to the wanted path", async () => {
  const key = product.accounts.find(({ totp_secret }) => totp_secret === undefined)?.key ?? "";
  const began = Date.now();
  const { page, faults, account } = await enterPassword("/analyses", key);
  expect(new URL(page.url()).pathname).toMatch(/login/);
  await page.getByLabel("Security code").waitFor();
  await page.getByLabel("Security code").fill(await mailedCode(account.email, began));
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.waitForURL((url) => url.pathname === "/analyses");
  await page.getByRole("heading", { name: "Analyses" }).first().waitFor();
  expect(faults).toEqual([]);
});

test("a user signs in by password and authenticator code", async () => {
  const key = product.accounts.find(({ totp_secret }) => totp_secret !== undefined)?.key ?? "";
  const { page, faults, account } = await enterPassword("/login", key);
  await page.getByLabel("Security code").waitFor();
  const totp = new TOTP({ secret: account.totp_secret ?? "" });
  await page.getByLabel("Security code").fill(totp.generate());
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.waitForURL((url) => !url.pathname.includes("login"));
  await page.getByRole("button", { name: "User menu" }).waitFor();
  expect(faults).toEqual([]);
});

test("a wrong password is refused in words and the form stays", async () => {
  const { page } = await openPage(browser, { locale: "es-ES" });
  await page.goto(`${product.url}/login`);
  await page.locator("input[type=email]").fill("nobody@example.com");
  await page.locator("input[type=password]").fill("not the password");
  await page.locator("button[type=submit]").click();
  await page.getByRole("alert").waitFor();
  expect(await page.getByRole("alert").innerText()).not.toBe("");
  expect(await page.locator("input[type=email]").inputValue()).toBe("nobody@example.com");
});

/** Signs in by password and code. */
async function signIn(key: string, opened?: Watched) {
  const began = Date.now();
  const watched = await enterPassword("/login", key, opened);
  const code = watched.page.getByLabel("Security code");
  await code.waitFor();
  const { email, totp_secret } = watched.account;
  const isByMail = totp_secret === undefined;
  await code.fill(
    isByMail ? await mailedCode(email, began) : new TOTP({ secret: totp_secret }).generate(),
  );
  await watched.page.getByRole("button", { name: "Confirm" }).click();
  await watched.page.getByRole("button", { name: "User menu" }).waitFor();
  return watched;
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "User menu" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL((url) => url.pathname === "/login");
}

test.skipIf(isEveryday)(
  "signing out ends the session on the server and in the browser",
  async () => {
    const { page } = await signIn("field");
    const token = await page.evaluate(() => localStorage.getItem("auth"));
    await signOut(page);
    expect(await page.evaluate(() => localStorage.getItem("auth"))).toBeNull();
    const bot = await fetch(`${product.url}/api/bot-protection-token`);
    const { token: bot_token } = (await bot.json()) as { token: string };
    const answer = await fetch(`${product.url}/api/auth/user/me`, {
      headers: {
        authorization: `Bearer ${(JSON.parse(token ?? "{}") as { token: string }).token}`,
        "x-bot-protection-token": bot_token,
      },
    });
    expect(answer.status).toBe(401);
  },
);

/** Of these addresses, those whose content the browser still hands out from its cache, without a network. */
function readFromCache(page: Page, addresses: readonly string[], token: string) {
  return page.evaluate(
    async ([urls, bearer]) => {
      const headers: Record<string, string> = bearer === "" ? {} : { authorization: bearer };
      const reads = urls.map((url) =>
        fetch(url, { headers, cache: "force-cache" }).then(
          (answer) => answer.ok,
          () => false,
        ),
      );
      const isRead = await Promise.all(reads);
      return urls.filter((_, i) => isRead[i]);
    },
    [addresses, token] as const,
  );
}

test.skipIf(isEveryday)(
  "after signing out, the browser's cache hands out nothing of the plant, offline or to the next user",
  async () => {
    const opened = await openPage(browser);
    const { page } = opened;
    const read = new Map<string, string>();
    page.on("response", (response) => {
      const { etag } = response.headers();
      const isOfPlant = /\/(column|field-geometry)\//.test(response.url());
      if (isOfPlant && etag)
        read.set(response.url(), response.request().headers()["authorization"]!);
    });
    // This user has one plant and comes to it at once.
    await signIn("viewer", opened);
    await countsInView(page);
    const addresses = [...read.keys()];
    const [token = ""] = read.values();
    expect(addresses.length).toBeGreaterThan(2);
    await page.context().setOffline(true);
    // The same session has them in the cache: else the lines below would prove nothing.
    expect(await readFromCache(page, addresses, token)).toEqual(addresses);
    await page.context().setOffline(false);
    // The plant is one step back then.
    await page.evaluate(() => history.pushState(null, "", "/analyses"));
    await page.getByRole("heading", { name: "Analyses" }).first().waitFor();
    await signOut(page);
    await page.getByLabel("E-mail").waitFor();
    // Neither the address nor the storage says where the user was.
    expect(new URL(page.url()).search).toBe("");
    const stored = await page.evaluate(() => Object.keys(localStorage));
    expect(
      stored.filter((name) => /^(auth|brand|diagnostics|table-columns|round)/.test(name)),
    ).toEqual([]);
    await page.goBack();
    await page.getByLabel("E-mail").waitFor();
    await page.waitForURL((url) => url.pathname === "/login" && url.search === "");
    await page.context().setOffline(true);
    expect(await readFromCache(page, addresses, "")).toEqual([]);
    expect(await readFromCache(page, addresses, "Bearer of-the-next-user")).toEqual([]);
  },
);

test.skipIf(isEveryday)(
  "a user who is quicker than the proof of work can still sign in by keyboard, and a status line says why it waits",
  async () => {
    const { page, faults } = await openPage(browser);
    const { promise: seen, resolve: proceed } = Promise.withResolvers<void>();
    await page.route("**/api/bot-protection-token", async (route) => {
      await seen;
      await route.continue();
    });
    await page.goto(`${product.url}/login`);
    const { email, password } = accountOf(product.accounts, "viewer");
    await page.getByLabel("E-mail").waitFor();
    await page.keyboard.type(email);
    await page.keyboard.press("Tab");
    await page.keyboard.type(password);
    await page.keyboard.press("Enter");
    await page.getByRole("status").filter({ hasText: "Checking your browser" }).waitFor();
    proceed();
    await page.getByLabel("Security code").waitFor();
    expect(await page.getByText("Checking your browser").count()).toBe(0);
    expect(faults).toEqual([]);
  },
);

test("the sign-in page shows an error of the address that it does not know as text, until it is dismissed", async () => {
  const { page, faults } = await openPage(browser);
  const error = "<b>BANNED</b>";
  const message = "<img src=x onerror=alert(1)>";
  const query = new URLSearchParams({ error, message });
  await page.goto(`${product.url}/login?${query}`);
  const alert = page.getByRole("status").filter({ hasText: error });
  await alert.waitFor();
  expect(await alert.innerText()).toContain(message);
  expect(await alert.locator("b, img").count()).toBe(0);
  await alert.getByRole("button", { name: "Close" }).click();
  await alert.waitFor({ state: "detached" });
  expect(faults).toEqual([]);
});

test("signed out, an unknown address shows page-not-found without the header, and a known one the sign-in", async () => {
  const { page } = await openPage(browser);
  await page.goto(`${product.url}/no/such/page`);
  await page.getByRole("heading", { name: "Page not found" }).waitFor();
  await page.getByText("Where am I?").waitFor();
  expect(await page.getByRole("banner").count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe("/no/such/page");
  await page.goto(`${product.url}/settings/users`);
  await page.waitForURL((url) => url.searchParams.get("dest") === "/settings/users");
});
