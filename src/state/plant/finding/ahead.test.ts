// @vitest-environment happy-dom
// What was decided of findings is asked for with the opening of the panel, before its code is there.
import { expect, test, vi } from "vitest";
import { asked, serve } from "../../shell/served.fixture.ts";
import { settle, signedInStore } from "../../shell/signed-in.fixture.ts";
import { openPanel, startDocks } from "../../shell/dock.ts";
import { plantIdAtom } from "../plant.ts";
import { findingsAheadAtom } from "./ahead.ts";

vi.mock("../../../client/call.ts", () => import("../../shell/served.fixture.ts"));

test("asks once the panel is opened, and not before", async () => {
  const store = signedInStore(["READ_FINDING"]);
  serve({ "GET /auth/plant/{id}/findings": { findings: [], next: null, version: "a" } });
  store.set(startDocks, [{ id: "findings", dock: "left", opens: false }]);
  store.set(plantIdAtom, 7);
  store.sub(findingsAheadAtom, () => undefined);
  await settle();
  expect(asked).toEqual([]);
  store.set(openPanel, "findings");
  expect(asked.map(([request]) => request)).toEqual(["GET /auth/plant/7/findings"]);
});
