// @vitest-environment happy-dom
// Tables that are dropped on the pages of the users and of the drones.
import { act, type ComponentType } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Permission } from "../../domain/account/permission.ts";
import { droneFileAtom, userFileAtom } from "../../state/import/handed-file.ts";
import { serve } from "../../state/shell/served.fixture.ts";
import { DroneImport } from "../drones/drone-import.tsx";
import { hide, show, text } from "../shown.fixture.tsx";
import { UserImport } from "../users/user-import.tsx";

vi.mock("../../client/call.ts", () => import("../../state/shell/served.fixture.ts"));
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
beforeEach(() => serve({ "GET /auth/user-seats": [] }));
afterEach(hide);

const drag = (type: "dragover" | "drop", ...files: readonly File[]) =>
  act(async () => {
    const event = new Event(type, { bubbles: true, cancelable: true });
    document.body.dispatchEvent(
      Object.assign(event, { dataTransfer: { types: ["Files"], files } }),
    );
  });
const table = new File(["a;b"], "records.csv");
const dialog = () => document.querySelector("[role=dialog]")?.textContent;

const pages: readonly [ComponentType, Permission[], string, string][] = [
  [
    UserImport,
    ["READ_AVAILABLE_ROLE", "CREATE_USER"],
    "Drop to import users",
    "Import users from a table",
  ],
  [DroneImport, ["CREATE_DRONE"], "Drop to import drones", "Import drones from a table"],
];

test.each(pages)("a table opens the import, which the page announces", async (...page) => {
  const [Part, may, words, title] = page;
  await show(<Part />, may, [userFileAtom, droneFileAtom]);
  await drag("dragover", table);
  expect(text()).toContain(words);
  await drag("drop", table);
  expect(dialog()).toContain(title);
});

test.each(pages)("of two tables none is read in silence", async (Part, may) => {
  const store = await show(<Part />, may, [userFileAtom, droneFileAtom]);
  await drag("drop", table, new File(["c"], "other.csv"));
  expect(dialog()).toBeUndefined();
  expect([store.get(userFileAtom), store.get(droneFileAtom)]).toEqual([null, null]);
});

test.each(pages)("who may not import opens nothing", async (Part) => {
  const store = await show(<Part />, [], [userFileAtom, droneFileAtom]);
  await drag("drop", table);
  expect(dialog()).toBeUndefined();
  expect([store.get(userFileAtom), store.get(droneFileAtom)]).toEqual([null, null]);
});
