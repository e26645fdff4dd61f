// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { asked, serve } from "../../state/shell/served.fixture.ts";
import { hide, links, show, text } from "../shown.fixture.tsx";
import { UploadingNow } from "./uploading-now.tsx";

vi.mock("../../client/call.ts", () => import("../../state/shell/served.fixture.ts"));
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
afterEach(hide);

const USERS = "GET /auth/uploading-users";
const klara = {
  user_id: 3,
  user_name: "Klara Tasten",
  analysis_id: 7,
  analysis_name: "Autumn",
  plant_name: "Valdesol",
  file_count: 2,
  bytes: 400,
  offset: 100,
  updated_at: "2026-05-01T10:00:00Z",
};

test("who uploads now is named, with the analysis, the plant and the share that has arrived", async () => {
  serve({ [USERS]: [klara, { ...klara, analysis_id: 8, bytes: 0, offset: 0 }] });
  await show(<UploadingNow />, ["READ_ANALYSIS", "UPLOAD_ANALYSIS_FILE"]);
  expect(text()).toContain("Klara Tasten: Autumn (Valdesol), 25%");
  // An empty file has arrived as a whole.
  expect(text()).toContain("Klara Tasten: Autumn (Valdesol), 100%");
  expect(links()).toEqual(["/analysis/7#upload", "/analysis/8#upload"]);
});

test("nothing is shown where no one uploads, and nothing asked for who may not know", async () => {
  serve({ [USERS]: [] });
  await show(<UploadingNow />, ["READ_ANALYSIS", "UPLOAD_ANALYSIS_FILE"]);
  expect(text()).toBe("");
  expect(asked).toEqual([["GET /auth/uploading-users"]]);
  serve({ [USERS]: [klara] });
  await show(<UploadingNow />);
  expect([text(), asked]).toEqual(["", []]);
});
