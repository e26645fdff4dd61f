// @vitest-environment happy-dom
// What could not be loaded: a fault is red and has the code by which support finds it, a lost network has neither.
import { afterEach, expect, test, vi } from "vitest";
import { refusal } from "../state/shell/served.fixture.ts";
import { LoadFault } from "./load-fault.tsx";
import { hide, show, text } from "./shown.fixture.tsx";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
afterEach(hide);

const role = () => document.querySelector("[role]")?.getAttribute("role");

test.each([
  ["SOMETHING_WENT_WRONG", "alert", true],
  ["CONFLICT", "alert", false],
  ["DISCONNECT", "status", false],
  ["OFFLINE", "status", false],
])("%s", async (code, shownRole, hasCode) => {
  const fault = refusal(code, { message: "Not loaded", error_id: "ab12cd34" });
  for (const isSmall of [true, false]) {
    await show(<LoadFault fault={fault} isSmall={isSmall} />);
    expect(role()).toBe(shownRole);
    expect(text().includes("[ab12cd34] Not loaded")).toBe(hasCode);
    expect(text()).toContain("Try again");
  }
});
