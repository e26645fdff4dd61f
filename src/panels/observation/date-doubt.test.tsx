// @vitest-environment happy-dom
// The question about a time that an observation hardly has.
import { afterEach, expect, test, vi } from "vitest";
import { hide, show, text } from "../shown.fixture.tsx";
import { DateDoubt } from "./date-doubt.tsx";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
afterEach(hide);

test.each([
  ["1970-01-01T00:00", "before the year 2000"],
  ["2199-01-01T00:00", "This date is in the future"],
])("asks at %s", async (observed_at, words) => {
  await show(<DateDoubt observed_at={observed_at} />);
  expect(text()).toContain(words);
});

test("asks nothing at a usual time, nor without one", async () => {
  await show(<DateDoubt observed_at="2026-03-01T10:00" />);
  expect(text()).toBe("");
});
