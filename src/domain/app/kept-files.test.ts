import { beforeEach, describe, expect, it } from "vitest";
import { isAppPage } from "./address.ts";
import { openCaches, type KeptCaches } from "./kept-caches.fixture.ts";
import { dropUnused, keepFiles, keptAnswer, keptKey, type AppBuild } from "./kept-files.ts";
import { openScripts, pageLock } from "./page-lock.ts";

const hashed = (name: string) => ({ url: `/assets/${name}`, revision: null });
const one: AppBuild = {
  name: "one",
  files: [
    { url: "/", revision: "p1" },
    { url: "/ground/names.json", revision: "n1" },
    hashed("start-1.js"),
    hashed("map-1.js"),
    hashed("font-1.woff2"),
  ],
};
const two: AppBuild = {
  name: "two",
  files: [
    { url: "/", revision: "p2" },
    { url: "/ground/names.json", revision: "n1" },
    hashed("start-2.js"),
    hashed("map-2.js"),
    hashed("font-1.woff2"),
  ],
};

let caches: KeptCaches;
let asked: string[];
const fetch = async (address: string) => {
  asked.push(address);
  return new Response(`content of ${address}`);
};
const kept = async (build: AppBuild, path: string, isNavigation = false) => {
  const key = keptKey(build, path, isNavigation);
  return key === null ? null : (await keptAnswer(build, key, caches))?.text();
};
const never = () => false;

beforeEach(() => {
  caches = openCaches();
  asked = [];
});

describe("the kept files of the app", () => {
  it("answer every file of the build, and its page for every route", async () => {
    await keepFiles(one, caches, fetch);
    for (const { url } of one.files) expect(await kept(one, url)).toMatch(/^content of /);
    for (const path of ["/", "/plants", "/plant/7", "/settings/users"]) {
      expect(await kept(one, path, true)).toBe("content of /?revision=p1");
    }
  });

  it("never answer calls, the demo, metrics, the version, the worker, downloads, or unknown files", async () => {
    await keepFiles(one, caches, fetch);
    const paths = [
      "/api",
      "/api/auth/plants",
      "/demo/mail",
      "/metrics",
      "/version.json",
      "/service-worker.js",
      "/report.pdf",
      "/ground/other.json",
    ];
    for (const path of paths) {
      expect(keptKey(one, path, false), path).toBeNull();
      expect(keptKey(one, path, true), path).toBeNull();
      expect(isAppPage(path), path).toBe(false);
    }
    expect(await kept(one, "/assets/unknown-1.js")).toBeUndefined();
  });

  it("fetch of a newer build only what the older one does not have", async () => {
    await keepFiles(one, caches, fetch);
    asked = [];
    await keepFiles(two, caches, fetch);
    expect(asked.toSorted()).toEqual(["/?revision=p2", "/assets/map-2.js", "/assets/start-2.js"]);
    expect(await kept(two, "/plants", true)).toBe("content of /?revision=p2");
  });

  it("refuse a build of which a file is missing, and go on where the attempt ended", async () => {
    const failing = async (address: string) =>
      address.includes("map-1") ? new Response("", { status: 404 }) : fetch(address);
    await expect(keepFiles(one, caches, failing)).rejects.toThrow("/assets/map-1.js: 404");
    await keepFiles(one, caches, fetch);
    expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted());
    expect(caches.contents()["app one"]).toHaveLength(one.files.length);
  });

  it("answer a page of the older build until it is left", async () => {
    await keepFiles(one, caches, fetch);
    await keepFiles(two, caches, fetch);
    const open = async () => ["/assets/start-1.js", "/assets/start-2.js"];
    await dropUnused(two, caches, open, never);
    expect(await kept(two, "/assets/map-1.js")).toBe("content of /assets/map-1.js");
    await dropUnused(two, caches, async () => ["/assets/start-2.js"], never);
    expect(await caches.keys()).toEqual(["app two"]);
    expect(await kept(two, "/assets/map-1.js")).toBeUndefined();
  });

  it("stay while a newer build is being kept, and leave other caches alone", async () => {
    await caches.open("of someone else");
    await keepFiles(two, caches, fetch);
    await keepFiles(one, caches, fetch);
    await dropUnused(
      one,
      caches,
      async () => [],
      () => true,
    );
    expect(await caches.keys()).toEqual(["of someone else", "app two", "app one"]);
    await dropUnused(one, caches, async () => [], never);
    expect(await caches.keys()).toEqual(["of someone else", "app one"]);
  });

  it("do not stay for a page whose script both builds have", async () => {
    const again: AppBuild = { ...one, name: "again" };
    await keepFiles(one, caches, fetch);
    await keepFiles(again, caches, fetch);
    await dropUnused(again, caches, async () => ["/assets/start-1.js"], never);
    expect(await caches.keys()).toEqual(["app again"]);
  });
});

it("an open page is known by its lock", () => {
  const locks = ["outbox", pageLock("/assets/start-1.js"), "uploads of x"];
  expect(openScripts(locks)).toEqual(["/assets/start-1.js"]);
});
