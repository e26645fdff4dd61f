// Working without a mouse.
import type { Locator, Page } from "playwright";

const MOST_TABS = 300;

/** Whether this control has the focus. */
export function isFocused(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === document.activeElement);
}

/** Goes from control to control with the Tab key until this one has the focus. */
export async function tabTo(
  page: Page,
  target: Locator,
  key: "Tab" | "Shift+Tab" = "Tab",
): Promise<void> {
  await target.waitFor();
  for (let step = 0; step < MOST_TABS; step += 1) {
    if (await isFocused(target)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`the Tab key does not reach ${target.toString()}`);
}

/** Runs a command by its name from the palette. */
export async function runCommand(page: Page, name: string): Promise<void> {
  await page.keyboard.press("Control+k");
  const field = page.getByRole("dialog").getByRole("searchbox");
  await field.waitFor();
  await page.keyboard.type(name);
  await page.getByRole("menuitem", { name, exact: true }).waitFor();
  await page.keyboard.press("Enter");
  await field.waitFor({ state: "detached" });
}

/** What has the focus, as a screen reader names it: "button Next finding"; "body" where nothing has. */
export function focusOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return "body";
    const role = focused.getAttribute("role") ?? focused.tagName.toLowerCase();
    const labels = (focused.getAttribute("aria-labelledby") ?? "").split(" ");
    const labelled = labels.map((id) => document.querySelector(`[id="${id}"]`)?.textContent ?? "");
    const name =
      focused.getAttribute("aria-label") ?? (labelled.join(" ").trim() || focused.textContent);
    return `${role} ${(name ?? "").trim().replaceAll(/\s+/g, " ").slice(0, 60)}`.trim();
  });
}
