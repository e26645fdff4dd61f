import { beforeEach, expect, test, vi } from "vitest";
import { analysesAtom } from "../plant/analysis/analysis.ts";
import { valueOf } from "../shell/loaded.ts";
import { asked, serve, serveAlso } from "../shell/served.fixture.ts";
import { settle, signedInStore } from "../shell/signed-in.fixture.ts";
import { analysisFilesOf } from "../upload/analysis-file.ts";
import { allAnalysesAtom } from "./analyses.ts";
import { historyOf } from "./analysis-history.ts";
import { analysisOf, followAnalysis } from "./analysis.ts";

vi.mock("../../client/call.ts", () => import("../shell/served.fixture.ts"));

const READ = "GET /auth/analysis/{id}";
const analysis = (state: string) => ({ id: 3, plant_id: 7, state, file_count: 0 });
let store = signedInStore();
beforeEach(async () => {
  serve({
    [READ]: analysis("UPLOADING"),
    "GET /auth/analysis": [analysis("UPLOADING")],
    "GET /auth/analysis/{id}/history": [],
    "GET /auth/analysis/{id}/files": { files: [], proposed_date: null },
  });
  const watched = [analysisOf(3), historyOf(3), analysisFilesOf(3), allAnalysesAtom, analysesAtom];
  store = signedInStore(["READ_ANALYSIS"], watched);
  await settle();
  asked.splice(0);
});

test("an analysis that is the same as before needs one call", async () => {
  await followAnalysis(3);
  await settle();
  expect(asked).toEqual([["GET /auth/analysis/3"]]);
});

test("what others did to an analysis is shown on its page and in the list, with its history and files", async () => {
  serveAlso({ [READ]: analysis("PROCESSING") });
  await followAnalysis(3);
  await settle();
  expect(valueOf(store.get(analysisOf(3)))?.state).toBe("PROCESSING");
  expect(valueOf(store.get(allAnalysesAtom))?.map(({ state }) => state)).toEqual(["PROCESSING"]);
  const calls = asked.map(([request]) => request);
  expect(calls).toContain("GET /auth/analysis/3/history");
  expect(calls.some((call) => call.includes("/files"))).toBe(true);
});
