// @vitest-environment happy-dom
// The notice of a lost connection can be closed, and comes back with the next loss.
import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { settle } from "../../state/shell/signed-in.fixture.ts";
import { hide, show, text } from "../shown.fixture.tsx";
import { Notices } from "./notices.tsx";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
afterEach(async () => {
  await hide();
  vi.restoreAllMocks();
});

const network = vi.spyOn(navigator, "onLine", "get");
const turn = (isOnline: boolean) =>
  act(async () => {
    network.mockReturnValue(isOnline);
    window.dispatchEvent(new Event(isOnline ? "online" : "offline"));
    await settle();
  });

test("a lost connection is said until its notice is closed, and again after the next loss", async () => {
  network.mockReturnValue(false);
  await show(<Notices />);
  expect(text()).toContain("No connection");
  const close = document.querySelector<HTMLButtonElement>("button[aria-label]")!;
  await act(async () => close.click());
  expect(text()).not.toContain("No connection");
  await turn(true);
  await turn(false);
  expect(text()).toContain("No connection");
});
