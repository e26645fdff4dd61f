// @vitest-environment happy-dom
// Legend, table, statistics and comparison say what an imported file states, and nothing of what was measured here.
import { Provider } from "jotai";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, expect, it, vi } from "vitest";
import { loadWords, startWords, type Locale } from "../client/i18n.ts";
import { analysesAtom } from "../state/plant/analysis/analysis.ts";
import { openedPlant } from "../state/plant/opened.fixture.ts";
import { answers, measured } from "../state/plant/two-plants.fixture.ts";
import { valueOf } from "../state/shell/loaded.ts";
import { settle } from "../state/shell/signed-in.fixture.ts";
import { Stated, StatedAmong } from "./stated.tsx";

vi.mock("../client/call.ts", async () => {
  return (await import("../state/plant/two-plants.fixture.ts")).client;
});
vi.mock("../client/plant-data.ts", async () => {
  return (await import("../state/plant/two-plants.fixture.ts")).worker;
});
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);

const LIST = "GET /auth/analyses-for-view/{id}";
const usual = { ...answers };
let root: Root | null = null;
let close = () => {};
afterEach(async () => {
  await act(async () => root?.unmount());
  close();
  Object.assign(answers, usual);
  document.body.replaceChildren();
});

async function shown(stated: readonly number[], language: Locale = "en") {
  const list = answers[LIST]!;
  answers[LIST] = (...given) =>
    (list(...given) as { id: number }[]).map((one) => ({
      ...one,
      stated_key_figure_ids: one.id === 12 ? stated : [],
    }));
  await startWords(language);
  await loadWords(() => true);
  const opened = await openedPlant(`analysis=12&key_figure=${measured.id}`, [
    "READ_ANALYSIS_RESULT",
  ]);
  close = opened.close;
  const analyses = valueOf(opened.store.get(analysesAtom)) ?? [];
  root = createRoot(document.body.appendChild(document.createElement("div")));
  await act(async () =>
    root!.render(
      <Provider store={opened.store}>
        <Stated />
        <StatedAmong analyses={analyses} />
      </Provider>,
    ),
  );
  await act(settle);
  return document.body.textContent;
}

it.each([
  ["en", "Stated by the import"],
  ["es", "Indicado por la importación"],
  ["pt", "Informado pela importação"],
] as const)("%s: says that the import states the values", async (language, words) => {
  expect(await shown([measured.id], language)).toBe(`${words}${words}: Analysis 12`);
});

it("says nothing of another key figure, and of what was measured here", async () => {
  expect(await shown([measured.id + 1])).toBe("");
});
