// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { meAtom } from "../../state/account/me.ts";
import { serve } from "../../state/shell/served.fixture.ts";
import { hide, show, text } from "../shown.fixture.tsx";
import { UploadingUsers } from "./uploading-users.tsx";

vi.mock("../../client/call.ts", () => import("../../state/shell/served.fixture.ts"));
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
afterEach(hide);

const of = (user_id: number, user_name: string, analysis_id: number) => ({
  user_id,
  user_name,
  analysis_id,
  analysis_name: "Autumn",
  plant_name: "Valdesol",
  file_count: 2,
  bytes: 4 * 1024 ** 2,
  offset: 1024 ** 2,
  updated_at: "2026-05-01T10:00:00Z",
});

test("the page of an analysis names the others who upload to it, not the viewer, nor those elsewhere", async () => {
  serve({
    "GET /auth/user/me": { id: 1, white_labeling_version: null },
    "GET /auth/uploading-users": [of(1, "Viewer", 7), of(3, "Klara", 7), of(4, "Jonas", 8)],
  });
  const may = ["READ_ANALYSIS", "UPLOAD_ANALYSIS_FILE"] as const;
  await show(<UploadingUsers analysis_id={7} />, may, [meAtom]);
  expect(text()).toBe("Another user is uploadingKlara: 2 files, 1\u00A0MB of 4\u00A0MB");
  await show(<UploadingUsers analysis_id={9} />, may, [meAtom]);
  expect(text()).toBe("");
});
