import { expect, test } from "vitest";
import type { Permission } from "../../domain/account/permission.ts";
import { guard } from "./guard.ts";

const permissions = (...names: Permission[]) => new Set(names);
const plant = {
  id: "plant",
  permission: { any: ["READ_ANALYSIS_RESULT", "READ_ALL_PLANT"] },
} as const;
const newAnalysis = {
  id: "analysis",
  permission: { all: ["CREATE_ANALYSIS", "UPLOAD_ANALYSIS_FILE"] },
} as const;
const login = { id: "login", permission: null, public: true } as const;

test("signed-out users see public pages only; other pages redirect to the sign-in and back", () => {
  expect(guard(login, null, "/login")).toEqual({ show: "panel" });
  expect(guard(plant, null, "/plant/7?panel=a#b")).toEqual({
    redirect: "/login?dest=%2Fplant%2F7%3Fpanel%3Da%23b",
  });
});

test("offline, only the view of a plant is shown", () => {
  const may = permissions("READ_ALL_PLANT", "CREATE_ANALYSIS", "UPLOAD_ANALYSIS_FILE");
  expect(guard(plant, may, "/plant/1", [7])).toEqual({ show: "panel" });
  expect(guard(newAnalysis, may, "/x", [7])).toEqual({ show: "offline" });
  expect(guard(undefined, may, "/nowhere", [7])).toEqual({ show: "offline" });
  expect(guard(login, may, "/login", [7])).toEqual({ redirect: "/" });
});

test("offline, the home page is the only plant on the device, and a list of several", () => {
  const home = { id: "home", permission: null };
  expect(guard(home, permissions(), "/", [7])).toEqual({ redirect: "/plant/7" });
  expect(guard(home, permissions(), "/", [7, 9])).toEqual({ show: "offline" });
  expect(guard(home, permissions(), "/", [])).toEqual({ show: "offline" });
  expect(guard(home, permissions(), "/")).toEqual({ show: "panel" });
});

test("the sign-in redirects signed-in users to the home page", () => {
  expect(guard(login, permissions(), "/login")).toEqual({ redirect: "/" });
});

test("all listed permissions are required, or one of them with any", () => {
  expect(guard(plant, permissions("READ_ALL_PLANT"), "/plant/1")).toEqual({ show: "panel" });
  expect(guard(plant, permissions("READ_TASK"), "/plant/1")).toEqual({ show: "no-permission" });
  expect(guard(newAnalysis, permissions("CREATE_ANALYSIS"), "/x")).toEqual({
    show: "no-permission",
  });
  expect(guard(newAnalysis, permissions("CREATE_ANALYSIS", "UPLOAD_ANALYSIS_FILE"), "/x")).toEqual({
    show: "panel",
  });
});

test("an unknown address shows the page-not-found screen", () => {
  expect(guard(undefined, permissions(), "/nowhere")).toEqual({ show: "not-found" });
  expect(guard(undefined, null, "/nowhere")).toEqual({ show: "not-found" });
});
