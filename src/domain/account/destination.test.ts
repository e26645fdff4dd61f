import { expect, test } from "vitest";
import { homeAddress, loginAddress, safeDestination } from "./destination.ts";

const origin = "https://plants.example";

test("a path of this site is kept with query and hash", () => {
  expect(safeDestination("/plant/7?panel=table#x", origin)).toBe("/plant/7?panel=table#x");
});

test("addresses of other sites and of the sign-in page are refused", () => {
  const refused = [
    null,
    "",
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example",
    "javascript:alert(1)",
    "/login?dest=/login",
    "plants",
  ];
  for (const dest of refused) expect(safeDestination(dest, origin)).toBe("/");
});

test("another address in the query is kept, because it is not followed", () => {
  const path = "/plants?next=https://evil.example//x";
  expect(safeDestination(path, origin)).toBe(path);
});

test("without a known origin there is no destination", () => {
  expect(safeDestination("/plants", "no origin")).toBe("/");
});

test("a path with a tab or newline cannot contain another host", () => {
  expect(safeDestination("/\t/evil.example", origin)).toBe("/");
  expect(safeDestination("/\n/evil.example/plants", origin)).toBe("/");
});

test("the sign-in address of the start page is plain", () => {
  expect(loginAddress("/")).toBe("/login");
});

test("the sign-in address keeps the whole wanted path", () => {
  const wanted = "/plant/7?filters=[1]&panel=table";
  const query = loginAddress(wanted).split("?dest=")[1] ?? "";
  expect(safeDestination(decodeURIComponent(query), origin)).toBe(
    "/plant/7?filters=[1]&panel=table",
  );
});

test("home is the plant list for admins, and depends on the number of plants for others", () => {
  expect(homeAddress(true, [])).toBe("/plants");
  expect(homeAddress(false, [3, 4])).toBe("/plants");
  expect(homeAddress(false, [])).toBe("/analyses");
  expect(homeAddress(false, [3])).toBe("/plant/3");
});
