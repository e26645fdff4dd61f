// @vitest-environment happy-dom
// What a form keeps on this device: all of it, on top of what waits there, and nothing that could be lost by sending.
import "fake-indexeddb/auto";
import { createHash } from "node:crypto";
import sharp from "sharp";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ObservationFields } from "../../domain/observation/observation.ts";
import { reloadPage } from "../../client/reload.ts";
import { meAtom } from "../account/me.ts";
import { plantAtom } from "../plant/plant.ts";
import { answers } from "../plant/two-plants.fixture.ts";
import { valueOf } from "../shell/loaded.ts";
import { fieldsOf } from "./change.ts";
import { keepOnDevice, keepRemoval, type Unsent } from "./keep-on-device.ts";
import { observationAt, openedWith } from "./observed.fixture.ts";
import { observationsAtom } from "./observation.ts";
import { outboxAtom, outboxStore, startOutbox } from "./outbox.ts";
import { newPhoto } from "./photo.ts";

vi.mock(
  "../../client/call.ts",
  async () => (await import("../plant/two-plants.fixture.ts")).client,
);
vi.mock(
  "../../client/plant-data.ts",
  async () => (await import("../plant/two-plants.fixture.ts")).worker,
);

/** Another tab sends, so that what is kept stays. */
const locks = {
  request: (_name: string, _options: object, work: (lock: null) => unknown) => work(null),
};
Object.defineProperty(navigator, "locks", { value: locks, configurable: true });

const stored = observationAt(3, { revision: 4 });
const usual = { ...answers };
let account = 970;
let opened: Awaited<ReturnType<typeof openedWith>>;
beforeEach(async () => {
  answers["GET /auth/user/me"] = () => ({ id: 1, first_name: "Ana", last_name: "" });
  opened = await openedWith([stored]);
  const { store } = opened;
  for (const one of [outboxAtom, observationsAtom, meAtom, plantAtom]) {
    store.sub(one, () => undefined);
  }
  await vi.waitUntil(
    () =>
      valueOf(store.get(meAtom)) &&
      valueOf(store.get(plantAtom)) &&
      valueOf(store.get(observationsAtom)),
  );
  store.set(startOutbox, (account += 1));
});
afterEach(() => {
  opened.close();
  for (const key of Object.keys(answers)) if (!(key in usual)) delete answers[key];
});

const written = (notes: string): ObservationFields => ({ ...fieldsOf(stored), notes });
const keep = (more: Partial<Unsent> = {}) =>
  opened.store.set(
    keepOnDevice,
    {
      external_id: "mine",
      dt_id: "module-9",
      pcs: "M9",
      fields: written("Torn"),
      photos: [],
      stored: null,
      sent: null,
      ...more,
    },
    () => undefined,
  );
const kept = async () => (await outboxStore().list())[0]!;

test("a new one may have arrived already: it is sent again as it was, until the server answers", async () => {
  await keep();
  expect(await kept()).toMatchObject({
    external_id: "mine",
    plant_id: 1,
    account_id: 1,
    dt_id: "module-9",
    fields: written("Torn"),
    trying: written("Torn"),
    stored: null,
    sent: null,
    edit: 0,
  });
});

test("what the server has confirmed is not sent again; its photos follow", async () => {
  await keep({ stored, sent: fieldsOf(stored) });
  expect(await kept()).toMatchObject({
    stored: { id: stored.id, revision: 4 },
    sent: fieldsOf(stored),
    trying: null,
  });
});

test("photos are kept byte by byte, with hash and place, beside those that wait", async () => {
  const GPS = {
    GPSLatitudeRef: "N",
    GPSLatitude: "37/1 45/1 252/10",
    GPSLongitudeRef: "W",
    GPSLongitude: "5/1 14/1 456/10",
  };
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#2b6" } })
    .withExif({ IFD3: GPS })
    .jpeg()
    .toBuffer();
  const photoOf = (name: string, bytes: Uint8Array) =>
    newPhoto(new File([new Uint8Array(bytes)], name, { type: "image/jpeg" }));
  const [first, second] = [photoOf("1.jpg", picture), photoOf("2.jpg", Uint8Array.of(1, 2, 3))];
  await keep({ photos: [first] });
  await keep({ photos: [second], waited: true });
  const { photos, edit } = await kept();
  expect(edit).toBe(1);
  expect(photos.map(({ file_name, bytes }) => [file_name, bytes])).toEqual([
    ["1.jpg", picture.length],
    ["2.jpg", 3],
  ]);
  expect(photos[0]).toMatchObject({
    hash: createHash("sha256").update(picture).digest("hex"),
    place: { lon: expect.closeTo(-5.246, 5), lat: expect.closeTo(37.757, 5) },
  });
  expect(photos[1]!.place).toBeUndefined();
  const body = await outboxStore().photo(first.file_id);
  expect(Buffer.from(body!).equals(picture)).toBe(true);
});

test("an edit of what is to be deleted keeps it", async () => {
  await opened.store.set(keepRemoval, stored, fieldsOf(stored));
  expect(await kept()).toMatchObject({ removes: true, sent: fieldsOf(stored), edit: 0 });
  const edited = { external_id: stored.external_id, stored, waited: true };
  await keep({ ...edited, fields: written("Needed") });
  expect(await kept()).toMatchObject({ removes: false, fields: written("Needed"), edit: 1 });
});

test("photos that are read slowly are kept before the page reloads, because the session has ended", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const reload = vi.spyOn(location, "reload").mockImplementation(() => undefined);
  try {
    const photo = newPhoto(new File([Uint8Array.of(1, 2, 3)], "1.png", { type: "image/png" }));
    let read = () => {};
    const bytes = new Promise<ArrayBuffer>((resolve) => {
      read = () => resolve(Uint8Array.of(1, 2, 3).buffer);
    });
    vi.spyOn(photo.file, "arrayBuffer").mockReturnValue(bytes);
    const keeping = keep({ photos: [photo] });
    const left = reloadPage();
    await vi.advanceTimersByTimeAsync(1000);
    expect(reload).not.toHaveBeenCalled();
    read();
    await keeping;
    await left;
    expect(reload).toHaveBeenCalledOnce();
    expect(await outboxStore().photo(photo.file_id)).toHaveProperty("byteLength", 3);
  } finally {
    vi.useRealTimers();
    vi.restoreAllMocks();
  }
});

test("a deletion of what waits is another change of it", async () => {
  await keep({ external_id: stored.external_id });
  await opened.store.set(keepRemoval, stored, fieldsOf(stored));
  expect(await kept()).toMatchObject({ removes: true, edit: 1, state: "waiting" });
});

test("an entry that was sent while its form was open is edited, and never hides another one", async () => {
  await keep({ external_id: stored.external_id, waited: true });
  expect(await kept()).toMatchObject({
    external_id: stored.external_id,
    stored: { id: stored.id, revision: 4 },
  });
  await outboxStore().change(stored.external_id, () => null);
  // Nothing is known of what it became: it is a new one.
  await keep({ external_id: "sent and deleted", waited: true });
  const { external_id, stored: base } = await kept();
  expect(external_id).not.toBe("sent and deleted");
  expect(base).toBeNull();
});
