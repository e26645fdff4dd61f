// @vitest-environment happy-dom
// The panel of findings where no analysis is open: it lists what was decided, and leads to an analysis.
import { Provider } from "jotai";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, expect, it, vi } from "vitest";
import { loadWords, startWords } from "../../client/i18n.ts";
import type { Permission } from "../../domain/account/permission.ts";
import { undecided } from "../../domain/finding/finding-life.ts";
import { analysisIdAtom } from "../../state/plant/analysis/analysis.ts";
import { allFindingsAtom } from "../../state/plant/finding/listed.ts";
import { openedPlant } from "../../state/plant/opened.fixture.ts";
import { answers } from "../../state/plant/two-plants.fixture.ts";
import { openPanelsAtom, startDocks } from "../../state/shell/dock.ts";
import { settle } from "../../state/shell/signed-in.fixture.ts";
import { Findings } from "./findings.tsx";

vi.mock("../../client/call.ts", async () => {
  return (await import("../../state/plant/two-plants.fixture.ts")).client;
});
vi.mock("../../client/plant-data.ts", async () => {
  return (await import("../../state/plant/two-plants.fixture.ts")).worker;
});
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);

const life = {
  ...undecided,
  id: 7,
  component_type: "module",
  dt_id: "module-3",
  row: 3,
  fault_type: 7,
  status: "assigned",
  crew: "North",
  assignee_name: null,
  severity: 3,
  analysis_id: null,
  is_dangerous: false,
  returned: false,
  work_order: null,
  comments: 0,
  revision: 1,
  updated_by: null,
  updated_at: "2025-04-01T10:00:00Z",
};

let root: Root | null = null;
let close = () => {};
const usual = { ...answers };
afterEach(async () => {
  await act(async () => root?.unmount());
  close();
  document.body.replaceChildren();
  Object.assign(answers, usual);
});

async function shown(
  lives: readonly object[],
  { hasAnalyses, more = [] }: { hasAnalyses: boolean; more?: readonly Permission[] },
) {
  Object.assign(answers, {
    "GET /auth/plant/{id}/findings": () => ({ findings: lives, next: null, version: "1" }),
    "GET /auth/plant/{id}/findings/version": () => ({ version: "1" }),
  });
  if (!hasAnalyses) answers["GET /auth/analyses-for-view/{id}"] = () => [];
  await startWords("en");
  await loadWords(() => true);
  const { store, close: end } = await openedPlant("", ["READ_FINDING", "UPDATE_FINDING", ...more]);
  close = end;
  store.set(analysisIdAtom, null);
  store.set(startDocks, [{ id: "analyses", dock: "left", opens: false }]);
  root = createRoot(document.body.appendChild(document.createElement("div")));
  await act(async () =>
    root!.render(
      <Provider store={store}>
        <Findings />
      </Provider>,
    ),
  );
  await act(() => vi.waitUntil(() => store.get(allFindingsAtom).state === "ready"));
  await act(settle);
  return store;
}
const text = () => document.body.textContent ?? "";
const buttonOf = (words: string) =>
  [...document.querySelectorAll("button")].find((one) => one.textContent === words);

it("lists what was decided, says what is missing, and opens the newest analysis", async () => {
  const store = await shown([life], { hasAnalyses: true });
  expect(text()).toContain("1 finding");
  expect(text()).toContain("Without an open analysis this list has only the findings");
  await act(async () => buttonOf("Open the newest analysis")!.click());
  expect(store.get(analysisIdAtom)).toBe(12);
  await act(settle);
  expect(text()).not.toContain("Without an open analysis");
});

it("says what to open where nothing was decided", async () => {
  await shown([], { hasAnalyses: true });
  expect(text()).toContain("No analysis is open");
  expect(text()).toContain("Open an analysis to see what it shows.");
  expect(buttonOf("Open the newest analysis")).toBeDefined();
});

it("leads to a new analysis where the plant has none, for who may create one", async () => {
  const store = await shown([], {
    hasAnalyses: false,
    more: ["CREATE_ANALYSIS", "UPLOAD_ANALYSIS_FILE"],
  });
  expect(buttonOf("Open the newest analysis")).toBeUndefined();
  await act(async () => buttonOf("Create analysis")!.click());
  expect(store.get(openPanelsAtom)).toContain("analyses");
});

it("offers no button that leads nowhere", async () => {
  await shown([life], { hasAnalyses: false });
  expect(text()).toContain("1 finding");
  expect(buttonOf("Create analysis")).toBeUndefined();
});
