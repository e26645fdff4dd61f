// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { flyRequestAtom } from "../../map/view.ts";
import { openPanelsAtom, startDocks } from "../../shell/dock.ts";
import { endPlant } from "../../shell/lifetime.ts";
import { nextRedoAtom, nextUndoAtom, redo, undo } from "../../shell/undo.ts";
import { analysisIdAtom } from "../analysis/analysis.ts";
import { changeValue, closeComponent, componentResultAtom, openComponent } from "./component.ts";
import {
  openComponentAtom,
  openRowAtom,
  parentRows,
  showOnMap,
  showSelection,
  undoChange,
  walkTo,
} from "./component.ts";
import { openedPlant } from "../opened.fixture.ts";
import { summaryAtom } from "../column/key-figure.ts";
import { hoveredAtom, select, selectedRowsAtom } from "./selection.ts";
import { answers, asked, measured, refusal, summaryOf } from "../two-plants.fixture.ts";

vi.mock("../../../client/call.ts", async () => (await import("../two-plants.fixture.ts")).client);
vi.mock(
  "../../../client/plant-data.ts",
  async () => (await import("../two-plants.fixture.ts")).worker,
);

let opened: Awaited<ReturnType<typeof openedPlant>>;
beforeEach(async () => {
  opened = await openedPlant("analysis=12");
  opened.store.set(startDocks, [{ id: "component", dock: "right", opens: false }]);
});
afterEach(() => opened.close());
const at = (row: number) => ({ component_type: "module", row }) as const;

describe("the card of a component", () => {
  it("opens with its panel and shows the results of the analysis", async () => {
    const { store } = opened;
    store.sub(componentResultAtom, () => undefined);
    store.set(openComponent, at(7));
    expect(store.get(openComponentAtom)).toEqual({ component_type: "module", dt_id: "module-7" });
    expect(store.get(openPanelsAtom)).toContain("component");
    await vi.waitUntil(() => store.get(componentResultAtom).state === "ready");
    expect(store.get(componentResultAtom)).toMatchObject({ value: { dt_id: "module-7" } });
    store.set(closeComponent);
    expect([store.get(openComponentAtom), store.get(componentResultAtom).state]).toEqual([
      null,
      "idle",
    ]);
  });

  it("does not open for a row that has no name", () => {
    opened.store.set(openComponent, at(4000));
    expect(opened.store.get(openComponentAtom)).toBeNull();
  });

  it("walks to parent, child and neighbours, and flies there", () => {
    const { store } = opened;
    expect(store.set(walkTo, "up")).toBe(false);
    store.set(openComponent, at(17));
    expect(parentRows(at(17))).toEqual([{ component_type: "tracker", row: 1 }]);
    const before = store.get(flyRequestAtom)?.id;
    expect(store.set(walkTo, "up")).toBe(true);
    expect(store.get(openRowAtom)).toEqual({ component_type: "tracker", row: 1 });
    expect(store.get(flyRequestAtom)?.id).not.toBe(before);
    store.set(walkTo, "down");
    expect(store.get(openRowAtom)).toEqual(at(10));
  });

  it("walks on from the component under the pointer where no card is open", () => {
    const { store } = opened;
    store.set(hoveredAtom, at(17));
    expect(store.set(walkTo, "next")).toBe(true);
    expect(store.get(openRowAtom)).toEqual(at(18));
    expect(store.set(walkTo, "previous")).toBe(true);
    expect(store.get(openRowAtom)).toEqual(at(17));
    store.set(openComponent, at(19));
    // The last module of its tracker.
    expect(store.set(walkTo, "next")).toBe(false);
    expect(store.get(openRowAtom)).toEqual(at(19));
  });

  it("is not fetched without an analysis", () => {
    const { store } = opened;
    store.sub(componentResultAtom, () => undefined);
    store.set(analysisIdAtom, null);
    store.set(openComponent, at(7));
    expect(store.get(componentResultAtom).state).toBe("idle");
  });

  it("closes, and knows no row then", () => {
    const { store } = opened;
    store.set(openComponent, at(7));
    expect(store.get(openRowAtom)).toEqual(at(7));
    store.set(closeComponent);
    expect(store.get(openRowAtom)).toBeNull();
  });
});

describe("a flight", () => {
  /** West, south, east and north of the bounds flown to, in metres from the origin of the plant. */
  const metres = () => {
    const target = opened.store.get(flyRequestAtom)!.target;
    const [west, south, east, north] = "bounds" in target ? target.bounds : [0, 0, 0, 0];
    const perDegree = 111_200;
    const x = (lon: number) => (lon + 3) * perDegree * Math.cos((37 * Math.PI) / 180);
    const y = (lat: number) => (lat - 37) * perDegree;
    return [x(west), y(south), x(east), y(north)];
  };
  const expectNear = (box: readonly number[]) => {
    metres().forEach((metre, side) => expect(Math.abs(metre - box[side]!)).toBeLessThan(3));
  };

  it("to a component shows 40 m around it", () => {
    // Module 17 lies at 170 m and is 2 m long.
    opened.store.set(showOnMap, at(17));
    expectNear([129, -41, 211, 41]);
  });

  it("is made where a card is opened with it, and not else", () => {
    const { store } = opened;
    const before = store.get(flyRequestAtom);
    store.set(openComponent, at(3));
    expect(store.get(flyRequestAtom)).toBe(before);
    store.set(openComponent, at(17), true);
    expectNear([129, -41, 211, 41]);
  });

  it("to the selection shows all of it with 20 m around, and keeps it", () => {
    const { store } = opened;
    store.set(select, { component_type: "module", rows: [5, 17, 30], mode: "replace" });
    store.set(showSelection);
    expectNear([29, -21, 321, 21]);
    expect([...store.get(selectedRowsAtom)]).toEqual([5, 17, 30]);
  });

  it("needs something to fly to", () => {
    const { store } = opened;
    const before = store.get(flyRequestAtom);
    store.set(showSelection);
    store.set(showOnMap, { component_type: "loop", row: 0 });
    expect(store.get(flyRequestAtom)).toBe(before);
  });
});

describe("a value changed by hand", () => {
  const change = { analysis_id: 12, key_figure_id: measured.id, dt_id: "module-7", value: 55 };
  const path = "/auth/analysis-result/{analysis_id}/{key_figure_id}";
  const history = (undone_at: string | null, id = 3) => {
    return { id, dt_id: "module-7", new_value: 55, undone_at };
  };
  const sent: unknown[] = [];
  beforeEach(() => {
    sent.splice(0);
    for (const verb of ["modify-value", "undo"]) {
      for (const method of ["PUT", "POST", "PATCH"]) {
        answers[`${method} ${path}/${verb}`] = (_params, body) => {
          sent.push([verb, body]);
          return { ...summaryOf(12), hash: `column-12-${sent.length}` };
        };
      }
    }
  });

  it("updates the column's hash, and is undone on the server by its change", async () => {
    const { store } = opened;
    store.sub(summaryAtom, () => undefined);
    answers[`GET ${path}/change-history`] = () => [history("2025-07-01", 2), history(null, 3)];
    await store.set(changeValue, change, 7);
    expect(store.get(summaryAtom)?.hash).toBe("column-12-1");
    await store.set(undo);
    expect(sent).toEqual([
      ["modify-value", { dt_id: "module-7", value: 55 }],
      // Change 2 has the same value and was undone before.
      ["undo", { change_id: 3 }],
    ]);
    answers[`GET ${path}/change-history`] = () => [history("2025-07-02", 3)];
    await store.set(redo);
    expect(sent.at(-1)).toEqual(["modify-value", { dt_id: "module-7", value: 55 }]);
  });

  it("is written back where its change has been undone by others", async () => {
    const { store } = opened;
    answers[`GET ${path}/change-history`] = () => [history("2025-07-01")];
    await store.set(changeValue, change, 7);
    await store.set(undo);
    expect(sent.at(-1)).toEqual(["modify-value", { dt_id: "module-7", value: 7 }]);
  });

  it("that others have changed again since stays as they have made it, in both directions", async () => {
    const { store } = opened;
    const later = { ...history(null, 9), new_value: 60 };
    answers[`GET ${path}/change-history`] = () => [later, history(null, 3)];
    await store.set(changeValue, change, null);
    const overtaken = { code: "CONFLICT", problems: [{ reason: "step_overtaken" }] };
    await expect(store.set(undo)).rejects.toMatchObject(overtaken);
    expect(sent).toHaveLength(1);
    answers[`GET ${path}/change-history`] = () => [history(null, 3)];
    await store.set(undo);
    answers[`GET ${path}/change-history`] = () => [later];
    await expect(store.set(redo)).rejects.toMatchObject(overtaken);
    expect(sent).toHaveLength(2);
  });

  it("is a step with the name of the component", async () => {
    const { store } = opened;
    await store.set(changeValue, change, 7);
    expect(store.get(nextUndoAtom)).toMatchObject({
      name: "workbench:step.change_value",
      values: { component: "module-7" },
    });
  });

  it("has the column of its undo shown as well", async () => {
    const { store } = opened;
    store.sub(summaryAtom, () => undefined);
    answers[`GET ${path}/change-history`] = () => [history(null, 3)];
    await store.set(changeValue, change, 7);
    await store.set(undo);
    expect(store.get(summaryAtom)?.hash).toBe("column-12-2");
  });

  it("after the plant was closed is no step of the next one", async () => {
    const { store } = opened;
    const late = store.set(changeValue, change, 7);
    store.set(endPlant);
    await late;
    expect(store.get(nextUndoAtom)).toBeUndefined();
  });

  it("that is refused is no step", async () => {
    const { store } = opened;
    for (const method of ["PUT", "POST", "PATCH"]) {
      answers[`${method} ${path}/modify-value`] = () => {
        throw refusal("CONFLICT");
      };
    }
    await expect(store.set(changeValue, change, 7)).rejects.toMatchObject({ code: "CONFLICT" });
    expect([store.get(nextUndoAtom), store.get(nextRedoAtom)]).toEqual([undefined, undefined]);
  });

  it("fetches the card again", async () => {
    const { store } = opened;
    store.sub(componentResultAtom, () => undefined);
    store.set(openComponent, at(7));
    await vi.waitUntil(() => store.get(componentResultAtom).state === "ready");
    asked.splice(0);
    await store.set(changeValue, change, 7);
    await vi.waitUntil(() => asked.some((one) => one.endsWith("/component/module/module-7")));
  });

  describe("and undone from its list", () => {
    const listed = {
      id: 3,
      key_figure_id: measured.id,
      dt_id: "module-7",
      old_value: 7,
      new_value: 55,
      user_name: "Ana",
      created_at: "2025-06-01T10:00:00Z",
      undone_at: null,
      undone_by: null,
      changed_again: false,
    };

    it("is undone on the server, shows its column, and is a step that can be taken back", async () => {
      const { store } = opened;
      store.sub(summaryAtom, () => undefined);
      await store.set(undoChange, 12, listed);
      expect(sent).toEqual([["undo", { change_id: 3 }]]);
      expect(store.get(summaryAtom)?.hash).toBe("column-12-1");
      expect(store.get(nextUndoAtom)?.name).toBe("workbench:step.undo_change");
      answers[`GET ${path}/change-history`] = () => [history("2025-07-01", 3)];
      await store.set(undo);
      expect(sent.at(-1)).toEqual(["modify-value", { dt_id: "module-7", value: 55 }]);
      answers[`GET ${path}/change-history`] = () => [history(null, 9)];
      await store.set(redo);
      expect(sent.at(-1)).toEqual(["undo", { change_id: 9 }]);
    });

    it("says why where it is refused, and fetches the list again", async () => {
      const { store } = opened;
      store.sub(componentResultAtom, () => undefined);
      store.set(openComponent, at(7));
      await vi.waitUntil(() => store.get(componentResultAtom).state === "ready");
      for (const method of ["PUT", "POST", "PATCH"]) {
        answers[`${method} ${path}/undo`] = () => {
          throw refusal("CONFLICT");
        };
      }
      asked.splice(0);
      await expect(store.set(undoChange, 12, listed)).rejects.toMatchObject({ code: "CONFLICT" });
      await vi.waitUntil(() => asked.some((one) => one.endsWith("/component/module/module-7")));
      expect(store.get(nextUndoAtom)).toBeUndefined();
    });
  });
});
