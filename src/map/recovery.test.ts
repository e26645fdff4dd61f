// @vitest-environment happy-dom
import { act, createElement } from "react";
import { createRoot } from "react-dom/client";
import { expect, it, vi } from "vitest";
import { afterLoss, noLosses, useRecovery, type Losses } from "./recovery.ts";

const MOST = 3;
const minutes = (count: number) => count * 60_000;
/** Each canvas is lost in turn, at these times. */
const after = (...times: readonly number[]): Losses =>
  times.reduce((before, now) => afterLoss(before, before.generation, now, MOST), noLosses);

it("counts losses that follow each other, and makes another canvas for each", () => {
  expect(after(minutes(1), minutes(2), minutes(3))).toMatchObject({ generation: 3, count: 3 });
});

it("counts a canvas that is lost again at once: a failing driver is given up, not left with an empty map", () => {
  const [first] = [minutes(1)];
  expect(after(first, first + 40)).toMatchObject({ generation: 2, count: 2 });
  expect(after(first, first + 40, first + 80, first + 120)).toMatchObject({ count: MOST + 1 });
});

it("counts the losses of two maps beside each other once, however late the second one is", () => {
  const once = after(minutes(1));
  for (const later of [minutes(1), minutes(1) + 40, minutes(2)]) {
    expect(afterLoss(once, 0, later, MOST)).toEqual(once);
  }
});

it("begins again once the map was drawn for a while", () => {
  const [first, second] = [minutes(1), minutes(2)];
  expect(after(first, second, minutes(30))).toMatchObject({ generation: 3, count: 1 });
});

it("makes no other canvas once it is given up", () => {
  const given = after(minutes(1), minutes(2), minutes(3), minutes(4));
  expect(given).toMatchObject({ generation: MOST, count: MOST + 1 });
  expect(afterLoss(given, MOST, minutes(30), MOST)).toEqual(given);
});

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);

it("binds a loss to the canvas that was mounted: an old one that is heard late takes no new one away", () => {
  const now: ReturnType<typeof useRecovery>[] = [];
  function View() {
    now.unshift(useRecovery(MOST));
    return null;
  }
  const root = createRoot(document.body);
  act(() => root.render(createElement(View)));
  const lose = (of = now[0]!) => act(() => of.lose());
  const [first] = now;
  lose();
  lose(first);
  expect(now[0]).toMatchObject({ generation: 1, isGivenUp: false });
  lose();
  lose();
  expect(now[0]).toMatchObject({ generation: 3, isGivenUp: false });
  lose();
  expect(now[0]).toMatchObject({ generation: 3, isGivenUp: true });
  act(() => root.unmount());
});
