// @vitest-environment happy-dom
import { createStore } from "jotai";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { callBytes } from "../../../client/call.ts";
import { endPlant } from "../../shell/lifetime.ts";
import { settle } from "../../shell/signed-in.fixture.ts";
import { imageUrl } from "./image.ts";

vi.mock("../../../client/call.ts", () => ({ call: vi.fn(), callBytes: vi.fn() }));

const store = createStore();
/** Addresses that were given back. */
const revoked: string[] = [];
beforeEach(() => {
  store.set(endPlant);
  vi.mocked(callBytes).mockReset();
  let made = 0;
  vi.mocked(callBytes).mockImplementation(async () => new Blob());
  vi.spyOn(URL, "createObjectURL").mockImplementation(() => `blob:${(made += 1)}`);
  vi.spyOn(URL, "revokeObjectURL").mockImplementation((url) => {
    revoked.push(url);
  });
  revoked.splice(0);
});
afterEach(() => vi.restoreAllMocks());

test("an image is fetched once in each size", async () => {
  const urls = [
    await imageUrl(12, 1, "thumb"),
    await imageUrl(12, 1, "thumb"),
    await imageUrl(12, 1, "full"),
    await imageUrl(12, 2, "thumb"),
    await imageUrl(11, 1, "thumb"),
  ];
  expect(urls).toEqual(["blob:1", "blob:1", "blob:2", "blob:3", "blob:4"]);
  expect(vi.mocked(callBytes).mock.calls[0]![1]).toEqual({
    params: { id: 12, image_id: 1, size: "thumb" },
  });
});

test("an image that was refused is asked for again", async () => {
  vi.mocked(callBytes).mockRejectedValueOnce(new Error("refused"));
  await expect(imageUrl(12, 1, "thumb")).rejects.toThrow("refused");
  expect(await imageUrl(12, 1, "thumb")).toBe("blob:1");
});

test("beyond sixty images the one that was not used for longest is given back", async () => {
  await imageUrl(12, 1, "thumb");
  for (let id = 2; id <= 60; id += 1) await imageUrl(12, id, "thumb");
  await imageUrl(12, 1, "thumb");
  await settle();
  expect(revoked).toEqual([]);
  await imageUrl(12, 61, "thumb");
  await settle();
  expect(revoked).toEqual(["blob:2"]);
});

test("all images are given back with the plant, also one that is still on its way", async () => {
  await imageUrl(12, 1, "thumb");
  const bytes = Promise.withResolvers<Blob>();
  vi.mocked(callBytes).mockReturnValueOnce(bytes.promise);
  const late = imageUrl(12, 2, "thumb");
  store.set(endPlant);
  await settle();
  expect(revoked).toEqual(["blob:1"]);
  bytes.resolve(new Blob());
  await late;
  await settle();
  expect(revoked).toEqual(["blob:1", "blob:2"]);
  expect(await imageUrl(12, 1, "thumb")).toBe("blob:3");
});
