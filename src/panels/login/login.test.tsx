// @vitest-environment happy-dom
// The sign-in page says how the last session ended by itself, and why.
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadWords, startWords } from "../../client/i18n.ts";
import { keepSession, leaveSession, loseSession } from "../../client/session.ts";
import { Login } from "./login.tsx";

vi.mock("../../client/call.ts", () => import("../../state/shell/served.fixture.ts"));
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
let root: Root | null = null;
const hide = async () => {
  await act(async () => root?.unmount());
  document.body.replaceChildren();
};
/** Without a session. */
const show = async () => {
  await hide();
  root = createRoot(document.body.appendChild(document.createElement("div")));
  await act(async () => root!.render(<Login />));
};
const text = () => document.body.textContent ?? "";
beforeEach(async () => {
  localStorage.clear();
  await startWords("en");
  await loadWords(() => true);
});
afterEach(hide);

const idle = {
  code: "TOKEN_EXPIRED",
  problems: [{ reason: "session_idle", message: "The session was not used for 60 minutes." }],
};
const session = { token: "t", permissions: [] } as never;
const said = "Your session has ended. Please sign in again.";

test("says it until it is closed", async () => {
  loseSession(idle);
  await show();
  expect(text()).toContain(said);
  expect(text()).toContain("The session was not used for 60 minutes.");
  await act(async () =>
    document.querySelector<HTMLButtonElement>("[role=status] button[aria-label=Close]")!.click(),
  );
  expect(text()).not.toContain(said);
  await show();
  expect(text()).not.toContain(said);
});

test.each([
  ["somebody has signed in since", () => keepSession(session)],
  ["its user has signed out", () => leaveSession()],
])("says nothing where %s", async (_name, end) => {
  loseSession(idle);
  end();
  keepSession(null);
  await show();
  expect(text()).not.toContain(said);
});

test.each(["", "{", "7", '{"code":"NO_SUCH_CODE","text":""}'])(
  "says nothing where what is kept is %j",
  async (kept) => {
    localStorage.setItem("session-end", kept);
    await show();
    expect(document.querySelector("[role=status]")?.textContent ?? "").toBe("");
  },
);
