// @vitest-environment happy-dom
// What the form says of collectors that are not seen as planned, and the way to them on the map.
import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { flyRequestAtom } from "../../state/map/view.ts";
import { hide, show, text } from "../shown.fixture.tsx";
import { CollectorNotice } from "./collector-notice.tsx";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
afterEach(hide);

const place = (lon: number): [number, number] => [lon, -18.88];

test("says how many are whole in no image and how many are seen aslant, and shows them on the map", async () => {
  const collectors = {
    count: 40,
    not_whole: 1,
    off_normal_deg: { worst: 17.6, median: 3.2 },
    aslant: 2,
    listed: [
      { row: 3, place: place(-70.11), off_normal_deg: null },
      { row: 9, place: place(-70.12), off_normal_deg: 17.6 },
    ],
  };
  const store = await show(<CollectorNotice collectors={collectors} />, [], [flyRequestAtom]);
  expect(text()).toContain("1 of 40 collectors is whole in no single image.");
  expect(text()).toContain(
    "2 of 40 collectors are seen more than 12° off their normal (worst 18°)",
  );
  const buttons = [...document.querySelectorAll("button")];
  expect(buttons.map(({ textContent }) => textContent)).toEqual([
    "Show on the map",
    "Show 18° on the map",
  ]);
  await act(async () => buttons[1]!.click());
  expect(store.get(flyRequestAtom)?.target).toMatchObject({ middle: [-70.12, -18.88] });
});

test("says nothing where all are seen as planned", async () => {
  const collectors = {
    count: 40,
    not_whole: 0,
    off_normal_deg: { worst: 9, median: 3 },
    aslant: 0,
    listed: [],
  };
  await show(<CollectorNotice collectors={collectors} />);
  expect(text()).toBe("");
});
