// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import { asked, refusal, serve } from "../shell/served.fixture.ts";
import { onToast } from "../shell/toast.ts";
import { downloadDocument } from "./document.ts";
import { downloadDroneApp } from "./drone-app.ts";

vi.mock("../../client/call.ts", () => import("../shell/served.fixture.ts"));

const said: string[] = [];
onToast(({ tone }) => said.push(tone));
const clicked: (string | null)[] = [];
vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
  this: HTMLAnchorElement,
) {
  clicked.push(this.getAttribute("href"));
});
beforeEach(() => {
  said.splice(0);
  clicked.splice(0);
});

test("a document is downloaded by an address that a token signs", async () => {
  serve({ "POST /auth/user/generate-url-token": { url_token: "a/b" } });
  await downloadDocument(7);
  expect(asked).toEqual([
    ["POST /auth/user/generate-url-token", { url: "/api/auth/doc-file/7/download" }],
  ]);
  expect(clicked).toEqual(["/api/auth/doc-file/7/download?url_token=a%2Fb"]);
  expect(said).toEqual([]);
});

test("a document that cannot be downloaded is a message", async () => {
  serve({ "POST /auth/user/generate-url-token": refusal("PERMISSION_DENIED") });
  await downloadDocument(7);
  expect([clicked, said]).toEqual([[], ["danger"]]);
});

test("the drone app is downloaded in the version for the drone model", async () => {
  serve({
    "GET /drone-app-download-url/{model}": { url: "/api/drone-app/sdk5/2.4.0", version: "2.4.0" },
  });
  expect(await downloadDroneApp("Falcon 3")).toBe("2.4.0");
  expect(asked).toEqual([["GET /drone-app-download-url/Falcon%203"]]);
  expect(clicked).toEqual(["/api/drone-app/sdk5/2.4.0"]);
});

test("where no drone app was uploaded, nothing is downloaded", async () => {
  serve({ "GET /drone-app-download-url/{model}": { url: null, version: null } });
  expect(await downloadDroneApp("Falcon")).toBeNull();
  expect(clicked).toEqual([]);
});
