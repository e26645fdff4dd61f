// @vitest-environment happy-dom
// Photos that were sent while their plant is on this device: they are answered from it.
import "fake-indexeddb/auto";
import { afterEach, expect, it } from "vitest";
import { observationImageApi } from "../../api/observation/observation-image.ts";
import type { Observation } from "../../domain/observation/observation.ts";
import type { HeldPlant } from "../../domain/plant/offline.ts";
import { keepSession } from "../session.ts";
import { answerOffline, closeOffline, keepConfirmedPhotos } from "./offline-answer.ts";
import { deleteAll, openAnswers, openCatalogue } from "./offline-store.ts";
import { setOffline } from "./offline.ts";

const held: HeldPlant = {
  plant_id: 7,
  plant_name: "Soledad",
  database: "offline-1-7-abcdef01",
  choice: { analysis_ids: [], has_images: false, has_orthomosaics: false, has_blueprints: false },
  taken_at: new Date().toISOString(),
  expires_at: new Date(Date.now() + 86_400_000).toISOString(),
  bytes: 1,
  loaded_bytes: 1,
  answers: 0,
  failed_images: [],
};
const image = (id: number, content_type = "image/jpeg") => ({
  id,
  file_id: `file-${id}`,
  content_type,
});
const receipt = (plant_id: number) =>
  ({
    id: 30,
    plant_id,
    images: [image(1), image(2), image(3, "video/mp4")],
  }) as unknown as Observation;
/** This device has the bytes of the first and of the recording. */
const bytesOf = async (file_id: string) =>
  file_id === "file-2" ? undefined : new TextEncoder().encode(file_id).buffer;
const read = (image_id: number, size = "full") =>
  answerOffline(observationImageApi.file, { params: { id: 30, image_id, size } }, "blob");

async function takeAlong(): Promise<void> {
  keepSession({
    token: "token",
    permissions: [],
    customer: null,
    is_admin: false,
    is_super_admin: false,
    hidden_admin: false,
    white_labeling_version: null,
  });
  const catalogue = openCatalogue(1);
  await catalogue.complete(held);
  catalogue.close();
  const store = openAnswers(held.database);
  await store.addresses();
  store.close();
  setOffline({ account_id: 1, plant_ids: [7] });
}
afterEach(async () => {
  setOffline(null);
  closeOffline();
  await deleteAll(1);
});

it("are kept under the server's IDs, also after a restart, and recordings are not", async () => {
  await takeAlong();
  await keepConfirmedPhotos(receipt(7), bytesOf);
  for (const isRestarted of [false, true]) {
    if (isRestarted) closeOffline();
    const photo = (await read(1)) as Blob;
    expect([photo.type, await photo.text()]).toEqual(["image/jpeg", "file-1"]);
    for (const [id, size] of [
      [1, "thumb"],
      [2, "full"],
      [3, "full"],
    ] as const) {
      await expect(read(id, size)).rejects.toMatchObject({ code: "OFFLINE" });
    }
  }
});

it("of another plant are not kept", async () => {
  await takeAlong();
  await keepConfirmedPhotos(receipt(8), bytesOf);
  await expect(read(1)).rejects.toMatchObject({ code: "OFFLINE" });
});
