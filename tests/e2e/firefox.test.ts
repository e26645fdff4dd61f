// The viewer's way in a stock Firefox: sign in, plants, a plant, colour, filter, component, picture, compare,
// sign out, without one console error or breach of the policy (CSP).
import { setTimeout as sleep } from "node:timers/promises";
import { TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { accountOf, ownProduct } from "./browser.ts";
import { firefoxPath, launchFirefox, type Firefox } from "./firefox.ts";
import { mailTo } from "./product.ts";

const product = await ownProduct();
let firefox: Firefox;

if (firefoxPath === undefined) {
  console.warn("SKIPPED: no Firefox here. Install firefox-esr or set FIREFOX_PATH.");
} else {
  const path = firefoxPath;
  beforeAll(async () => {
    firefox = await launchFirefox(path);
  });
  afterAll(() => firefox.end());
}

const hasText = (text: string) =>
  firefox.until(text, (words: string) => document.body.innerText.includes(words), text);
/** Waits for the legend's count of the values in view; answers the shown one. */
const countInView = () =>
  firefox.until("counts in the legend", () => {
    const texts = [...document.querySelectorAll("[role=status], output")].map(
      (element) => (element as HTMLElement).innerText,
    );
    const count = texts
      .map((text) => /([1-9][\d,]*) of [\d,]+ in view/.exec(text)?.[1])
      .find(Boolean);
    return count === undefined ? null : Number(count.replaceAll(",", ""));
  });

/** Whether the page comes to this within so many milliseconds; a page that is being left answers nothing. */
async function comesTo(is: () => boolean, ms: number): Promise<boolean> {
  const end = performance.now() + ms;
  while (performance.now() < end) {
    if (await firefox.evaluate(is).catch(() => false)) return true;
    await sleep(100);
  }
  return false;
}

/** A menu that opens while the map draws a comparison can close again: it is opened again then, as a person would. */
async function signOut(): Promise<void> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await firefox.click("button", /^User menu$/);
    const isOpen = await comesTo(
      () => document.querySelector("[role=menuitem]") !== null,
      patient(5000),
    );
    if (!isOpen) continue;
    await firefox.click("menuitem", /^Sign out$/);
    if (await comesTo(() => location.pathname.startsWith("/login"), patient(10_000))) return;
  }
}

async function signIn(): Promise<void> {
  const { email, password, totp_secret } = accountOf(product.accounts, "viewer");
  const began = Date.now();
  await firefox.goto(`${product.url}/login`);
  for (const [field, text] of [
    ["email", email],
    ["password", password],
  ] as const) {
    await firefox.until(
      field,
      (type: string) => {
        const input = document.querySelector<HTMLInputElement>(`input[type=${type}]`);
        input?.focus();
        return input !== null && document.activeElement === input;
      },
      field,
    );
    await firefox.type(text);
  }
  await firefox.click("button", /^Sign in$/);
  await hasText("Security code");
  const code = totp_secret
    ? new TOTP({ secret: totp_secret }).generate()
    : /^\d{4} \d{4}/m.exec(await mailTo(product.data_dir, email, began))?.[0];
  await firefox.until("the field of the code", () => {
    document.querySelector<HTMLInputElement>("form input")?.focus();
    return document.activeElement?.tagName === "INPUT";
  });
  await firefox.type(code ?? "");
  await firefox.click("button", /^Confirm$/);
}

test.skipIf(firefoxPath === undefined)("a viewer's whole way works in Firefox", async () => {
  await signIn();
  // The viewer has one plant and lands on it.
  await countInView();
  expect(await firefox.evaluate(() => location.pathname)).toMatch(/^\/plant\/\d+$/);

  await firefox.click("link", /^Plants$/);
  await firefox.until("the list beside the map", () => location.pathname === "/plants");
  await firefox.click("link", /^Valdesol/);
  const all = await countInView();
  expect(all).toBeGreaterThan(20_000);

  // Coloured by another key figure, filtered by a class.
  await firefox.click("button", /Key figure/);
  await firefox.click("option", /^Heat loss/);
  await countInView();
  await firefox.click("button", /Key figure/);
  await firefox.click("option", /^Glass tube temperature/);
  await countInView();
  await firefox.click("button", /only Severe heat loss/);
  await hasText("Severe heat loss");
  await firefox.until(
    "fewer values",
    (before: number) => {
      const texts = [...document.querySelectorAll("[role=status], output")];
      const found = texts.map(
        (one) => /([1-9][\d,]*) of [\d,]+ in view/.exec(one.textContent ?? "")?.[1],
      );
      const shown = Number(found.find(Boolean)?.replaceAll(",", "") ?? NaN);
      return shown < before / 4;
    },
    all,
  );

  // A component with a picture: the finding list leads to it, the map is clicked where it lies.
  await firefox.click("button", /^Find$/);
  await firefox.click("button", /^Next finding/);
  await firefox.until(
    "the card",
    () => document.querySelector("article[aria-label=Component]") !== null,
  );
  await firefox.click("button", /^Open image/);
  await firefox.until("the picture", () => {
    const picture = document.querySelector("[role=dialog] :is(img, canvas)");
    return picture !== null && picture.getBoundingClientRect().width > 100;
  });
  await firefox.type("\uE00C");
  await firefox.until(
    "the picture closed",
    () => document.querySelector("[role=dialog] :is(img, canvas)") === null,
  );

  await firefox.click("button", /^Compare$/);
  await firefox.click("button", /Compared with/);
  await firefox.click("option", /./);
  await firefox.until("the comparison", () => location.search.includes("compare="));

  await signOut();
  await firefox.until("the sign-in page", () => location.pathname.startsWith("/login"));
  expect(firefox.faults).toEqual([]);
});
