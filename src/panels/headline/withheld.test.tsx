// @vitest-environment happy-dom
import { Provider } from "jotai";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, expect, it, vi } from "vitest";
import { loadWords, startWords, type Locale } from "../../client/i18n.ts";
import {
  withheldReasons,
  type WithheldReason,
} from "../../domain/key-figure/inspection-validity.ts";
import type { Permission } from "../../domain/account/permission.ts";
import { keyFigureByKey } from "../../domain/key-figure/key-figure.ts";
import { lossDefaults as loss } from "../../domain/loss/loss-settings.ts";
import type { Headline } from "../../domain/plant/headline.ts";
import { keyFigureIdAtom } from "../../state/plant/column/key-figure.ts";
import { filtersAtom } from "../../state/plant/filter/filter.ts";
import { openedPlant } from "../../state/plant/opened.fixture.ts";
import { answers, measured, summaryOf } from "../../state/plant/two-plants.fixture.ts";
import { openPanelsAtom, startDocks } from "../../state/shell/dock.ts";
import { settle } from "../../state/shell/signed-in.fixture.ts";
import { HeadlineCard } from "./headline.tsx";

vi.mock("../../client/call.ts", async () => {
  return (await import("../../state/plant/two-plants.fixture.ts")).client;
});
vi.mock("../../client/plant-data.ts", async () => {
  return (await import("../../state/plant/two-plants.fixture.ts")).worker;
});
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);

const validity = keyFigureByKey("module_inspection_validity")!;
const figure = (key_figure_id: number, severity_counts: number[], class_counts: number[] = []) => ({
  key_figure_id,
  severity_counts,
  class_counts,
  value_count: severity_counts.reduce((sum, one) => sum + one, 0),
  component_count: 2000,
});
const unsure = (count: number, reason: WithheldReason = "place_not_sure") => ({
  reason,
  key_figure_id: validity.id,
  class_value: 3 + withheldReasons.indexOf(reason),
  count,
});

let root: Root | null = null;
let close = () => {};
afterEach(async () => {
  await act(async () => root?.unmount());
  close();
  document.body.replaceChildren();
});

async function shown(
  figures: Headline["figures"],
  withheld: Headline["withheld"],
  {
    language = "en" as Locale,
    show_all_key_figures = true,
    evaluation = {
      age: "present",
      by_hand: [],
      is_contradicted: false,
      not_judged: 0,
    } as Headline["evaluation"],
    permissions = ["READ_ANALYSIS_RESULT"] as Permission[],
  } = {},
) {
  const headline: Headline = {
    analysis_id: 12,
    name: "Autumn",
    flown_at: "2025-05-01T10:00:00Z",
    figures,
    lost_energy: null,
    previous: null,
    withheld,
    evaluation,
    loss,
  };
  const validities = { ...summaryOf(12), key_figure_id: validity.id, kind: "u8" };
  Object.assign(answers, {
    // As JSON sends it: without what is undefined.
    "GET /auth/analysis/{id}/headline": () => JSON.parse(JSON.stringify(headline)) as unknown,
    "GET /auth/analysis/{id}/columns": () => [summaryOf(12), validities],
    "GET /auth/user/me": () => ({ id: 1, show_all_key_figures }),
  });
  await startWords(language);
  await loadWords(() => true);
  const opened = await openedPlant("", permissions);
  close = opened.close;
  root = createRoot(document.body.appendChild(document.createElement("div")));
  await act(async () =>
    root!.render(
      <Provider store={opened.store}>
        <HeadlineCard />
      </Provider>,
    ),
  );
  await act(settle);
  return opened.store;
}
const text = () => document.body.textContent ?? "";
const buttonOf = (words: string) =>
  [...document.querySelectorAll("button")].find((one) => one.textContent?.includes(words));
const some = [figure(measured.id, [1000, 200])];

it.each([
  ["en", "12,345 modules have no values: their position is uncertain."],
  ["es", "12.345 módulos no tienen valores: su posición es incierta."],
  ["pt", "12.345 módulos não têm valores: sua posição é incerta."],
] as const)("%s: says that the position of components is uncertain", async (language, words) => {
  await shown(some, [unsure(12345)], { language });
  expect(text()).toContain(words);
});

it("shows the way out where no place was found, to those who may go it", async () => {
  const permissions: Permission[] = ["READ_ANALYSIS_RESULT", "UPDATE_ANALYSIS"];
  const store = await shown([], [unsure(800)], { permissions });
  store.set(startDocks, [{ id: "control-points", dock: "left", opens: false }]);
  expect(text()).toContain("800 modules have no values: their position is uncertain.");
  await act(async () => buttonOf("Set control points")!.click());
  expect(store.get(openPanelsAtom)).toContain("control-points");
});

it("shows no way out to those who may not go it, nor where the place is not the reason", async () => {
  await shown([], [unsure(800)]);
  expect(buttonOf("Set control points")).toBeUndefined();
  await act(async () => root?.unmount());
  close();
  const permissions: Permission[] = ["READ_ANALYSIS_RESULT", "UPDATE_ANALYSIS"];
  await shown([], [unsure(800, "like_ground")], { permissions });
  expect(buttonOf("Set control points")).toBeUndefined();
});

it("names one module as one, and values that cannot be true", async () => {
  await shown(some, [
    unsure(1),
    unsure(20, "not_plausible"),
    unsure(6, "like_ground"),
    unsure(3, "hot_place_not_sure"),
    unsure(1, "warm_not_sure"),
    unsure(2, "around_not_sure"),
    unsure(4, "not_judged"),
  ]);
  expect(text()).toContain("1 module is warm, but not clearly open-circuit");
  expect(text()).toContain("4 modules have a temperature only");
  expect(text()).toContain("2 modules cannot be judged: their neighbours differ too much");
  expect(text()).toContain("3 modules have a hot spot that may be a sun reflection");
  expect(text()).toContain("6 modules look like the ground and may be missing.");
  expect(text()).toContain("1 module has no values: its position is uncertain.");
  expect(text()).toContain("20 modules have implausible values, which do not count as findings.");
});

it("says that an older version evaluated, what a person placed, and what an import states", async () => {
  const by_hand = [{ file: "east.tif", points: 3, residual_m: 0.041 }];
  await shown(some, [], {
    evaluation: { age: "place_unchecked", by_hand, is_contradicted: false, not_judged: 1200 },
  });
  expect(text()).toContain("Evaluated by an older version; the position was not checked.");
  expect(text()).toContain("1,200 components seen in colour were not judged");
  expect(text()).toContain("Placed by hand: east.tif with 3 control points, residual 4.1 cm");
  expect(text()).not.toContain("imported file");
});

it("says that the intact tubes contradict the conditions", async () => {
  const evaluation = { age: "present" as const, by_hand: [], is_contradicted: true, not_judged: 0 };
  await shown(some, [], { evaluation });
  expect(text()).toContain("The intact tubes contradict the stated wind or temperatures");
});

it("says that imported values are stated by the import", async () => {
  await shown(some, [], { evaluation: null });
  expect(text()).toContain("The values come from an imported file");
});

it("says nothing where everything is sure", async () => {
  await shown(some, []);
  expect(text()).toContain("with findings");
  expect(text()).not.toContain("uncertain");
  expect(text()).not.toContain("older version");
  expect(text()).not.toContain("contradict");
  expect(text()).not.toContain("imported file");
});

it("stands an answer that an earlier version of the app kept, which counts nothing", async () => {
  await shown(some, undefined as never);
  expect(text()).toContain("with findings");
});

it("shows these components alone when pressed", async () => {
  const store = await shown(some, [unsure(12345)]);
  await act(async () => buttonOf("uncertain")!.click());
  expect(store.get(keyFigureIdAtom)).toBe(validity.id);
  expect(store.get(filtersAtom)).toMatchObject([
    { kind: "classes", key_figure_id: validity.id, values: [3], by: "class" },
  ]);
});

it("says it without a button to who is not shown the key figure", async () => {
  await shown(some, [unsure(12345)], { show_all_key_figures: false });
  expect(text()).toContain("12,345 modules have no values: their position is uncertain");
  expect(buttonOf("uncertain")).toBeUndefined();
});

it("says it also where nothing was measured, and gives no share of findings", async () => {
  await shown([figure(validity.id, [0, 2000], [0, 0, 0, 2000])], [unsure(2000)]);
  expect(text()).toBe("2,000 modules have no values: their position is uncertain.");
});
