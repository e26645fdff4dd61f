// @vitest-environment happy-dom
// The security code of a role change: one that no longer works can be asked for again, after a pause.
import { act } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { User } from "../../domain/account/user.ts";
import { forgetUnsaved } from "../../state/shell/leave.ts";
import { hide, show, text } from "../shown.fixture.tsx";
import { RoleDialog } from "./role-dialog.tsx";

const { asked, way } = vi.hoisted(() => ({
  asked: vi.fn<() => Promise<string>>(),
  way: { of: "mail" },
}));
vi.mock("../../state/settings/user.ts", async (original) => {
  const { atom } = await import("jotai");
  const code = { problems: [{ reason: "security_code_over", field: "security_code" }] };
  return {
    ...(await original<object>()),
    otherRolesAtom: atom(() => () => [{ id: 2, key: "analyst" }]),
    requestSecurityCode: atom(null, asked),
    changeRole: atom(null, async () => {
      throw { code: "INVALID_CREDENTIALS", message: "Wrong code", ...code };
    }),
  };
});
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
const user = {
  id: 3,
  first_name: "Ana",
  last_name: "L",
  email: "a@b.c",
  role: "admin",
} as never as User;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
  asked.mockReset().mockImplementation(async () => way.of);
  way.of = "mail";
});
afterEach(async () => {
  await hide();
  forgetUnsaved();
  vi.useRealTimers();
});
const button = (name: string | RegExp) =>
  [...document.querySelectorAll("button")].find((one) => one.textContent.match(name));
const press = (name: string) => act(async () => button(name)!.click());

test("a code that no longer works is sent again once the pause has passed", async () => {
  await show(<RoleDialog user={user} onClose={() => undefined} />);
  await press("Continue");
  expect(button("Resend code in 20 s")!.disabled).toBe(true);
  const input = document.querySelector<HTMLInputElement>("input[autocomplete=one-time-code]")!;
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!;
  await act(async () => {
    set!.call(input, "123456");
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await act(async () => {
    const event = new Event("submit", { bubbles: true, cancelable: true });
    document.querySelector("form")!.dispatchEvent(event);
  });
  expect(text()).toContain("This code no longer works. Request a new one.");
  await act(async () => vi.advanceTimersByTime(20_000));
  await press("Resend code");
  expect(asked).toHaveBeenCalledTimes(2);
  expect(text()).not.toContain("This code no longer works");
  expect(text()).toContain("We sent a new code.");
  expect(button("Resend code in 20 s")).toBeDefined();
});

test("a code of the app needs none: the app shows another one by itself", async () => {
  way.of = "app";
  await show(<RoleDialog user={user} onClose={() => undefined} />);
  await press("Continue");
  expect(button(/Resend/)).toBeUndefined();
});
