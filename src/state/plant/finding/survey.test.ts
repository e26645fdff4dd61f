// @vitest-environment happy-dom
// Components that could not be loaded are no survey without findings.
import { afterEach, expect, it, vi } from "vitest";
import { keyFigureByKey } from "../../../domain/key-figure/key-figure.ts";
import { alsoClasses } from "../column/classified.fixture.ts";
import { openedPlant } from "../opened.fixture.ts";
import { retryPlant } from "../open-plant.ts";
import { answers, refusal } from "../two-plants.fixture.ts";
import { findingColumnsAtom, loadFindingColumns, surveyFindingsAtom } from "./survey.ts";

vi.mock("../../../client/call.ts", async () => (await import("../two-plants.fixture.ts")).client);
vi.mock(
  "../../../client/plant-data.ts",
  async () => (await import("../two-plants.fixture.ts")).worker,
);

const usual = { ...answers };
afterEach(() => Object.assign(answers, usual));

it("says that it failed, and has the findings once the components are there", async () => {
  const hotspot = keyFigureByKey("fault_type")!.classes.find(({ key }) => key === "hotspot")!.value;
  alsoClasses({ fault_type: (row) => (row === 30 ? hotspot : 0) });
  const objects = "GET /auth/plant/{id}/field-geometry/object/{hash}" as keyof typeof answers;
  answers[objects] = () => {
    throw refusal("SOMETHING_WENT_WRONG");
  };
  const { store, close } = await openedPlant("analysis=12");
  store.sub(surveyFindingsAtom, () => undefined);
  await store.set(loadFindingColumns, store.get(findingColumnsAtom));
  expect(store.get(surveyFindingsAtom)).toMatchObject({
    state: "failed",
    fault: { code: "SOMETHING_WENT_WRONG" },
  });
  answers[objects] = usual[objects]!;
  await store.set(retryPlant);
  await store.set(loadFindingColumns, store.get(findingColumnsAtom));
  const found = store.get(surveyFindingsAtom);
  expect(found).toMatchObject({ state: "ready", value: [{ row: 30, fault_type: hotspot }] });
  close();
});
