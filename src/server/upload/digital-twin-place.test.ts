import { afterAll, beforeAll, expect, it } from "vitest";
import { patient } from "../../../tests/fixtures/patience.ts";
import {
  collection,
  form,
  square,
  startTwinStand,
  type TwinStand,
} from "./digital-twin.fixture.ts";
import { isEveryday } from "../../../tests/fixtures/rounds.ts";

let stand: TwinStand;
beforeAll(async () => {
  stand = await startTwinStand();
});
afterAll(() => stand.server.close());

/** The plants of the stand are here. */
const home = [-70.11, -18.88] as const;

/** Kilometres by the spherical law of cosines. */
function kilometres([lon1, lat1]: readonly [number, number], lon2: number, lat2: number): number {
  const [a, b, c] = [lat1, lat2, lon2 - lon1].map((degrees) => (degrees * Math.PI) / 180) as [
    number,
    number,
    number,
  ];
  const cosine = Math.sin(a) * Math.sin(b) + Math.cos(a) * Math.cos(b) * Math.cos(c);
  return 6371 * Math.acos(cosine);
}

const file = (name: string, lon: number, lat: number) => ({
  [`${name} tracker.geojson`]: collection(square(lon, lat, { pcs: "T1" })),
});
/** More of them, too large to be checked before the answer. */
const large = (name: string, lon: number, lat: number) => {
  const note = "x".repeat(10_000);
  const squares = Array.from({ length: 2200 }, (_, i) => square(lon, lat + i * 1e-4, { note }));
  return { [`${name} tracker.geojson`]: collection(...squares) };
};

it("asks about components far from their plant, and about swapped axes, and stores nothing", async () => {
  const { id, name } = await stand.makePlant();
  const before = await stand.digest();
  for (const [lon, lat, reason] of [
    [-3, 37, "twin_far_from_plant"],
    [-70.11, -18.4, "twin_far_from_plant"],
    [home[1], home[0], "twin_axes_swapped"],
  ] as const) {
    const { status, body } = await stand.send(id, form(file(name, lon, lat)));
    expect(status).toBe(422);
    expect(body).toMatchObject({ problems: [{ reason, message: expect.stringContaining("km") }] });
    const { values } = (body as { problems: [{ values: { km: number } }] }).problems[0];
    const expected = kilometres(home, lon, lat);
    expect(Math.abs(values.km - expected)).toBeLessThanOrEqual(1 + expected * 1e-4);
  }
  expect(await stand.digest()).toBe(before);
});

it.skipIf(isEveryday)(
  "asks in the task where the files are large, and in a preview",
  { timeout: patient(60_000) },
  async () => {
    const { id, name } = await stand.makePlant();
    const task = await stand.finish(await stand.send(id, form(large(name, -3, 37))));
    expect(task).toMatchObject({
      state: "FAILED",
      output: { problems: [{ reason: "twin_far_from_plant" }] },
    });
    const preview = await stand.send(id, form(file(name, -3, 37), { preview: "1" }));
    expect(preview.status).toBe(422);
  },
);

it("imports components near the plant unasked, and far ones with a confirmation in the report", async () => {
  const { id, name } = await stand.makePlant();
  const near = await stand.finish(await stand.send(id, form(file(name, -70.11, -18.5))));
  expect(near).toMatchObject({ state: "SUCCESSFUL", output: { result: { confirmed: [] } } });
  const { id: other, name: otherName } = await stand.makePlant();
  const sent = await stand.send(other, form(file(otherName, -3, 37), { confirm_place: "1" }));
  expect(await stand.finish(sent)).toMatchObject({
    state: "SUCCESSFUL",
    output: { result: { confirmed: [{ reason: "twin_far_from_plant" }] } },
  });
  // The next files are near the twin, so they are not asked about again.
  const next = await stand.send(other, form(file(otherName, -3.001, 37), { mode: "add" }));
  expect(await stand.finish(next)).toMatchObject({
    state: "SUCCESSFUL",
    output: { result: { confirmed: [] } },
  });
});

it("takes no other confirmation than 0 or 1", async () => {
  const { id, name } = await stand.makePlant();
  const body = form(file(name, -3, 37), { confirm_place: "yes" });
  expect(await stand.send(id, body)).toMatchObject({
    status: 400,
    body: { problems: [{ reason: "field_not_offered", field: "confirm_place" }] },
  });
});
