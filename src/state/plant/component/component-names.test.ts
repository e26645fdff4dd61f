// @vitest-environment happy-dom
// The card of a component whose names are still being loaded.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { flyRequestAtom } from "../../map/view.ts";
import { openedPlant } from "../opened.fixture.ts";
import { keepLevel, namesOf } from "../plant.ts";
import { closeComponent, openComponent, openComponentAtom } from "./component.ts";

vi.mock("../../../client/call.ts", async () => (await import("../two-plants.fixture.ts")).client);
vi.mock(
  "../../../client/plant-data.ts",
  async () => (await import("../two-plants.fixture.ts")).worker,
);

let opened: Awaited<ReturnType<typeof openedPlant>>;
beforeEach(async () => {
  opened = await openedPlant("analysis=12");
});
afterEach(() => opened.close());
const at = (row: number) => ({ component_type: "module", row }) as const;

it("opens once the names are loaded, unless another one is asked for or it is closed", () => {
  const { store } = opened;
  const names = namesOf("module")!;
  const without = () => store.set(keepLevel, "module", { names: undefined as never });
  const dt_id = () => store.get(openComponentAtom)?.dt_id;
  without();
  store.set(openComponent, at(7), true);
  expect(dt_id()).toBeUndefined();
  const before = store.get(flyRequestAtom)?.id;
  store.set(keepLevel, "module", { names });
  expect(dt_id()).toBe("module-7");
  expect(store.get(flyRequestAtom)?.id).not.toBe(before);
  without();
  store.set(openComponent, at(8));
  store.set(openComponent, { component_type: "tracker", row: 1 });
  store.set(keepLevel, "module", { names });
  expect(dt_id()).toBe("tracker-1");
  without();
  store.set(openComponent, at(8));
  store.set(closeComponent);
  store.set(keepLevel, "module", { names });
  expect(dt_id()).toBeUndefined();
});
