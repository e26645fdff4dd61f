import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testImage, zipOf } from "../../../tests/fixtures/bad-archives.ts";
import type { AccountKey } from "../../../tests/fixtures/http.ts";
import { openResultImport, type ResultImport } from "../../../tests/fixtures/result-import.ts";
import { analysisResultApi } from "../../api/analysis/analysis-result.ts";
import { resultFileApi as calls } from "../../api/analysis/result-file.ts";
import { limits } from "../../domain/limits.ts";
import { zip } from "../zip/zip.fixture.ts";

let host: ResultImport;
let archive: Buffer;
beforeAll(async () => {
  host = await openResultImport();
  archive = await zipOf([{ name: "T0.M3_T.jpg", bytes: await testImage() }]);
});
afterAll(() => host.server.close());

async function send(parts: readonly (readonly [string, string | Buffer])[], as: AccountKey) {
  const body = new FormData();
  for (const [name, part] of parts) {
    if (typeof part === "string") body.append(name, part);
    else body.append(name, new Blob([part as BlobPart]), "pictures.zip");
  }
  const { status, body: answer } = await host.server.ask(calls.uploadImages, as, { body });
  const problems = (answer as { problems?: { reason: string; field?: string }[] }).problems;
  return { status, body: answer, problem: problems?.[0] };
}
const ahead = (id: string, as: AccountKey = "analyst", bytes = archive) =>
  send([["upload_tmp_id", id], ["image_files_zip", bytes]], as); // prettier-ignore

describe("images sent ahead", () => {
  it("are imported under their ID, once", async () => {
    const own = await host.plant.addAnalysis("ahead", "2026-01-01");
    expect(await ahead("a-1")).toMatchObject({
      status: 200,
      body: { upload_tmp_id: "a-1", images_zip_filename: "pictures.zip", bytes: archive.length },
    });
    const parts = { upload_tmp_id: "a-1", images_zip_filename: "pictures.zip" };
    expect(await host.send(parts, own)).toMatchObject({ status: 200 });
    await host.runLaunched();
    const { body } = await host.server.ask(analysisResultApi.images, "analyst", {
      params: { id: own },
    });
    expect(body).toMatchObject([{ dt_id: "T0.M3", file_name: "T0.M3_T.jpg", kind: "thermal" }]);
    expect(await host.keys("upload/")).toEqual([]);
    expect(await host.send(parts, own)).toMatchObject({
      status: 400,
      body: { problems: [{ reason: "upload_unknown", field: "upload_tmp_id" }] },
    });
  });

  it("are found in folders that a backslash marks, beside a readme and what systems leave there", async () => {
    const own = await host.plant.addAnalysis("backslash", "2026-01-05");
    const image = await testImage();
    const entries = ["May\\T0.M3_T.jpg", "May\\._T0.M3_T.jpg", "readme.txt", "Thumbs.db"];
    const odd = zip(
      ...entries.map((name) => ({
        name,
        content: name.endsWith("3_T.jpg") && !name.includes("._") ? image : Buffer.from("x"),
      })),
    );
    expect(await ahead("a-backslash", "analyst", odd)).toMatchObject({ status: 200 });
    const parts = { upload_tmp_id: "a-backslash", images_zip_filename: "pictures.zip" };
    expect(await host.send(parts, own)).toMatchObject({ status: 200 });
    await host.runLaunched();
    const { body } = await host.server.ask(analysisResultApi.images, "analyst", {
      params: { id: own },
    });
    expect(body).toMatchObject([
      { dt_id: "T0.M3", file_name: expect.stringMatching(/T0\.M3_T\.jpg$/) },
    ]);
  });

  it("are taken at the specification's address as well, for the same users", async () => {
    const upload = async (as: AccountKey) => {
      const body = new FormData();
      body.append("upload_tmp_id", "specified");
      body.append("image_files_zip", new Blob([archive as BlobPart]), "pictures.zip");
      return host.server.ask(calls.uploadImagesAsSpecified, as, { body });
    };
    expect(calls.uploadImagesAsSpecified.path).toBe("/upload-images");
    expect(await upload("analyst")).toMatchObject({
      status: 200,
      body: { upload_tmp_id: "specified", images_zip_filename: "pictures.zip" },
    });
    expect((await upload("viewer")).status).toBe(403);
    for (const key of await host.keys("upload/")) await host.owner.files.remove(key);
  });

  it("belong to their user", async () => {
    const own = await host.plant.addAnalysis("another's", "2026-01-02");
    expect((await ahead("b-1", "super_admin")).status).toBe(200);
    expect((await host.send({ upload_tmp_id: "b-1" }, own)).status).toBe(400);
    expect((await ahead("b-2", "viewer")).status).toBe(403);
    for (const key of await host.keys("upload/")) await host.owner.files.remove(key);
  });

  it("are refused without an ID before them, without a file, and where they are no ZIP", async () => {
    const noId = await send([["image_files_zip", archive]], "analyst");
    expect(noId.problem).toMatchObject({ reason: "field_missing", field: "upload_tmp_id" });
    const noFile = await send([["upload_tmp_id", "c"]], "analyst");
    expect(noFile.problem).toMatchObject({ reason: "field_missing", field: "image_files_zip" });
    expect((await ahead("c", "analyst", Buffer.from("GIF89a"))).problem).toMatchObject({
      reason: "zip_broken",
    });
    expect((await ahead("../c")).problem).toMatchObject({ reason: "field_invalid" });
    expect(await host.keys("upload/")).toEqual([]);
  });

  it("and sent again with an import are refused", async () => {
    const own = await host.plant.addAnalysis("twice", "2026-01-03");
    await ahead("d");
    const images_zip_filename = { name: "images.zip", bytes: archive };
    expect(await host.send({ upload_tmp_id: "d", images_zip_filename }, own)).toMatchObject({
      status: 400,
      body: { problems: [{ reason: "field_twice" }] },
    });
    for (const key of await host.keys("upload/")) await host.owner.files.remove(key);
  });

  it("are limited in number; one with the same ID replaces the old one", async () => {
    for (let i = 0; i < limits.imageUploadsPerUser; i++) {
      expect((await ahead(`e-${i}`)).status).toBe(200);
    }
    expect(await ahead("e-more")).toMatchObject({
      status: 409,
      problem: { reason: "too_many_uploads" },
    });
    expect((await ahead("e-0")).status).toBe(200);
    for (const key of await host.keys("upload/")) await host.owner.files.remove(key);
  });
});
