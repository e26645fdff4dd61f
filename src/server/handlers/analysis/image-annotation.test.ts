// Marks in uploaded images and in pictures of results, over HTTP on a real database.
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  startTestServer,
  type AccountKey,
  type TestServer,
} from "../../../../tests/fixtures/http.ts";
import { sampleBytes, storeSurvey, uploadsOf } from "../../../../tests/fixtures/upload.ts";
import { api } from "../../../api/index.ts";
import type { Annotation, AnnotationFields } from "../../../domain/image/annotation.ts";
import { listImages, publishImages } from "../../store/plant/analysis/result-image.ts";
import { analysisFile } from "../../store/schema/analysis-file.ts";

let server: TestServer;
let id: number;
let image_id: number;
beforeAll(async () => {
  server = await startTestServer();
  id = (await storeSurvey(server, "Images")).analysis_id;
  image_id = await imageOf("a.jpg", {});
});
afterAll(() => server.close());

/** The M3T's thermal camera, 20 m above the ground, looking straight down with its top to the north. */
const camera = {
  camera_model: "M3T",
  lon: -70.11,
  lat: -18.88,
  relative_altitude: 20,
  gimbal_pitch: -90,
  gimbal_yaw: 0,
  gimbal_roll: 0,
  width: 640,
  height: 512,
  is_radiometric: true,
};

async function imageOf(name: string, row: Partial<Record<keyof typeof camera, null>>) {
  await uploadsOf(server).put(id, name, sampleBytes(50, name.length));
  const { db } = server.database.owner;
  const [stored] = await db
    .update(analysisFile)
    .set({ ...camera, ...row, reading_state: "read", thumb: "none" })
    .where(eq(analysisFile.file_name, name))
    .returning();
  return stored!.id;
}

const fields = (more: Partial<AnnotationFields>): AnnotationFields => ({
  kind: "box",
  points: [
    [300, 236],
    [340, 276],
  ],
  text: "cracked",
  height_m: 0,
  ...more,
});
const annotate = (body: AnnotationFields, image = image_id, as: AccountKey = "analyst") =>
  server.ask(api.surveyImage.annotate, as, { params: { id, image_id: image }, body });
const list = async (image = image_id) =>
  (await server.ask(api.surveyImage.annotations, "analyst", { params: { id, image_id: image } }))
    .body as Annotation[];
const reasons = (body: unknown) =>
  (body as { problems?: { reason: string }[] }).problems?.map(({ reason }) => reason);

it("are stored with the place on the ground that they lie on", async () => {
  const { status, body } = await annotate(fields({}));
  expect(status).toBe(200);
  const made = body as Annotation;
  expect(made).toMatchObject({
    image_id,
    kind: "box",
    text: "cracked",
    user_name: "analyst Tester",
  });
  // The middle of the picture is straight below the camera.
  expect(made.place![0]).toBeCloseTo(camera.lon, 7);
  expect(made.place![1]).toBeCloseTo(camera.lat, 7);
  // The M3T sees 61° over its diagonal (DJI): 820 pixels are 2 · 20 m · tan 30.5°, so 100 pixels are 2.87 m.
  const right = await annotate(fields({ kind: "text", points: [[420, 256]], text: "to the east" }));
  const east = ((right.body as Annotation).place![0] - camera.lon) * 111_320 * Math.cos(0.3295);
  expect(east).toBeGreaterThan(2.6);
  expect(east).toBeLessThan(3.1);
  // What stands 10 m high is half as far away, and so is what a pixel shows.
  const high = await annotate(fields({ kind: "text", points: [[420, 256]], height_m: 10 }));
  const near = ((high.body as Annotation).place![0] - camera.lon) * 111_320 * Math.cos(0.3295);
  expect(near).toBeCloseTo(east / 2, 2);
  expect((await list()).map(({ kind }) => kind)).toEqual(["box", "text", "text"]);
});

it("have no place in an image that does not say where its camera looked", async () => {
  const blind = await imageOf("blind.jpg", { gimbal_pitch: null });
  const { body } = await annotate(fields({}), blind);
  expect(body).toMatchObject({ place: null });
});

it.each([
  ["annotation_vertices", fields({ kind: "polygon" })],
  ["annotation_vertices", fields({ kind: "text" })],
  ["annotation_text_missing", fields({ kind: "text", points: [[1, 1]], text: "  " })],
])("are refused: %s", async (reason, body) => {
  const answer = await annotate(body);
  expect([answer.status, reasons(answer.body)]).toEqual([400, [reason]]);
});

it("are deleted once, and no other image has them", async () => {
  const { body } = await annotate(fields({ text: "wrong" }));
  const params = { id, image_id, annotation_id: (body as Annotation).id };
  const other = await imageOf("other.jpg", {});
  const remove = (of: typeof params) =>
    server.ask(api.surveyImage.removeAnnotation, "analyst", { params: of });
  expect((await remove({ ...params, image_id: other })).status).toBe(404);
  expect((await remove(params)).status).toBe(200);
  expect((await remove(params)).status).toBe(404);
  expect((await list()).some((one) => one.text === "wrong")).toBe(false);
  expect((await annotate(fields({}), image_id, "other_customer")).status).toBe(404);
  // The analysis is not released, so a viewer does not know of it.
  expect((await annotate(fields({}), image_id, "viewer")).status).toBe(404);
});

it("belong to what a picture of a result shows, whatever its row is", async () => {
  const { db } = server.database.owner;
  const picture = (full: string) => ({
    component_type: "module" as const,
    dt_id: "M1",
    file_name: "M1.png",
    kind: "thermal" as const,
    content_type: "image/png" as const,
    full,
    thumb: full,
    width: 64,
    height: 51,
  });
  const publish = async (full: string) => {
    await publishImages(db, id, [picture(full)]);
    return (await listImages(db, id, "M1"))[0]!.id;
  };
  const marks = async (image: number) => {
    const params = { id, image_id: image };
    const { status, body } = await server.ask(api.resultImage.annotations, "analyst", { params });
    expect(status).toBe(200);
    return body as Annotation[];
  };
  const first = await publish("image/a");
  const mark = (image: number, as: AccountKey = "analyst") =>
    server.ask(api.resultImage.annotate, as, {
      params: { id, image_id: image },
      body: fields({ text: "hot corner" }),
    });
  const made = await mark(first);
  expect(made.status).toBe(200);
  expect(made.body).toMatchObject({
    image_id: first,
    place: null,
    text: "hot corner",
    user_name: "analyst Tester",
  });
  // The same file is imported again, then another one of its name, then the first one.
  const again = await publish("image/a");
  expect(again).not.toBe(first);
  expect((await marks(again)).map(({ text }) => text)).toEqual(["hot corner"]);
  expect(await marks(await publish("image/b"))).toEqual([]);
  const back = await publish("image/a");
  expect((await marks(back)).map(({ image_id }) => image_id)).toEqual([back]);

  expect((await mark(back, "viewer")).status).toBe(404);
  expect((await mark(back, "other_customer")).status).toBe(404);
  expect((await mark(first)).status).toBe(404);
  const annotation_id = (made.body as Annotation).id;
  const remove = (image: number) =>
    server.ask(api.resultImage.removeAnnotation, "analyst", {
      params: { id, image_id: image, annotation_id },
    });
  expect((await remove(image_id)).status).toBe(404);
  expect((await remove(back)).status).toBe(200);
  expect((await remove(back)).status).toBe(404);
  expect(await marks(back)).toEqual([]);
});
