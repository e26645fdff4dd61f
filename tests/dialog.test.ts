// Every dialog of the product: Enter confirms it, or its act is dangerous, or there is nothing to confirm.
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const files = globSync("src/**/*.tsx")
  .filter((path) => !path.includes(".test."))
  .map((path) => ({ path, text: readFileSync(path, "utf8") }));
const dialogs = files.filter(({ text }) => /<Dialog\b/.test(text));

test("no file builds a dialog of its own, which would not hear Enter", () => {
  expect(dialogs.length).toBeGreaterThan(10);
  const built = files.filter(({ text }) => /<ModalOverlay\b|<dialog\b/.test(text));
  expect(built.map(({ path }) => path)).toEqual(["src/ui/modal-alert.tsx", "src/ui/overlay.tsx"]);
});

test.each(dialogs)(
  "$path: its confirming button is primary, or the act is dangerous",
  ({ text }) => {
    if (!text.includes("actions={")) return;
    expect(text).toMatch(/kind="(primary|danger)"|kind=\{/);
    // Enter presses the primary button.
    expect(text).not.toMatch(/kind="primary"[^<]*(remove|delete|discard)[^<]*</i);
  },
);
