// Public pictures of thermal cameras as anyone sees them, and photos in daylight: INDEX.md says where they come from.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { patient } from "../../../../tests/fixtures/patience.ts";
import { sharedData } from "../../../../tests/fixtures/shared-data.ts";
import { falseColours } from "../../../domain/evaluation/visible/false-colour.ts";
import { visiblePicture } from "./visible-picture.ts";

const shared = sharedData();
const kindsIn = async (folder: string) => {
  const path = join(shared!, folder);
  const names = readdirSync(path).filter((name) => /\.jpe?g$/i.test(name));
  const kinds: string[] = [];
  for (const name of names) {
    const { raster } = await visiblePicture(readFileSync(join(path, name)), name);
    kinds.push(`${name} ${await falseColours(raster)}`);
  }
  return kinds.toSorted();
};

it.skipIf(!shared)(
  "tells pictures of temperatures from photos in daylight",
  async () => {
    const coloured = ["FLIR.jpg", "M2EA_DJI_0001_R.JPG", "M3TD_DJI_0002_R.JPG"];
    for (const one of await kindsIn("thermal/rjpeg")) {
      const isColoured = coloured.some((name) => one.startsWith(name));
      expect(one).toMatch(isColoured ? / palette$/ : / grey$/);
    }
    const chile = await kindsIn("thermal/pv-chile");
    expect(chile).toHaveLength(10);
    expect(chile.filter((one) => !one.endsWith(" grey"))).toEqual([]);
    const photos = [
      ...(await kindsIn("rgb-drone/brighton")),
      ...(await kindsIn("photos/gps")),
      ...(await kindsIn("photos/mobile")),
      ...(await kindsIn("photos/orientation")),
    ];
    expect(photos.filter((one) => !one.endsWith(" null"))).toEqual([]);
  },
  patient(120_000),
);
