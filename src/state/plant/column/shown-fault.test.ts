// @vitest-environment happy-dom
// The card of a component leads with what is broken.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { loadWords, startWords } from "../../../client/i18n.ts";
import { keyFigureByKey } from "../../../domain/key-figure/key-figure.ts";
import { openComponent } from "../component/component.ts";
import { openedPlant } from "../opened.fixture.ts";
import { answers } from "../two-plants.fixture.ts";
import { chooseAggregate } from "../../map/detail.ts";
import { alsoClasses } from "./classified.fixture.ts";
import { columnAtom, keyFigureIdAtom } from "./key-figure.ts";
import { shownValueAtom } from "./shown-value.ts";
import { judgedWordsAtom, reasonWordsAtom, shownTitleWordsAtom } from "./shown-value-words.ts";

vi.mock("../../../client/call.ts", async () => (await import("../two-plants.fixture.ts")).client);
vi.mock(
  "../../../client/plant-data.ts",
  async () => (await import("../two-plants.fixture.ts")).worker,
);

let opened: Awaited<ReturnType<typeof openedPlant>>;
const usual = { ...answers };
const abnormality = keyFigureByKey("class_of_abnormality")!;
const typeOf = (name: string) =>
  keyFigureByKey("fault_type")!.classes.find(({ key }) => key === name)!.value;
beforeEach(async () => {
  await startWords("en");
  await loadWords(() => true);
  // 30 is a hotspot that is dangerous by its heat, 31 is as hot and has no name, 32 is good and its glass is broken.
  alsoClasses({
    class_of_abnormality: (row) => (row === 30 || row === 31 ? 3 : 1),
    fault_type: (row) =>
      row === 30 ? typeOf("hotspot") : row === 31 ? 255 : row === 32 ? typeOf("glass_broken") : 0,
  });
  opened = await openedPlant("analysis=12");
  opened.store.sub(shownValueAtom, () => undefined);
  opened.store.set(keyFigureIdAtom, abnormality.id);
  await vi.waitUntil(() => opened.store.get(columnAtom).state === "ready");
});
afterEach(() => {
  opened.close();
  Object.assign(answers, usual);
});

const shown = () => opened.store.get(shownValueAtom)!;
const words = () => [
  opened.store.get(shownTitleWordsAtom)(shown()),
  opened.store.get(judgedWordsAtom)(shown()),
];
const CLASS = "Class of abnormality: Safety-relevant abnormality";

it("of a component whose fault has a name, in every place", async () => {
  opened.store.set(openComponent, { component_type: "module", row: 30 });
  await vi.waitUntil(() => words()[0] === "Hotspot");
  expect(words()).toEqual(["Hotspot", CLASS]);
  expect(opened.store.get(shownTitleWordsAtom)(shown(), true)).toBe("Hotspot");
  expect(opened.store.get(reasonWordsAtom)(shown())).toContain(
    "Normalised temperature difference 30",
  );
  opened.store.set(openComponent, { component_type: "module", row: 32 });
  expect(words()).toEqual(["Glass broken", "Class of abnormality: No abnormality"]);
});

it("and of one without a name with its class", async () => {
  opened.store.set(openComponent, { component_type: "module", row: 30 });
  await vi.waitUntil(() => words()[0] === "Hotspot");
  opened.store.set(openComponent, { component_type: "module", row: 31 });
  expect(words()).toEqual([CLASS, ""]);
  opened.store.set(openComponent, { component_type: "module", row: 3 });
  expect(words()).toEqual(["Class of abnormality: No abnormality", ""]);
  // Its parts may have many faults.
  opened.store.set(chooseAggregate, "worst");
  opened.store.set(openComponent, { component_type: "tracker", row: 3 });
  expect(words()).toEqual([CLASS, ""]);
});
