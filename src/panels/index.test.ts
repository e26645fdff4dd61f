import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { panels } from "./index.ts";

test("no two panels share an id, and no two pages an address", () => {
  const ids = panels.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)]);
  const pages = panels
    .filter(({ dock }) => dock === "page" || dock === "settings")
    .map(({ address }) => address);
  expect(pages).toEqual([...new Set(pages)]);
});

test("the plant's route has the permission of the specification, even with other panels over its map", () => {
  const over = panels.filter(({ dock, address }) => dock === "map" && address === "/plant/:id");
  expect(over[0]).toMatchObject({
    id: "plant",
    permission: {
      any: [
        "READ_ANALYSIS_RESULT",
        "READ_DIGITAL_TWIN_VISUALIZATION",
        "READ_OBSERVATION",
        "READ_ALL_PLANT",
      ],
    },
  });
});

test("every docked panel can be opened: it has an icon or is opened from elsewhere", () => {
  const docked = panels.filter(({ dock }) => dock !== "page" && dock !== "map");
  expect(docked.filter(({ icon, hidden }) => !icon && !hidden)).toEqual([]);
  const keys = docked.flatMap((panel) => panel.keys ?? []);
  expect(keys).toEqual([...new Set(keys)]);
});

test("only pages that need no session are public", () => {
  const open = panels.filter((panel) => panel.public).map(({ id }) => id);
  expect(open.toSorted()).toEqual([
    "confirm-mail-login",
    "confirm-totp-login",
    "download-drone-app",
    "download-sdk4",
    "download-sdk5",
    "forgot-password",
    "login",
    "redirecting",
    "register",
    "register-totp",
    "reset-password",
    "signed-on",
  ]);
});

test("every link in the code leads to an existing page", () => {
  const folders = [import.meta.dirname, join(import.meta.dirname, "../app")];
  const links = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".tsx"))
      .flatMap((path) => {
        const text = readFileSync(join(folder, path), "utf8");
        return [...text.matchAll(/(?:href="|navigate\(")(\/[^"]*)"/g)].map(([, to = ""]) =>
          to.replace(/\?.*/, ""),
        );
      }),
  );
  const pages = panels.map(({ address }) => address);
  expect(links).toContain("/plants");
  expect(links.filter((to) => to !== "/" && !pages.includes(to!))).toEqual([]);
});
