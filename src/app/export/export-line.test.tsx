// @vitest-environment happy-dom
// The line of the running export: its format, how far it is, and the button that stops it.
import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { exportAtom } from "../../state/plant/analysis/running-export.ts";
import { hide, show, text } from "../../panels/shown.fixture.tsx";
import { ExportTray } from "./export-tray.tsx";

vi.mock("../../client/call.ts", () => import("../../state/shell/served.fixture.ts"));
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
afterEach(hide);

test("an export that runs has a line with its share and a button that stops it", async () => {
  const abort = vi.fn();
  const store = await show(<ExportTray />);
  expect(text()).toBe("");
  await act(async () => store.set(exportAtom, { format: "kml", share: 0, abort }));
  await vi.waitUntil(() => document.querySelector("[role=progressbar]") !== null);
  await act(async () => store.set(exportAtom, { format: "kml", share: 0.436, abort }));
  expect(text()).toBe("Exporting as KML: 43%");
  const bar = document.querySelector("[role=progressbar]")!;
  expect(bar.getAttribute("aria-valuenow")).toBe("43");
  await act(async () => document.querySelector<HTMLButtonElement>("button")!.click());
  expect(document.querySelector("button")!.getAttribute("aria-label")).toBe("Stop export");
  expect(abort).toHaveBeenCalledOnce();
  await act(async () => store.set(exportAtom, null));
  expect(text()).toBe("");
});
