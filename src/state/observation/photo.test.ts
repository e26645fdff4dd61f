// @vitest-environment happy-dom
// Photos: loaded once in each size, taken from the outbox while they wait, and refused before they are sent.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { callBytes } from "../../client/call.ts";
import { limits } from "../../domain/limits.ts";
import { endPlant } from "../shell/lifetime.ts";
import { settle, signedInStore } from "../shell/signed-in.fixture.ts";
import { newPhoto, photoRefusal, photoUrl } from "./photo.ts";

const { kept } = vi.hoisted(() => ({ kept: new Map<string, ArrayBuffer>() }));
vi.mock("../../client/call.ts", () => ({ call: vi.fn(), callBytes: vi.fn() }));
vi.mock("./outbox.ts", () => ({
  outboxStore: () => ({ photo: async (id: string) => kept.get(id) }),
}));

const revoked: string[] = [];
const made: Blob[] = [];
let store: ReturnType<typeof signedInStore>;
beforeEach(() => {
  store = signedInStore();
  store.set(endPlant);
  vi.mocked(callBytes).mockReset();
  vi.mocked(callBytes).mockImplementation(async () => new Blob(["server"]));
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => `blob:${made.push(blob as Blob)}`);
  vi.spyOn(URL, "revokeObjectURL").mockImplementation((url) => void revoked.push(url));
  revoked.length = 0;
  made.length = 0;
  kept.clear();
});
afterEach(() => vi.restoreAllMocks());

const image = (id: number, file_id = `file-${id}`) =>
  ({ id, file_id, content_type: "image/jpeg" }) as const;

test("a photo is asked for once in each size", async () => {
  const urls = [
    await photoUrl(7, image(1), "thumb"),
    await photoUrl(7, image(1), "thumb"),
    await photoUrl(7, image(1), "full"),
    await photoUrl(7, image(2), "thumb"),
  ];
  expect(urls).toEqual(["blob:1", "blob:1", "blob:2", "blob:3"]);
  expect(vi.mocked(callBytes).mock.calls.map(([, asked]) => asked)).toEqual([
    { params: { id: 7, image_id: 1, size: "thumb" } },
    { params: { id: 7, image_id: 1, size: "full" } },
    { params: { id: 7, image_id: 2, size: "thumb" } },
  ]);
});

test("a failed load is asked for again", async () => {
  vi.mocked(callBytes).mockRejectedValueOnce(new Error("away"));
  await expect(photoUrl(7, image(1), "thumb")).rejects.toThrow("away");
  expect(await photoUrl(7, image(1), "thumb")).toBe("blob:1");
});

test("offline one that was sent from here is shown in both sizes", async () => {
  vi.mocked(callBytes).mockImplementation(async (_endpoint, ask) => {
    const { size } = (ask as unknown as { params: { size: string } }).params;
    if (size === "thumb") throw Object.assign(new Error(), { code: "OFFLINE" });
    return new Blob(["sent"]);
  });
  await photoUrl(7, image(1), "thumb");
  await photoUrl(7, image(1), "full");
  expect(await Promise.all(made.map((blob) => blob.text()))).toEqual(["sent", "sent"]);
});

test("one that waits comes from this device, whatever the size, and the server is not asked", async () => {
  kept.set("mine", new TextEncoder().encode("device").buffer);
  const url = await photoUrl(-5, image(-9, "mine"), "thumb");
  expect(await photoUrl(-5, image(-9, "mine"), "full")).toBe(url);
  expect(await made[0]!.text()).toBe("device");
  expect(callBytes).not.toHaveBeenCalled();
  await expect(photoUrl(-5, image(-8, "gone"), "thumb")).rejects.toThrow("left the outbox");
});

test("the URLs are given back with the plant", async () => {
  await photoUrl(7, image(1), "thumb");
  await photoUrl(7, image(2), "thumb");
  store.set(endPlant);
  await settle();
  expect(revoked.toSorted()).toEqual(["blob:1", "blob:2"]);
});

test("other files, large ones and too many are refused by name", () => {
  const file = (type: string, bytes = 3) => new File([new Uint8Array(bytes)], "a.bin", { type });
  expect(photoRefusal(file("image/webp"), 0)).toBeNull();
  expect(photoRefusal(file("application/pdf"), 0)).toEqual({
    reason: "image_format",
    file: "a.bin",
  });
  for (const [name, type] of [
    ["IMG_1.HEIC", ""],
    ["a.bin", "image/heic"],
  ] as const) {
    const phone = new File([new Uint8Array(3)], name, { type });
    expect(photoRefusal(phone, 0)).toEqual({ reason: "image_heic", file: name });
  }
  expect(photoRefusal(file("image/png", limits.imageBytes), 0)).toBeNull();
  expect(photoRefusal(file("image/png", limits.imageBytes + 1), 0)).toEqual({
    reason: "image_too_large",
    file: "a.bin",
  });
  const most = limits.observationImages;
  expect(photoRefusal(file("image/png"), most - 1)).toBeNull();
  expect(photoRefusal(file("image/png"), most)).toEqual({
    reason: "observation_images_full",
    values: { most },
  });
  expect(newPhoto(file("image/png")).file_id).not.toBe(newPhoto(file("image/png")).file_id);
});
