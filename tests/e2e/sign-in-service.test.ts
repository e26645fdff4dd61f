// Signing in with the service of a customer, which is a real one on this machine, and with a passkey.
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright";
import { afterAll, expect, test } from "vitest";
import { openSignInService, type SignInService } from "../fixtures/sign-in-service.ts";
import { accountOf, openPage, sharedBrowser, startDemo } from "./browser.ts";
import { mailTo, type Product } from "./product.ts";

/** A port that is free now: browsers come back to an address that the service knows before the product runs. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((open) => server.listen(0, "127.0.0.1", open));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

const port = await freePort();
const home = `http://localhost:${port}`;
const service: SignInService = await openSignInService(`${home}/single-sign-on`);
const product: Product = await startDemo({
  PORT: String(port),
  PUBLIC_URL: home,
  SINGLE_SIGN_ON_HOSTS: service.host,
});
const browser = await sharedBrowser();
afterAll(async () => {
  await product.stop();
  await service.close();
});

const link = (key: string) => accountOf(product.accounts, key).sign_in_url;
const person = {
  sub: "lucia",
  email: "viewer@sierra-clara.example",
  email_verified: true,
  given_name: "Lucía",
  family_name: "Herrera",
};

async function setUp(page: Page) {
  await page.goto(link("analyst"));
  await page.getByRole("button", { name: "User menu" }).waitFor();
  await page.goto(`${home}/settings/single-sign-on`);
  await page.getByText("Sierra Clara", { exact: false }).first().click();
  const fill = (name: string, text: string) => page.getByLabel(name, { exact: true }).fill(text);
  await page.getByLabel("Name of the service").fill("Sierra Login");
  await page.getByLabel("Address (issuer)").fill(service.issuer);
  await page.getByRole("button", { name: "Test the connection" }).click();
  await page.getByText("The service answers.").waitFor();
  await page.getByLabel("Client ID").fill(service.client_id);
  await fill("Client secret", service.client_secret);
  await page.getByLabel("Domains of e-mail addresses").fill("sierra-clara.example");
  await page.getByText("Accept the second factor of the service").click();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("was changed").waitFor();
}

test("a customer's service is set up, signs its users in, and is offered to be left", async () => {
  const { page, faults } = await openPage(browser);
  await setUp(page);
  expect(faults).toEqual([]);

  const { page: own, faults: ownFaults } = await openPage(browser);
  await own.goto(`${home}/login?dest=%2Fsettings%2Fuser-profile`);
  await own.getByLabel("E-mail").fill(person.email);
  const button = own.getByRole("button", { name: "Sign in with Sierra Login" });
  await button.waitFor();
  // The person signs in there without a page: what the service asks is its own.
  service.meet(person, ["mfa"]);
  await button.click();
  await own.waitForURL((url) => url.pathname === "/settings/user-profile");
  await own.getByRole("button", { name: "User menu" }).click();
  await own.getByRole("menuitem", { name: "Sign out" }).click();
  await own.getByRole("button", { name: "Sign out of Sierra Login too" }).waitFor();
  expect(ownFaults).toEqual([]);
});

test("a person whom the service has not verified reads why, and how to go on", async () => {
  const { page } = await openPage(browser);
  await page.goto(`${home}/login?domain=sierra-clara.example`);
  service.meet({ ...person, sub: "other", email_verified: false }, ["mfa"]);
  await page.getByRole("button", { name: "Sign in with Sierra Login" }).click();
  await page.getByText("has not verified your e-mail address").waitFor();
  expect(new URL(page.url()).search).toBe("");
  await page.getByRole("link", { name: "Back to sign-in" }).click();
  await page.getByLabel("Password").waitFor();
});

test("a passkey is added in the profile and signs in from the sign-in page", async () => {
  const { page, faults } = await openPage(browser);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto(link("field"));
  await page.getByRole("button", { name: "User menu" }).waitFor();
  await page.goto(`${home}/settings/user-profile`);
  const began = Date.now();
  await page.getByRole("button", { name: "Add passkey" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("We sent a code").waitFor();
  const mail = await mailTo(product.data_dir, accountOf(product.accounts, "field").email, began);
  await dialog.getByLabel("Name").fill("Phone");
  await dialog.getByLabel("Security code").fill(/^\d{4} \d{4}/m.exec(mail)?.[0] ?? "");
  await dialog.getByRole("button", { name: "Continue" }).click();
  const row = page
    .getByRole("listitem")
    .filter({ hasText: "Phone", has: page.getByRole("button", { name: "Rename" }) });
  await row.waitFor();
  await page.getByRole("button", { name: "User menu" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.getByRole("button", { name: "User menu" }).waitFor();
  await page.goto(`${home}/settings/user-profile`);
  await row.getByText("last used", { exact: false }).waitFor();
  await row.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await row.waitFor({ state: "detached" });
  expect(faults).toEqual([]);
});
