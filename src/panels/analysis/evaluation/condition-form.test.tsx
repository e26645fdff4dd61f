// @vitest-environment happy-dom
// A conditions file that is refused: each line at fault stays beside the field until the next file.
import { atom, useAtomValue } from "jotai";
import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import type { Analysis } from "../../../domain/analysis/analysis.ts";
import type { StoredConditions } from "../../../state/settings/evaluation.ts";
import { asked, serve, serveAlso } from "../../../state/shell/served.fixture.ts";
import { answerLeave, forgetUnsaved, leaveQuestionAtom } from "../../../state/shell/leave.ts";
import { settle } from "../../../state/shell/signed-in.fixture.ts";
import { hide, show, text } from "../../shown.fixture.tsx";
import { ConditionForm } from "./condition-form.tsx";

vi.mock("../../../client/call.ts", () => import("../../../state/shell/served.fixture.ts"));
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
afterEach(async () => {
  await hide();
  forgetUnsaved();
});

const IMPORT = "POST /auth/analysis/{id}/survey-conditions/import";
const PREVIEW = "POST /auth/analysis/{id}/survey-conditions/preview";
/** A table of two rows, or what is wrong with it. */
const shownTable = (faults: object[] = []) => ({
  columns: [],
  more_columns: 0,
  row_count: 2,
  mapping: {},
  said: {},
  mapping_source: "file",
  result_count: faults.length > 0 ? 0 : 2,
  faults,
  notes: [],
});
const stored: StoredConditions = {
  revision: "a",
  rows: [],
  rasters: [],
  frames: null,
  proposed: [],
  left_out: [],
  time_zone: "America/Santiago",
  flight: { spans: [], day: null },
  has_log: false,
  is_outdated: false,
};

async function choose(): Promise<void> {
  const input = document.querySelector<HTMLInputElement>("input[type=file]")!;
  const file = new File(["time,wind"], "conditions.csv", { type: "text/csv" });
  Object.defineProperty(input, "files", { value: [file], configurable: true });
  await act(async () => {
    input.dispatchEvent(new Event("change", { bubbles: true }));
    await settle();
  });
}

const press = (label: string) =>
  act(async () => {
    [...document.querySelectorAll("button")]
      .find(({ textContent }) => textContent === label)!
      .click();
    await settle();
  });

test("names the file and each line, and is gone with a good file", async () => {
  const line = (at: number, value: string) => ({
    reason: "condition_value_bad",
    file: "conditions.csv",
    line: at,
    field: "wind",
    values: { value, least: 0, greatest: 60 },
  });
  serve({ [PREVIEW]: shownTable([line(3, "x"), line(5, "300")]) });
  await show(<ConditionForm analysis={{ id: 7 } as Analysis} stored={stored} />, [
    "UPDATE_ANALYSIS",
  ]);
  await choose();
  expect(text()).toContain("conditions.csv, line 3, wind: “x” is not a number from 0 to 60.");
  expect(text()).toContain("conditions.csv, line 5, wind: “300” is not a number from 0 to 60.");
  await press("Choose another file");
  serveAlso({ [PREVIEW]: shownTable() });
  await choose();
  expect(text()).not.toContain("conditions.csv, line 3");
  serveAlso({ [IMPORT]: { ...stored, night_lines: 2, notes: [] } });
  await press("Import");
  expect(asked.at(-1)?.[0]).toBe(IMPORT.replace("{id}", "7"));
  expect(asked.at(-1)?.[1]).not.toHaveProperty("mapping");
});

test("asks for the zone of times that state none, and reads the file again with it", async () => {
  const problem = {
    reason: "condition_time_zone",
    file: "conditions.csv",
    line: 2,
    field: "time",
    values: { value: "2026-11-20 12:00:00" },
  };
  serve({ [PREVIEW]: shownTable([problem]) });
  await show(<ConditionForm analysis={{ id: 7 } as Analysis} stored={stored} />, [
    "UPDATE_ANALYSIS",
  ]);
  await choose();
  expect(text()).toContain("The times in conditions.csv have no time zone");
  expect(text()).toContain("America/Santiago (plant)");
  serveAlso({ [PREVIEW]: shownTable() });
  await press("Read with this zone");
  expect(text()).not.toContain("have no time zone");
  expect(asked.at(-1)).toMatchObject([
    PREVIEW.replace("{id}", "7"),
    { time_zone: "America/Santiago" },
  ]);
});

test("says which lines of a file count, and lets a person state the time of the flight", async () => {
  const rows = [10, 11, 12, 13, 14, 15].map((hour) => ({
    quantity: "irradiance" as const,
    component: "",
    measured_at: `2026-06-01T${hour}:00:00Z`,
    value: hour === 14 ? 850 : 300,
    source: "file" as const,
  }));
  const day = { from: "2026-06-01T04:00:00Z", to: "2026-06-02T04:00:00Z" };
  const SAVE = "POST /auth/analysis/{id}/survey-conditions";
  const flown = { ...stored, revision: "c", rows, flight: { spans: [], day } };
  serve({ [SAVE]: flown });
  await show(<ConditionForm analysis={{ id: 7 } as Analysis} stored={flown} />, [
    "UPDATE_ANALYSIS",
  ]);
  // By the clock of the plant, 4 h behind.
  expect(text()).toMatch(/the file covers .*6:00.* to .*11:00.*, which is more than 3 h/);
  const press = async (label: string) => {
    const button = [...document.querySelectorAll("button")].find(
      ({ textContent }) => textContent === label,
    )!;
    await act(async () => {
      button.click();
      await settle();
    });
  };
  const type = async (at: number, value: string) => {
    const field = document.querySelectorAll<HTMLInputElement>("input[type=datetime-local]")[at]!;
    await act(async () => {
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!;
      set!.call(field, value);
      field.dispatchEvent(new Event("input", { bubbles: true }));
      await settle();
    });
  };
  await type(0, "2026-06-01T09:30");
  await type(1, "2026-06-01T09:45");
  expect(text()).toContain("No line of the file lies in between.");
  await type(1, "2026-06-01T10:30");
  await press("Count the lines in between");
  expect(text()).toContain("1 of 6 lines");
  expect(text()).toContain("850 W/m²");
  await press("Save");
  const sent = asked.at(-1)?.[1] as { rows: { source: string; value: number }[] };
  expect(sent.rows.map(({ source }) => source)).toEqual([
    "file",
    "file",
    "file",
    "file",
    "stated",
    "file",
  ]);
});

const shownAtom = atom<StoredConditions>(stored);
function Live() {
  return <ConditionForm analysis={{ id: 7 } as Analysis} stored={useAtomValue(shownAtom)} />;
}
const entered = (value: number) =>
  ({ quantity: "wind", component: "", measured_at: null, source: "entered", value }) as const;
const wind = () =>
  [...document.querySelectorAll<HTMLInputElement>("input")].find((one) =>
    one.labels?.[0]?.textContent?.startsWith("Wind"),
  )!;
async function typeWind(value: string) {
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!;
  await act(async () => {
    wind().focus();
    set!.call(wind(), value);
    wind().dispatchEvent(new Event("input", { bubbles: true }));
    wind().blur();
    await settle();
  });
}
const SAVED = "POST /auth/analysis/{id}/survey-conditions";
/** What changes something: a preview does not. */
const posts = () =>
  asked.filter(([request]) => request.startsWith("POST") && !request.endsWith("/preview"));
const CHANGED = "These conditions were changed meanwhile";

test("keeps what was changed when others change the conditions, and asks which to keep", async () => {
  serve({ [SAVED]: { ...stored, revision: "c", rows: [entered(3)] } });
  const store = await show(<Live />, ["UPDATE_ANALYSIS"]);
  const arrive = (now: StoredConditions) => act(async () => store.set(shownAtom, now));
  await typeWind("3");
  // Files that arrive change nothing of it.
  await arrive({ ...stored, proposed: [entered(9)] });
  expect([wind().value, text().includes(CHANGED)]).toEqual(["3", false]);
  await arrive({ ...stored, revision: "b", rows: [entered(5)] });
  expect([wind().value, text().includes(CHANGED)]).toEqual(["3", true]);
  await press("Save");
  expect(posts()).toEqual([]);
  await press("Use mine");
  expect([wind().value, text().includes(CHANGED)]).toEqual(["3", false]);
  await press("Save");
  expect(asked.at(-1)).toMatchObject([
    SAVED.replace("{id}", "7"),
    { base_revision: "b", rows: [entered(3)] },
  ]);
  await typeWind("4");
  await arrive({ ...stored, revision: "d", rows: [entered(6)] });
  await press("Use the stored ones");
  expect([wind().value, text().includes(CHANGED)]).toEqual(["6", false]);
});

test("a file asks before it takes the place of what was changed", async () => {
  serve({ [PREVIEW]: shownTable(), [IMPORT]: { ...stored, night_lines: 0, notes: [] } });
  const store = await show(<Live />, ["UPDATE_ANALYSIS"], [leaveQuestionAtom]);
  await typeWind("3");
  await choose();
  await press("Import");
  expect([store.get(leaveQuestionAtom), posts()]).toMatchObject([{ kinds: ["editing"] }, []]);
  await act(() => answerLeave("stay"));
  expect([wind().value, posts()]).toEqual(["3", []]);
  await press("Import");
  await act(async () => {
    await answerLeave("discard");
    await settle();
  });
  expect(posts()).toHaveLength(1);
});

test("leaves the unit of single images as it is while none of them is read, and sends it where it asks for it", async () => {
  const images = {
    count: 2,
    scale: { unit: "kelvin", factor: null, offset: null },
    proposed: null,
    values: { low: 290, median: 310, high: 330 },
  } as const;
  const savedOf = async (frames: StoredConditions["frames"]) => {
    serve({ [SAVED]: { ...stored, revision: "c", frames, rows: [entered(3)] } });
    await show(<ConditionForm analysis={{ id: 7 } as Analysis} stored={{ ...stored, frames }} />, [
      "UPDATE_ANALYSIS",
    ]);
    await typeWind("3");
    await press("Save");
    return posts().at(-1)?.[1] as object;
  };
  expect(await savedOf(null)).not.toHaveProperty("temperature_images");
  expect(await savedOf(images)).toHaveProperty("temperature_images", images.scale);
});
