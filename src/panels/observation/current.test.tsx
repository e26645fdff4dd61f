// @vitest-environment happy-dom
// The list follows what others write; a form keeps what it began with.
import { Provider } from "jotai";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadWords, startWords } from "../../client/i18n.ts";
import { setOffline } from "../../client/offline/offline.ts";
import { observationColumnsAtom, observationsAtom } from "../../state/observation/observation.ts";
import { observationAt, openedWith } from "../../state/observation/observed.fixture.ts";
import { openViewAtom, showView } from "../../state/observation/open.ts";
import { answers, asked } from "../../state/plant/two-plants.fixture.ts";
import { settle } from "../../state/shell/signed-in.fixture.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { Observations } from "./observations.tsx";

vi.mock("../../client/call.ts", async () => {
  return (await import("../../state/plant/two-plants.fixture.ts")).client;
});
vi.mock("../../client/plant-data.ts", async () => {
  return (await import("../../state/plant/two-plants.fixture.ts")).worker;
});
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);

const one = observationAt(1, { notes: "Mine" });
const usual = { ...answers };
let opened: Awaited<ReturnType<typeof openedWith>>;
let root: Root;
beforeEach(async () => {
  await startWords("en");
  await loadWords(() => true);
  opened = await openedWith([one], []);
  for (const part of [observationsAtom, observationColumnsAtom, openViewAtom]) {
    opened.store.sub(part, () => undefined);
  }
  await vi.waitUntil(() => valueOf(opened.store.get(observationsAtom))?.length === 1);
  root = createRoot(document.body.appendChild(document.createElement("div")));
  await act(async () => root.render(<Provider store={opened.store}>{<Observations />}</Provider>));
  asked.splice(0);
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  setOffline(null);
  opened.close();
  for (const key of Object.keys(answers)) if (!(key in usual)) delete answers[key];
});

/** The page is seen again. */
const look = () =>
  act(async () => {
    document.dispatchEvent(new Event("visibilitychange"));
    await settle();
  });
const lists = () => asked.filter((request) => request === "GET /auth/plant/1/observations").length;

test("the list is read again, but not in a form, nor offline", async () => {
  await look();
  expect(lists()).toBe(1);
  await act(async () => opened.store.set(showView, { view: "edit", id: one.id }));
  await look();
  expect(lists()).toBe(1);
  await act(async () => opened.store.set(showView, { view: "list" }));
  await act(async () => setOffline({ account_id: 1, plant_ids: [1] }));
  await look();
  expect(lists()).toBe(1);
});
