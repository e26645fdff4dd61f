// @vitest-environment happy-dom
// Parts of the app are fetched before they are imported, because a browser may refuse to import again what failed.
import { beforeEach, expect, it, vi } from "vitest";

const asked: string[] = [];
/** Addresses that are not reached. */
const lost = new Set<string>();
const answer = { ok: true, status: 200 };

beforeEach(() => {
  vi.resetModules();
  asked.length = 0;
  lost.clear();
  answer.ok = true;
  const started = { src: `${location.origin}/assets/start.js` };
  vi.spyOn(document, "querySelectorAll").mockReturnValue([started] as never);
  vi.stubGlobal("fetch", (address: string) => {
    const path = new URL(address).pathname;
    asked.push(path);
    if (lost.has(path)) return Promise.reject(new TypeError("Failed to fetch"));
    return Promise.resolve({ ...answer, arrayBuffer: () => Promise.resolve(new ArrayBuffer(0)) });
  });
});

/** As the build writes it: the import stays in the source of the function. */
const part = (imported: () => void) =>
  Object.assign(() => Promise.resolve({ value: imported() }), {
    toString: () => "()=>import(`./part-Ab1.js`)",
  });

const loader = async () => (await import("./load-module.ts")).loadModule;

it("imports a part once all of its files have arrived, and asks for none twice", async () => {
  const load = await loader();
  const imported = vi.fn(() => expect(asked).toContain("/assets/shared.js"));
  await load(part(imported), ["assets/start.js", "assets/shared.js", "assets/part-Ab1.js"]);
  await load(part(imported), ["assets/shared.js"]);
  expect(imported).toHaveBeenCalledTimes(2);
  expect(asked.toSorted()).toEqual(["/assets/part-Ab1.js", "/assets/shared.js"]);
});

it("never imports what has not arrived, and fetches it again at the next call", async () => {
  const load = await loader();
  const imported = vi.fn();
  const failed = vi.fn();
  window.addEventListener("vite:preloadError", failed);
  lost.add("/assets/part-Ab1.js");
  await expect(load(part(imported))).rejects.toThrow("Failed to fetch");
  expect(imported).not.toHaveBeenCalled();
  expect(failed).toHaveBeenCalledOnce();
  lost.clear();
  await load(part(imported));
  expect(imported).toHaveBeenCalledOnce();
  expect(asked).toHaveLength(2);
  window.removeEventListener("vite:preloadError", failed);
});

it("takes an error page for no part", async () => {
  const load = await loader();
  const imported = vi.fn();
  Object.assign(answer, { ok: false, status: 404 });
  await expect(load(part(imported))).rejects.toThrow("404");
  expect(imported).not.toHaveBeenCalled();
});

it("adds styles once, and again after they failed", async () => {
  const load = await loader();
  const added: HTMLLinkElement[] = [];
  // In the page they would be fetched.
  vi.spyOn(document.head, "append").mockImplementation((link) => {
    added.push(link as HTMLLinkElement);
  });
  const imported = vi.fn();
  const first = load(part(imported), ["assets/part.css"]);
  added[0]!.dispatchEvent(new Event("error"));
  await expect(first).rejects.toThrow("no styles");
  const second = load(part(imported), ["assets/part.css"]);
  added[1]!.dispatchEvent(new Event("load"));
  await second;
  await load(part(imported), ["assets/part.css"]);
  expect(added.map(({ href }) => new URL(href).pathname)).toEqual([
    "/assets/part.css",
    "/assets/part.css",
  ]);
  expect(imported).toHaveBeenCalledTimes(2);
});
