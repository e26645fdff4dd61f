import type { Readable } from "node:stream";
import { expect, it } from "vitest";
import type { PlacedComponent } from "../twin-file/component-row.ts";
import { geoJsonAnswer, names, placedCsvAnswer } from "./geo-rows.ts";

const component = (row: number): PlacedComponent => ({
  row,
  lon: -70,
  lat: -24,
  component: {
    component_type: "module",
    dt_id: `M${row}`,
    pcs: "=1+1",
    parent: "",
    height: 2,
    ring: [
      [-70, -24],
      [-69, -24],
      [-69, -23],
      [-70, -24],
    ],
  },
});

async function* many(count: number) {
  for (let row = 0; row < count; row++) yield component(row);
}

const written = (count: number) => ({ placed: many(count), properties: names });

it("gives other requests their turn while a large answer is written", async () => {
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  let bytes = 0;
  for await (const chunk of geoJsonAnswer(written(20_000)).body as Readable) {
    bytes += (chunk as Buffer).length;
  }
  isOver = true;
  expect(turns).toBeGreaterThanOrEqual(Math.floor(bytes / (64 * 1024)) - 1);
});

it("is valid with no components, and never a formula for a spreadsheet", async () => {
  const text = async (body: unknown) => {
    let all = "";
    for await (const chunk of body as Readable) all += String(chunk);
    return all;
  };
  expect(JSON.parse(await text(geoJsonAnswer(written(0)).body))).toEqual({
    type: "FeatureCollection",
    features: [],
  });
  const csv = await text(placedCsvAnswer(written(1), "a").body);
  expect(csv).toBe("\ufeffdt_id,pcs,lon,lat\r\nM0,'=1+1,-70,-24\r\n");
});
