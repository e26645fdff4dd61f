// @vitest-environment happy-dom
// The list of findings is read page by page, and only where the server says that something has changed.
import { beforeEach, expect, test, vi } from "vitest";
import type { FindingLife } from "../../../domain/finding/finding-life.ts";
import { asked, serve, serveAlso } from "../../shell/served.fixture.ts";
import { signedInStore } from "../../shell/signed-in.fixture.ts";
import { readLives } from "./read-lives.ts";

vi.mock("../../../client/call.ts", () => import("../../shell/served.fixture.ts"));

const LIST = "GET /auth/plant/{id}/findings";
const VERSION = "GET /auth/plant/{id}/finding-version";
const life = (id: number) => ({ id, is_dangerous: false }) as FindingLife;
/** Three findings, two on each page. */
const listed = ({ query }: { query: { after?: string } }) =>
  query.after === undefined
    ? { findings: [life(1), life(2)], next: 2, version: "a" }
    : { findings: [life(3)], next: null, version: null };
const requests = () => asked.splice(0).map(([request]) => request);
const ids = (lives: readonly FindingLife[]) => lives.map(({ id }) => id);

beforeEach(() => {
  signedInStore();
  serve({ [LIST]: listed, [VERSION]: { version: "a" } });
});

test("all pages are joined, and asked for again once there is another version", async () => {
  const all = await readLives(7, false, {});
  expect(ids(all)).toEqual([1, 2, 3]);
  expect(requests()).toEqual(["GET /auth/plant/7/findings", "GET /auth/plant/7/findings?after=2"]);
  // The same list: nothing that follows from it is computed again.
  expect(await readLives(7, false, {})).toBe(all);
  expect(requests()).toEqual(["GET /auth/plant/7/finding-version"]);
  serveAlso({ [VERSION]: { version: "b" } });
  expect(ids(await readLives(7, false, {}))).toEqual([1, 2, 3]);
  expect(requests()).toHaveLength(3);
});

test("without a network what the device has is read each time", async () => {
  await readLives(7, true, {});
  requests();
  serveAlso({ [LIST]: [life(9)] });
  expect(ids(await readLives(7, true, {}))).toEqual([9]);
  expect(requests()).toEqual(["GET /auth/plant/7/findings"]);
});

test("a list that could not be read to its end is not kept", async () => {
  serveAlso({
    [LIST]: (ask: { query: { after?: string } }) =>
      ask.query.after === undefined ? listed(ask) : new Error("lost"),
  });
  await expect(readLives(7, false, {})).rejects.toThrow("lost");
  requests();
  serveAlso({ [LIST]: listed });
  expect(ids(await readLives(7, false, {}))).toEqual([1, 2, 3]);
  expect(requests()).not.toContain("GET /auth/plant/7/finding-version");
});
