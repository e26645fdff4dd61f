// What the server keeps by the id of a plant or a customer: asked for by this id, and kept apart.
import type { Atom } from "jotai";
import { describe, expect, test, vi } from "vitest";
import { valueOf, type Loaded } from "../shell/loaded.ts";
import { asked, serve, serveAlso } from "../shell/served.fixture.ts";
import { settle, signedInStore, watch } from "../shell/signed-in.fixture.ts";
import { blueprintsOf, reloadBlueprints } from "./blueprint.ts";
import { propertiesOf, reloadProperties } from "./custom-component-property.ts";
import { recipientsOf } from "./customer.ts";
import { disabledKeyFiguresOf, reloadDisabled } from "./enabled-key-figure.ts";
import { belongingsOf, reloadBelongings } from "./plant-customer.ts";
import { reloadSettingsPlant, settingsPlantOf } from "./plant-settings.ts";

vi.mock("../../client/call.ts", () => import("../shell/served.fixture.ts"));

type Kind = {
  readonly path: string;
  readonly of: (id: number) => Atom<Loaded<object>>;
  readonly reload?: (id: number) => Promise<void>;
};
const kinds: Record<string, Kind> = {
  plant: { path: "/auth/plant/{id}", of: settingsPlantOf, reload: reloadSettingsPlant },
  "what belongs to a plant": {
    path: "/auth/plant/{id}/belongings",
    of: belongingsOf,
    reload: reloadBelongings,
  },
  blueprints: { path: "/auth/plant/{id}/blueprints", of: blueprintsOf, reload: reloadBlueprints },
  properties: {
    path: "/auth/plant/{id}/custom-component-property",
    of: propertiesOf,
    reload: reloadProperties,
  },
  "key figures that are off": {
    path: "/auth/plant/{id}/disabled-pi-fields",
    of: disabledKeyFiguresOf,
    reload: reloadDisabled,
  },
  recipients: { path: "/auth/customer/{id}/release-mail-recipients", of: recipientsOf },
};

type Ask = { readonly params: { readonly id: number } };
/** Answers with the requested id, so that the test sees which request was answered. */
const answer =
  (path: string, note: string) =>
  ({ params: { id } }: Ask) => {
    const said = [`${note} ${id}`];
    return path.includes("pi-fields") ? { key_figure_ids: said } : said;
  };

describe.each(Object.entries(kinds))("%s", (_, { path, of }) => {
  test("are asked for by their id, and kept apart from those of another", async () => {
    serve({ [`GET ${path}`]: answer(path, "known") });
    const store = signedInStore();
    for (const id of [7, 8]) watch(store, of(id));
    await settle();
    expect([7, 8].map((id) => valueOf(store.get(of(id))))).toMatchObject([
      ["known 7"],
      ["known 8"],
    ]);
    expect(asked).toEqual([7, 8].map((id) => [`GET ${path.replace("{id}", String(id))}`]));
  });
});

const reloaded = Object.entries(kinds).filter(([, { reload }]) => reload !== undefined);
describe.each(reloaded)("%s", (_, { path, of, reload }) => {
  test("are fetched again on request, and no others", async () => {
    serve({ [`GET ${path}`]: answer(path, "known") });
    const store = signedInStore();
    for (const id of [7, 8]) watch(store, of(id));
    await settle();
    serveAlso({ [`GET ${path}`]: answer(path, "new") });
    await reload?.(7);
    expect([7, 8].map((id) => valueOf(store.get(of(id))))).toEqual([["new 7"], ["known 8"]]);
  });
});

test("nothing belongs to a plant that does not exist yet", async () => {
  serve({});
  const store = signedInStore();
  watch(store, belongingsOf(0));
  await settle();
  expect([store.get(belongingsOf(0)).state, asked]).toEqual(["idle", []]);
});
