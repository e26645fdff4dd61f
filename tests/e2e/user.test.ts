// Staff invite, lock and assign; the user's open page follows with its next request.
import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { accountOf, sharedBrowser, openAs, openPage, ownProduct, type Watched } from "./browser.ts";
import { isEveryday } from "../fixtures/rounds.ts";
import { mailTo } from "./product.ts";

const product = await ownProduct();
const field = accountOf(product.accounts, "field");
const browser = await sharedBrowser();
let staff: Watched;
beforeAll(async () => {
  staff = await openAs(browser, product, "super_admin");
});

/** A page signed in by password and mailed code: this session may be ended. */
async function signedIn(): Promise<Watched> {
  const began = Date.now();
  const watched = await openPage(browser);
  const { page } = watched;
  await page.goto(`${product.url}/login`);
  await page.getByLabel("E-mail").fill(field.email);
  await page.getByLabel("Password").fill(field.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByLabel("Security code").waitFor();
  const mail = await mailTo(product.data_dir, field.email, began);
  await page.getByLabel("Security code").fill(/^\d{4} \d{4}/m.exec(mail)?.[0] ?? "");
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByRole("button", { name: "User menu" }).waitFor();
  return watched;
}

/** Finds the user in the list and opens the form. */
async function openUser(page: Page, text: string) {
  await page.goto(`${product.url}/settings/users`);
  const panel = page.getByRole("region", { name: "Users" });
  await panel.getByRole("searchbox", { name: "Search" }).fill(text);
  await panel.getByRole("row", { name: new RegExp(text) }).click();
  const form = page.getByRole("form", { name: text });
  await form.waitFor();
  return form;
}

/** The names of the plants that the page lists after a new request. */
async function plantsOn(page: Page): Promise<string[]> {
  await page.getByRole("link", { name: "Analyses", exact: true }).click();
  let plants: { name: string }[] = [];
  // A page whose rights have changed may load again: its first answer is gone then, and another one follows.
  const answered = page.waitForResponse(async (one) => {
    if (!one.url().endsWith("/auth/plants-for-table") || !one.ok()) return false;
    const body = await one.json().catch(() => null);
    plants = body ?? [];
    return body !== null;
  });
  await page.getByRole("link", { name: "Plants", exact: true }).click();
  await answered;
  return plants.map(({ name }) => name);
}

test("inviting through the panel shows the link to register, which is mailed as well", async () => {
  const { page, faults } = staff;
  const began = Date.now();
  // The form waits for the roles: one of them is chosen in it from the start.
  const { promise: seen, resolve: proceed } = Promise.withResolvers<void>();
  await page.route("**/api/auth/user/roles", async (route) => {
    await seen;
    return route.continue();
  });
  await page.goto(`${product.url}/settings/users?id=new`);
  const form = page.getByRole("form", { name: "Invite user" });
  await page.getByRole("region", { name: "Users" }).waitFor();
  expect(await form.count()).toBe(0);
  proceed();
  await form.getByLabel("First name").fill("Noelia");
  await form.getByLabel("Last name").fill("Campos");
  await form.getByRole("textbox", { name: "E-mail" }).fill("Noelia.Campos@Sierra-Clara.example");
  await form.getByRole("button", { name: "Show customers" }).click();
  await page.getByRole("option", { name: "Sierra Clara" }).click();
  await form.getByText(/^\d+ of \d+ users$/).waitFor();
  await form.getByRole("button", { name: "Send invitation" }).click();
  const made = page.getByRole("form", { name: "Noelia Campos" });
  const link = await made.getByLabel("Registration link").inputValue();
  expect(link).toMatch(/\/register\/[\w-]{43}$/);
  expect(new URL(page.url()).searchParams.get("id")).toMatch(/^\d+$/);
  const mail = await mailTo(product.data_dir, "noelia.campos@sierra-clara.example", began);
  // Long lines are folded in a mail.
  expect(mail.replace(/=\r?\n/g, "")).toContain(new URL(link).pathname);
  // The address is taken now; the field says so at the next try.
  await page.goto(`${product.url}/settings/users?id=new`);
  await form.getByLabel("First name").fill("Noelia");
  await form.getByLabel("Last name").fill("Campos");
  await form.getByRole("textbox", { name: "E-mail" }).fill("noelia.campos@sierra-clara.example");
  await form.getByRole("button", { name: "Show customers" }).click();
  await page.getByRole("option", { name: "Sierra Clara" }).click();
  await form.getByRole("button", { name: "Send invitation" }).click();
  await form.getByText("A user with this e-mail address already exists.").waitFor();
  expect(faults.filter((fault) => !fault.includes("409"))).toEqual([]);
});

test.skipIf(isEveryday)(
  "locking signs the user's open page out with its next request",
  async () => {
    const user = await signedIn();
    const form = await openUser(staff.page, "Andrés Molina");
    await form.getByRole("button", { name: "Lock" }).click();
    const question = staff.page.getByRole("alertdialog", { name: "Lock Andrés Molina?" });
    await question.getByRole("button", { name: "Lock" }).click();
    await form.getByText("Locked", { exact: true }).waitFor();
    await user.page.getByRole("link", { name: "Analyses", exact: true }).click();
    await user.page.waitForURL((url) => url.pathname === "/login");
    await user.page.getByLabel("Password").waitFor();
    expect(await user.page.evaluate(() => localStorage.getItem("auth"))).toBeNull();
    await form.getByRole("button", { name: "Unlock" }).click();
    await form.getByText("Registered", { exact: true }).waitFor();
  },
);

test.skipIf(isEveryday)(
  "assigned plants are what the user's open page shows with its next request",
  async () => {
    const user = await signedIn();
    await user.page.goto(`${product.url}/plants`);
    // Other journeys may have added plants.
    const all = await plantsOn(user.page);
    expect(all).toEqual(expect.arrayContaining(["Cerro Pardo", "Llano Grande", "Valdesol"]));
    const form = await openUser(staff.page, "Andrés Molina");
    await form.getByRole("radio", { name: "Only selected plants" }).click();
    await form.getByText("Llano Grande", { exact: true }).click();
    await form.getByText(`1 of ${all.length} plants`).waitFor();
    await form.getByRole("button", { name: "Save" }).click();
    await staff.page.getByText("Andrés Molina was saved.").waitFor();
    expect(await plantsOn(user.page)).toEqual(["Llano Grande"]);
    await form.getByRole("radio", { name: "All plants" }).click();
    await form.getByRole("button", { name: "Save" }).click();
    await form.getByRole("button", { name: "Save", disabled: true }).waitFor();
    expect(await plantsOn(user.page)).toEqual(all);
  },
);

test("a permission given in the matrix is shown before it is saved, and works at once", async () => {
  const { page } = staff;
  await page.goto(`${product.url}/settings/permissions`);
  const matrix = page.getByRole("region", { name: "Permission matrix" });
  await page.getByRole("searchbox").fill("delete observations");
  await matrix.getByRole("checkbox", { name: "Delete observations, Customer user" }).click();
  await page.getByText("1 unsaved change").waitFor();
  await page.getByRole("button", { name: "Review and save" }).click();
  const review = page.getByRole("alertdialog", { name: "Save these changes?" });
  await review.getByText("Delete observations").waitFor();
  await review.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("The permissions were changed.").waitFor();
  const user = await signedIn();
  const held = await user.page.evaluate(() => localStorage.getItem("auth") ?? "");
  expect(held).toContain("CREATE_OBSERVATION");
  expect(held).not.toContain("DELETE_OBSERVATION");
  await matrix.getByRole("checkbox", { name: "Delete observations, Customer user" }).click();
  await page.getByRole("button", { name: "Review and save" }).click();
  await review.getByRole("button", { name: "Save changes" }).click();
  await review.waitFor({ state: "detached" });
  // The open page reloads its permissions.
  await plantsOn(user.page);
  expect(await user.page.evaluate(() => localStorage.getItem("auth") ?? "")).toContain(
    "DELETE_OBSERVATION",
  );
});
