import { expect, test } from "vitest";
import { failed, loading, ready } from "../shell/loaded.ts";
import { mapNotices, type MapNotice, type NoticeFacts } from "./map-notice.ts";

const well: NoticeFacts = {
  isHeld: false,
  isOnline: true,
  plant: ready({}),
  twin: ready({}),
  hasGeometry: true,
  isLate: false,
  analyses: ready([]),
  column: ready({}),
  analysis: { key_figure_ids: [1] },
  isAllWithheld: false,
  hasFilterFault: false,
  hasRefusedParts: false,
  isRedrawn: false,
  hasFailedMeshes: false,
};
const disconnected = failed({ code: "DISCONNECT", message: "", problems: [] });
const broken = failed({ code: "SOMETHING_WENT_WRONG", message: "", problems: [] });
const missing = failed({
  code: "RESOURCE_NOT_FOUND",
  message: "",
  problems: [{ reason: "twin_missing" }],
});

test.each<[string, Partial<NoticeFacts>, MapNotice[]]>([
  ["all is there", {}, []],
  ["there are no results", { analysis: { key_figure_ids: [] } }, ["no_result"]],
  [
    "the survey was evaluated, and nothing can be said",
    { analysis: { key_figure_ids: [] }, isAllWithheld: true },
    [],
  ],
  ["there is no analysis", { analysis: undefined }, ["no_analysis"]],
  [
    "there are no results and no connection",
    { analysis: { key_figure_ids: [] }, isOnline: false },
    ["no_connection"],
  ],
  [
    "the analyses could not be asked for",
    { analyses: disconnected, analysis: undefined },
    ["no_connection"],
  ],
  [
    "the plant is on the device, and there is no network",
    { isHeld: true, isOnline: false },
    ["held"],
  ],
  [
    "the plant is loading from the device, and there is no network",
    { isHeld: true, isOnline: false, hasGeometry: false },
    ["held", "loading"],
  ],
  ["the values could not be asked for", { column: disconnected }, ["no_connection"]],
  ["nothing could be asked for", { plant: disconnected, twin: loading }, ["no_connection"]],
  ["the twin is missing", { twin: missing, analysis: undefined }, ["no_twin"]],
  ["the twin failed", { twin: broken, analysis: undefined }, ["twin_failed"]],
  ["the plant is loading", { twin: loading, analysis: undefined }, ["loading"]],
  ["its components have not arrived", { hasGeometry: false }, ["loading"]],
  ["it has been loading for long", { twin: loading, isLate: true }, ["late"]],
  ["it is late and the network is gone", { isLate: true, isOnline: false }, ["no_connection"]],
  ["it is loading and the network is gone", { twin: loading, isOnline: false }, ["no_connection"]],
  ["there is no such plant", { plant: broken, isOnline: false, hasRefusedParts: true }, []],
  [
    "the filters could not be applied, with and without a connection",
    { hasFilterFault: true, isOnline: false },
    ["no_connection", "filter_failed"],
  ],
  [
    "parts of the link were refused, and the map was drawn again",
    { hasRefusedParts: true, isRedrawn: true, analysis: { key_figure_ids: [] } },
    ["no_result", "refused", "redrawn"],
  ],
  ["a level could not be made ready for drawing", { hasFailedMeshes: true }, ["not_drawn"]],
  [
    "a level could not be drawn, and the network is gone since",
    { hasFailedMeshes: true, isOnline: false },
    ["no_connection", "not_drawn"],
  ],
])("%s", (_name, facts, notices) => {
  expect(mapNotices({ ...well, ...facts })).toEqual(notices);
});

/** Pairs that cannot both be true, or that would say the same twice. */
const contradictions: [MapNotice, MapNotice][] = [
  ["held", "no_connection"],
  ["no_connection", "loading"],
  ["no_connection", "late"],
  ["late", "loading"],
  ["no_connection", "no_result"],
  ["no_connection", "no_analysis"],
  ["no_connection", "no_twin"],
  ["no_connection", "twin_failed"],
  ["no_twin", "twin_failed"],
  ["no_twin", "loading"],
  ["no_analysis", "no_result"],
  ["no_result", "loading"],
  ["twin_failed", "not_drawn"],
  ["no_twin", "not_drawn"],
];

test("in no state do two notices contradict each other", () => {
  const networks = [true, false].flatMap((one) => [true, false].map((two) => [one, two] as const));
  const loads = [loading, ready({}), disconnected, broken, missing];
  let states = 0;
  for (const plant of loads) {
    for (const twin of loads) {
      for (const analyses of loads) {
        for (const column of loads) {
          for (const analysis of [undefined, { key_figure_ids: [] }, { key_figure_ids: [1] }]) {
            for (const [isOnline, isHeld] of networks) {
              const facts = { ...well, plant, twin, analyses, column, analysis, isOnline, isHeld };
              const shown = mapNotices({
                ...facts,
                hasRefusedParts: true,
                isRedrawn: true,
                hasFailedMeshes: true,
              });
              states += 1;
              expect(new Set(shown).size).toBe(shown.length);
              for (const [one, other] of contradictions) {
                expect(shown.includes(one) && shown.includes(other)).toBe(false);
              }
            }
          }
        }
      }
    }
  }
  expect(states).toBe(5 ** 4 * 12);
});
