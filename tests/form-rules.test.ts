// A rule of a form holds on the server too: what a form refuses lies in src/domain and is asked by the server, so
// that a direct call cannot store what the form would not send.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const textOf = (file: string) => readFileSync(join(root, file), "utf8");
const filesOf = (pattern: string) =>
  globSync(pattern, { cwd: root }).filter((file) => !/\.(test|fixture)\.tsx?$/.test(file));

const panels = filesOf("src/panels/**/*.{ts,tsx}");
/** Files in which a form is filled in: its draft, and the component that sends it. */
const forms = panels.filter(
  (file) => file.endsWith("-draft.ts") || /\buseRecordDraft[<(]/.test(textOf(file)),
);

/** Functions of the domain that say why something is refused, with the text of each. */
const rules = new Map(
  filesOf("src/domain/**/*.ts").flatMap((file) =>
    textOf(file)
      .split(/^export /m)
      .flatMap((part) => {
        const [, name] = /^(?:function|const) (\w+(?:Refusals?|Problems))\b/.exec(part) ?? [];
        return name === undefined ? [] : [[name, part] as const];
      }),
  ),
);

/** The rules that a text names, and those that these ask in turn. */
function namedIn(text: string, found = new Set<string>()): Set<string> {
  for (const [name, part] of rules) {
    if (found.has(name) || !new RegExp(`\\b${name}\\b`).test(text)) continue;
    found.add(name);
    namedIn(part, found);
  }
  return found;
}

const ofServer = namedIn(
  [...filesOf("src/server/**/*.ts"), ...filesOf("src/api/**/*.ts")].map(textOf).join("\n"),
);

test("there are forms, and their rules are found", () => {
  expect(forms).toContain("src/panels/plant-form/plant-draft.ts");
  expect(forms.filter((file) => file.endsWith("-draft.ts")).length).toBeGreaterThanOrEqual(7);
  expect(namedIn(textOf("src/panels/plant-form/plant-draft.ts"))).toContain("plantMountingRefusal");
});

test.each(forms)("%s refuses nothing that the server takes", (file) => {
  const own = [...namedIn(textOf(file))];
  expect(own.filter((name) => !ofServer.has(name))).toEqual([]);
});

/** Reasons that a panel gives itself, and why no rule of the domain does. */
const ownReasons: Record<string, string> = {
  "src/panels/documents/document-form.tsx file_over_size": "the address of the call has this size",
  "src/panels/drones/app-form.tsx file_over_size": "the address of the call has this size",
  "src/panels/observation/observation-form.tsx recording_runs":
    "what is recorded now is no part of the request yet",
  "src/panels/users/account.tsx no_other_role": "it says why a list of choices is empty",
  "src/panels/flight-routes/flown-review.tsx missed_lines_planned":
    "it says that nothing is left to do",
  "src/panels/flight-routes/route-compare.tsx compare_no_routes":
    "it says that the file has nothing to compare",
  "src/panels/flight-routes/campaign-exports.tsx flight_app_off":
    "the settings of the server say it, and no object of the viewer",
  "src/panels/plant-settings/plant-settings.tsx permission_missing":
    "it says why a page has no section at all: what each call says of its own",
  "src/panels/plant-form/plant-draft.ts field_missing": "the shape has no field without a value",
};

test("no panel has a rule of its own", () => {
  const found = panels.flatMap((file) =>
    [...textOf(file).matchAll(/\breason(?:: | = )"(\w+)"/g)].map(
      ([, reason]) => `${file} ${reason}`,
    ),
  );
  expect([...new Set(found)].toSorted()).toEqual(Object.keys(ownReasons).toSorted());
});
