// @vitest-environment happy-dom
// Users who were created and got no e-mail: their list stays until somebody closes the dialog.
import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import type { TableImportProps } from "../file-preview/table-import.tsx";
import { hide, show, text } from "../shown.fixture.tsx";
import { UserImport } from "./user-import.tsx";

const { answer, copied, sent } = vi.hoisted(() => ({
  answer: { count: 3, unmailed: [] as string[], notes: [] },
  copied: [] as string[],
  sent: { done: undefined as string | null | undefined },
}));
vi.mock("../../state/account/ask.ts", async (original) => {
  const { atom } = await import("jotai");
  return { ...(await original<object>()), askAtom: atom(() => () => null) };
});
vi.mock("../../state/settings/user.ts", async (original) => {
  const { atom } = await import("jotai");
  const seats = [{ customer_id: 7, name: "Sol", total: 1, max: 9, is_provider: false }];
  return {
    ...(await original<object>()),
    seatsAtom: atom({ state: "ready", value: seats }),
    importUsers: atom(null, async () => answer),
  };
});
vi.mock("../../state/shell/clipboard.ts", () => ({
  copyText: async (said: string) => void copied.push(said),
}));
vi.mock("../file-preview/table-import.tsx", () => ({
  TableImport: ({ send }: TableImportProps) => (
    <button
      type="button"
      onClick={() =>
        void send(new File([], "users.csv"), { sheet: null, time_zone: null }).then(
          (done) => (sent.done = done),
        )
      }
    >
      Import now
    </button>
  ),
}));
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
afterEach(hide);

const press = (name: string) =>
  act(async () => {
    [...document.querySelectorAll("button")].find((one) => one.textContent === name)!.click();
  });

test("keeps the addresses that got no e-mail, as a list that can be copied", async () => {
  answer.unmailed = ["ana@sol.example", "luis@sol.example"];
  await show(<UserImport />);
  await press("Import users");
  await press("Import now");
  // Nothing is said in passing, and no table is left to import again.
  expect(sent.done).toBeNull();
  expect(text()).not.toContain("Import now");
  expect(text()).toContain("3 users were created.");
  expect(text()).toContain("2 invitations were not sent by e-mail.");
  expect([...document.querySelectorAll("li")].map((one) => one.textContent)).toEqual(
    answer.unmailed,
  );
  await press("Copy addresses");
  expect(copied).toEqual(["ana@sol.example\nluis@sol.example"]);
});

test("says in passing what was created where all e-mails went out", async () => {
  answer.unmailed = [];
  await show(<UserImport />);
  await press("Import users");
  await press("Import now");
  expect(sent.done).toBe("3 users were created.");
});
