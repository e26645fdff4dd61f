// @vitest-environment happy-dom
// The notice of ground that no image shows, and the way to it on the map.
import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { flyRequestAtom } from "../../state/map/view.ts";
import { hide, show, text } from "../shown.fixture.tsx";
import { UnseenGroundNotice } from "./unseen-ground.tsx";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
afterEach(hide);

const ground = {
  hectares: 0.1234,
  percent: 1.234,
  patches: 2,
  listed: [
    { hectares: 0.12, place: [-70.11, -18.88] as [number, number] },
    { hectares: 0.0034, place: [-70.12, -18.89] as [number, number] },
  ],
};

test("says how much ground it is, in how many places, and shows each of them on the map", async () => {
  const notice = <UnseenGroundNotice ground={ground} />;
  const store = await show(notice, [], [flyRequestAtom]);
  expect(text()).toContain("0.12 ha (1.23%) of the area is in no image, in 2 places.");
  const buttons = [...document.querySelectorAll("button")];
  expect(buttons.map(({ textContent }) => textContent)).toEqual([
    "Show 0.12 ha on the map",
    "Show 0.0034 ha on the map",
  ]);
  await act(async () => buttons[1]!.click());
  expect(store.get(flyRequestAtom)?.target).toMatchObject({ middle: [-70.12, -18.89] });
});
