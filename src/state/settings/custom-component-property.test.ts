import { beforeEach, expect, test, vi } from "vitest";
import type { CustomComponentProperty } from "../../domain/plant/custom-component-property.ts";
import { plantIdAtom } from "../plant/plant.ts";
import { valueOf } from "../shell/loaded.ts";
import { asked, refusal, serve, serveAlso } from "../shell/served.fixture.ts";
import { settle, signedInStore, watch } from "../shell/signed-in.fixture.ts";
import * as state from "./custom-component-property.ts";

vi.mock("../../client/call.ts", () => import("../shell/served.fixture.ts"));

const property = (
  id: number,
  component_type: CustomComponentProperty["component_type"],
  position: number,
): CustomComponentProperty => ({
  id,
  plant_id: 7,
  component_type,
  name: `Property ${id}`,
  data_type: "text",
  relation_type: "component",
  options: null,
  number_ranges: null,
  is_required: false,
  condition: null,
  position,
});
const LIST = "GET /auth/plant/{id}/custom-component-property";
/** As the server orders them: by type, then by position. */
const stored = [
  property(1, "module", 0),
  property(2, "module", 1),
  property(3, "module", 2),
  property(4, "tracker", 0),
  property(5, "tracker", 1),
];

let store = signedInStore();
beforeEach(async () => {
  serve({ [LIST]: stored });
  store = signedInStore([], [state.plantPropertiesAtom]);
  watch(store, state.propertiesOf(7));
  await settle();
});
const names = () => valueOf(store.get(state.propertiesOf(7)))?.map(({ name }) => name);
const ids = () => valueOf(store.get(state.propertiesOf(7)))?.map(({ id }) => id);

test("the properties of the plant on the map are those that its settings show", async () => {
  expect(store.get(state.plantPropertiesAtom).state).toBe("idle");
  store.set(plantIdAtom, 7);
  expect(valueOf(store.get(state.plantPropertiesAtom))).toHaveLength(5);
  await settle();
  expect(asked.every(([to]) => to === "GET /auth/plant/7/custom-component-property")).toBe(true);
});

test("a new property is returned, and is in the list where the server puts it", async () => {
  const form = {
    component_type: "module",
    name: "Age",
    data_type: "number",
    relation_type: "component",
    options: null,
    number_ranges: null,
    is_required: false,
    condition: null,
  } as const;
  asked.splice(0);
  serveAlso({
    "POST /auth/plant/{id}/custom-component-property": property(6, "module", 3),
    [LIST]: [property(6, "module", 3)],
  });
  expect(await store.set(state.createProperty, 7, form)).toMatchObject({ id: 6 });
  expect(asked).toEqual([
    ["POST /auth/plant/7/custom-component-property", form],
    ["GET /auth/plant/7/custom-component-property"],
  ]);
  expect(ids()).toEqual([6]);
});

test("a changed property is shown as the server answers it, and the others stay", async () => {
  serveAlso({
    "POST /auth/custom-component-property/{id}": { ...stored[1], name: "Made in" },
  });
  await store.set(state.changeProperty, stored[1]!, { name: " Made in " });
  expect(asked.at(-1)).toEqual(["POST /auth/custom-component-property/2", { name: " Made in " }]);
  expect(names()).toEqual(["Property 1", "Made in", "Property 3", "Property 4", "Property 5"]);
});

test("a deleted property disappears at once, and is back where the server refuses", async () => {
  serveAlso({ "DELETE /auth/custom-component-property/{id}": refusal() });
  const removing = store.set(state.removeProperty, stored[3]!);
  expect(ids()).toEqual([1, 2, 3, 5]);
  await expect(removing).rejects.toMatchObject({ code: "CONFLICT" });
  expect(ids()).toEqual([1, 2, 3, 4, 5]);
  expect(asked.at(-1)).toEqual(["DELETE /auth/custom-component-property/4"]);
});

test("a new order is shown at once, for its component type only, and kept as the server answers", async () => {
  // Answered in another order, so that the answer differs from the preview.
  const answered = stored.toReversed();
  serveAlso({ "POST /auth/plant/{id}/custom-component-property-order": answered });
  const ordering = store.set(state.orderProperties, 7, "module", [3, 1, 2]);
  expect(ids()).toEqual([3, 1, 2, 4, 5]);
  await ordering;
  expect(asked.at(-1)).toEqual([
    "POST /auth/plant/7/custom-component-property-order",
    { component_type: "module", ids: [3, 1, 2] },
  ]);
  expect(ids()).toEqual([5, 4, 3, 2, 1]);
});

test("after a refused order the list is fetched again, because somebody else has changed it", async () => {
  const others = [property(9, "module", 0)];
  serveAlso({
    "POST /auth/plant/{id}/custom-component-property-order": refusal(),
    [LIST]: others,
  });
  await expect(store.set(state.orderProperties, 7, "tracker", [5, 4])).rejects.toMatchObject({
    code: "CONFLICT",
  });
  await settle();
  expect(ids()).toEqual([9]);
});
