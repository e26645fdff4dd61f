// The names of UTM zones against the names that the registry has for their codes.
import { expect, it } from "vitest";
import { epsgCode } from "../../../domain/geometry/crs.ts";
import { epsgDefinition } from "./epsg.ts";

const plain = (name: string) => name.replaceAll(" ", "").toLowerCase();

it.each(["WGS 84", "ETRS89", "NAD83", "SIRGAS 2000"])(
  "a zone of %s has the code with that name, or none",
  (datum) => {
    let found = 0;
    for (let zone = 0; zone <= 61; zone += 1) {
      for (const side of ["N", "S"]) {
        const name = `${datum} / UTM zone ${zone}${side}`;
        const code = epsgCode(name);
        if (code === null) continue;
        found += 1;
        // The package of the registry lacks this one.
        if (code === 25_838) continue;
        expect(plain(epsgDefinition(code)?.name ?? ""), `${name}: ${code}`).toBe(plain(name));
      }
    }
    expect(found).toBeGreaterThan(10);
  },
);

it.each([
  ["SIRGAS 2000 / UTM zone 23N", 6210],
  ["SIRGAS 2000 / UTM zone 22N", 31_976],
  ["SIRGAS 2000 / UTM zone 17S", 31_977],
  ["SIRGAS 2000 / UTM zone 16S", null],
  ["NAD83 / UTM zone 59N", 3372],
  ["NAD83 / UTM zone 32N", null],
  ["ETRS89 / UTM zone 19S", null],
])("%s is %s", (name, code) => {
  expect(epsgCode(name)).toBe(code);
});
