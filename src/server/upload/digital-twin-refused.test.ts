import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { patient } from "../../../tests/fixtures/patience.ts";
import { everyNth, isEveryday } from "../../../tests/fixtures/rounds.ts";
import { sharedData } from "../../../tests/fixtures/shared-data.ts";
import { badFlatGeobufs } from "../twin-file/bad-flatgeobuf.fixture.ts";
import { badGeoJsonFeatures } from "../twin-file/bad-geojson-feature.fixture.ts";
import { badGeoJsonTexts } from "../twin-file/bad-geojson-text.fixture.ts";
import { badKmls } from "../twin-file/bad-kml.fixture.ts";
import { badKmzs } from "../twin-file/bad-kmz.fixture.ts";
import { badLimits } from "../twin-file/bad-limit.fixture.ts";
import type { ErrorAnswer } from "../../domain/error-shape.ts";
import {
  collection,
  form,
  square,
  startTwinStand,
  type TwinStand,
} from "./digital-twin.fixture.ts";
import { translateProblem } from "../translate.ts";

let stand: TwinStand;
let plant: { id: number; name: string };
beforeAll(async () => {
  stand = await startTwinStand();
  plant = await stand.makePlant("Pampa");
});
afterAll(() => stand.server.close());

const send = (name: string, bytes: Uint8Array | string) =>
  stand.send(plant.id, form({ [`Pampa ${name}`]: bytes }));

describe("a bad file sent to the server", () => {
  it.skipIf(isEveryday)(
    "is answered in words with its place within five seconds, and changes nothing",
    { timeout: patient(60_000) },
    async () => {
      const before = await stand.digest();
      const all = [
        ...badGeoJsonTexts,
        ...badGeoJsonFeatures,
        ...badKmls,
        ...badKmzs,
        ...badFlatGeobufs,
        ...badLimits,
      ];
      for (const { title, name, bytes, reason } of everyNth(all, 3)) {
        const start = performance.now();
        const { status, body } = await send(name, bytes);
        const { problems = [], message } = body as ErrorAnswer;
        expect([title, status], JSON.stringify(body)).toEqual([title, 422]);
        expect(problems[0]).toMatchObject({ reason, file: `Pampa ${name}` });
        expect(performance.now() - start).toBeLessThan(patient(5000));
        expect(message.length).toBeGreaterThan(10);
        const words = ["en", "es", "pt"].map(
          (locale) => translateProblem(locale, problems[0]!).message,
        );
        expect(new Set(words).size, words.join(" | ")).toBe(3);
        for (const text of words) expect(text).not.toMatch(/\{\{|^[a-z_]+$/);
      }
      expect(await stand.digest()).toBe(before);
    },
  );

  it.skipIf(isEveryday)(
    "fails as a task with its place where it is too large to be read at once, and leaves only the task",
    { timeout: patient(60_000) },
    async () => {
      const squares = Array.from({ length: 120_000 }, (_, i) =>
        square(-70 + i * 1e-6, -18, { n: i }),
      );
      const text = JSON.stringify({ type: "FeatureCollection", features: squares });
      expect(text.length).toBeGreaterThan(20 * 1024 ** 2);
      const task = await stand.finish(await send("tracker.geojson", text.slice(0, -50)));
      expect(task).toMatchObject({
        state: "FAILED",
        output: {
          problems: [{ reason: "json_cut_off", feature: 120_000, file: "Pampa tracker.geojson" }],
        },
      });
      for await (const key of stand.server.services.files.list("")) expect(key).toBe("");
      expect(task.output.problems[0]!.message).not.toBe("json_cut_off");
    },
  );

  it("is refused where it holds nothing, no file, or an unknown type in the form", async () => {
    const ask = (body: FormData) => stand.send(plant.id, body);
    expect(await ask(form({}, { mode: "create" }))).toMatchObject({
      status: 400,
      body: { problems: [{ reason: "twin_no_file" }] },
    });
    expect(await ask(form({}, { mode: "replace" }))).toMatchObject({
      status: 400,
      body: { problems: [{ field: "mode" }] },
    });
    expect(await ask(form({}, { component_type: "battery" }))).toMatchObject({
      status: 400,
      body: { problems: [{ field: "component_type" }] },
    });
  });

  it("is refused to who may not import", async () => {
    const body = form({ "Pampa tracker.geojson": collection(square(1, 1)) });
    expect(await stand.send(plant.id, body, "viewer")).toMatchObject({ status: 403 });
    expect(await stand.send(plant.id, body, "other_customer")).toMatchObject({ status: 403 });
  });
});

const data = sharedData();
describe.skipIf(data === null)("the odd files of others", () => {
  const filesIn = (folder: string, ending: RegExp) =>
    readdirSync(join(data!, folder), { recursive: true, encoding: "utf8" })
      .filter((path) => ending.test(path))
      .map((path) => join(data!, folder, path));
  const sendFile = (path: string) => send(`tracker ${path.split("/").at(-1)}`, readFileSync(path));

  /** Files a linter complains of although their area can be read, and files that are no areas. */
  const readable = [
    "bad-polygon-interiorring-rhr.geojson",
    "multipolygon.geojson",
    "good-featurecollection.geojson",
  ];

  it("are refused with a reason where they hold no area that can be read", async () => {
    const before = await stand.digest();
    for (const path of filesIn("geojson", /\.geojson$/)) {
      if (readable.some((name) => path.endsWith(`/${name}`))) continue;
      const { status, body } = await sendFile(path);
      expect([path, status]).toEqual([path, 422]);
      expect((body as ErrorAnswer).problems?.[0]?.reason).toMatch(/^(geojson|json|twin)_/);
    }
    for (const path of filesIn("zip", /\.zip$/)) {
      const { status, body } = await send("tracker.kmz", readFileSync(path));
      expect([path, status]).toEqual([path, 422]);
      expect((body as ErrorAnswer).problems?.[0]?.reason).toMatch(/^(zip|kmz)_/);
    }
    expect(await stand.digest()).toBe(before);
  });

  it("are read where they hold areas", async () => {
    /** Features and how many of them are no areas. */
    const areas: Record<string, [number, number]> = {
      "good-featurecollection.geojson": [3, 2],
      "multipolygon.geojson": [1, 0],
      "bad-polygon-interiorring-rhr.geojson": [1, 0],
      "polygon-lr-all-modes.kml": [1, 0],
      "InnerBoundaryPoly-Pentagon.kml": [1, 0],
      "polygon-point.kml": [1, 0],
      "polyInnerBoundaries.kml": [1, 0],
    };
    const paths = [...filesIn("geojson", /\.geojson$/), ...filesIn("kml", /\.kml$/)];
    for (const [name, [features, refused_count]] of everyNth(Object.entries(areas), 3)) {
      const path = paths.find((one) => one.endsWith(`/${name}`))!;
      const { id } = await stand.makePlant(`Odd ${name}`);
      const file = { [`Odd ${name} tracker ${name}`]: readFileSync(path) };
      const body = form(file, { confirm_place: "1" });
      const task = await stand.finish(await stand.send(id, body));
      expect([name, task.state]).toEqual([name, "SUCCESSFUL"]);
      expect(task.output.result).toMatchObject({ files: [{ features }], refused_count });
    }
  });
});
