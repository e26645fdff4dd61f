// What staff are asked before a customer sees more or less, and what lists say of states; in each language.
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { ask } from "./ask.ts";
import { accountOf, sharedBrowser, openAs, ownProduct, tokenOf } from "./browser.ts";

const product = await ownProduct();
const viewer = accountOf(product.accounts, "viewer");
const browser = await sharedBrowser();

type Analysis = { id: number; name: string; visibility: string };
type Effect = { viewers: { email: string }[]; values: number; findings: number };

async function tokenAs(key: string): Promise<string> {
  const { page } = await openAs(browser, product, key);
  await page.goto(product.url);
  const token = await tokenOf(page);
  await page.context().close();
  return token;
}

const words = {
  "en-GB": {
    acts: "Actions for",
    protect: "Show to super admins only",
    release: "Release results",
    asks: /^Release the results of .+\?$/,
    unknown: "Unknown",
  },
  "es-ES": {
    acts: "Acciones de",
    protect: "Mostrar solo a superadministradores",
    release: "Publicar resultados",
    asks: /^¿Publicar los resultados de .+\?$/,
    unknown: "Desconocido",
  },
  "pt-BR": {
    acts: "Ações de",
    protect: "Mostrar somente a superadministradores",
    release: "Publicar resultados",
    asks: /^Publicar os resultados de .+\?$/,
    unknown: "Desconhecido",
  },
} as const;
const languages = Object.keys(words) as (keyof typeof words)[];

test.each(languages)(
  "%s: a release names counts and users and asks, and so does its end",
  async (locale) => {
    const { acts, protect, release, asks } = words[locale];
    const asViewer = await tokenAs("viewer");
    const { body: plants } = await ask<{ id: number }[]>(product, asViewer, "/auth/plants");
    const list = `/auth/analyses-for-view/${plants[0]!.id}`;
    const seen = async () => (await ask<Analysis[]>(product, asViewer, list)).body;
    const target = (await seen())[0]!;

    const { page } = await openAs(browser, product, "super_admin", { locale });
    await page.goto(`${product.url}/plant/${plants[0]!.id}?panel=analyses`);
    const asAdmin = await tokenOf(page);
    const path = `/auth/analysis/${target.id}/release-effect`;
    const { body: effect } = await ask<Effect>(product, asAdmin, path);
    expect(effect.viewers.map(({ email }) => email)).toContain(viewer.email);
    const count = new Intl.NumberFormat(locale).format(effect.values);

    const choose = async (act: string) => {
      await page.getByRole("button", { name: `${acts} ${target.name}` }).click();
      await page.getByRole("menuitem", { name: act }).click();
      const question = page.getByRole("alertdialog");
      await question.getByText(viewer.email).first().waitFor();
      expect(await question.innerText()).toContain(count);
      return question;
    };
    const protectQuestion = await choose(protect);
    expect(await protectQuestion.innerText()).not.toContain("{{");
    await protectQuestion.getByRole("button", { name: protect }).click();
    await protectQuestion.waitFor({ state: "detached" });
    await expect.poll(async () => (await seen()).map(({ id }) => id)).not.toContain(target.id);

    const question = await choose(release);
    expect(await question.getByRole("heading").first().innerText()).toMatch(asks);
    await question.getByRole("button", { name: release }).click();
    await question.waitFor({ state: "detached" });
    await expect.poll(async () => (await seen()).map(({ id }) => id)).toContain(target.id);
    await page.context().close();
  },
);

test.each(languages)("%s: a release of what is not sure asks in writing why", async (locale) => {
  const { acts, release } = words[locale];
  const { page } = await openAs(browser, product, "super_admin", { locale });
  const asViewer = await tokenAs("viewer");
  const { body: plants } = await ask<{ id: number }[]>(product, asViewer, "/auth/plants");
  const list = `/auth/analyses-for-view/${plants[0]!.id}`;
  const { body: analyses } = await ask<Analysis[]>(product, asViewer, list);
  const target = analyses.at(-1)!;
  // As the server answers after an evaluation in which 1,234 components had no sure place.
  await page.route(/\/api\/auth\/(analyses-for-view\/\d+|analysis)$/, async (route) => {
    const answer = await route.fetch();
    const json = (await answer.json()) as Analysis[];
    const found = json.find(({ id }) => id === target.id);
    if (found) found.visibility = "not_released";
    await route.fulfill({ response: answer, json });
  });
  await page.route(`**/api/auth/analysis/${target.id}/release-effect`, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), unsure: 1234 } });
  });
  const sent: unknown[] = [];
  await page.route(`**/api/auth/analysis/${target.id}/visibility`, async (route) => {
    sent.push(route.request().postDataJSON());
    await route.fulfill({ json: { ...target, visibility: "released" } });
  });
  await page.goto(`${product.url}/plant/${plants[0]!.id}?panel=analyses`);
  await page.getByRole("button", { name: `${acts} ${target.name}` }).click();
  await page.getByRole("menuitem", { name: release }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("textbox").fill("Too short");
  expect(await question.innerText()).toMatch(/1[,.]?234/);
  expect(await question.innerText()).not.toContain("{{");
  const button = question.getByRole("button", { name: release });
  expect(await button.isDisabled()).toBe(true);
  const confirmation = "Only the west was ordered.";
  await question.getByRole("textbox").fill(confirmation);
  await button.click();
  await question.waitFor({ state: "detached" });
  await expect.poll(() => sent).toMatchObject([{ visibility: "released", confirmation }]);
  await page.context().close();
});

/** The list as the server sends it once the invitation of its first user has expired. */
async function withExpired(page: Page): Promise<string> {
  let email = "";
  await page.route("**/api/auth/users", async (route) => {
    const answer = await route.fetch();
    const users = (await answer.json()) as { email: string; state: string; locked: boolean }[];
    const [first] = users;
    if (first) {
      email = first.email;
      Object.assign(first, { state: "UNKNOWN", locked: false });
    }
    await route.fulfill({ response: answer, json: users });
  });
  await page.goto(`${product.url}/settings/users`);
  await expect.poll(() => email, { timeout: patient(30_000) }).not.toBe("");
  return email;
}

test.each(languages)(
  "%s: a user whose invitation has expired has a state of its own",
  async (locale) => {
    const { page } = await openAs(browser, product, "super_admin", { locale });
    const email = await withExpired(page);
    const row = page.getByRole("row", { name: new RegExp(email.replaceAll(".", "\\.")) });
    await row.getByText(words[locale].unknown, { exact: true }).waitFor();
    await page.context().close();
  },
);
