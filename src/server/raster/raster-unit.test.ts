// Units of coordinates, heights and values. The factors are those of the EPSG register: foot 0.3048 m, US survey foot
// 12/39.37 m.
import { describe, expect, it } from "vitest";
import { isFailure } from "../../domain/error.ts";
import { openRaster } from "./open-raster.ts";
import { memorySource } from "./range-source.ts";
import { metresPerHeight, metresPerMapUnit } from "./raster-unit.ts";
import { tiffOf } from "./tiff.fixture.ts";

const US_FOOT = 12 / 39.37;
const reasonOf = (run: () => unknown) => {
  try {
    return run();
  } catch (cause) {
    return isFailure(cause) ? cause.problems[0]?.reason : cause;
  }
};

describe("metres per unit of the map", () => {
  it.each([
    [{}, 1],
    [{ ProjLinearUnitsGeoKey: 9001 }, 1],
    [{ ProjLinearUnitsGeoKey: 9002 }, 0.3048],
    [{ ProjLinearUnitsGeoKey: 9003 }, US_FOOT],
    [{ ProjLinearUnitsGeoKey: 32_767, ProjLinearUnitSizeGeoKey: 0.3048 }, 0.3048],
    [{ ProjLinearUnitsGeoKey: 32_767 }, "raster_unit_unknown"],
    [{ ProjLinearUnitsGeoKey: 9062 }, "raster_unit_unknown"],
  ])("of %j", (keys, wanted) => {
    const found = reasonOf(() => metresPerMapUnit(keys, true));
    if (typeof wanted === "number") expect(found).toBeCloseTo(wanted, 12);
    else expect(found).toBe(wanted);
    // Degrees are not feet.
    expect(metresPerMapUnit(keys, false)).toBe(1);
  });
});

describe("metres per unit of height", () => {
  it.each([
    [{}, null, null],
    [{}, "metre", 1],
    [{}, "m", 1],
    [{}, "US survey foot", US_FOOT],
    [{}, "ftUS", US_FOOT],
    [{}, "ft", 0.3048],
    [{ VerticalUnitsGeoKey: 9002 }, null, 0.3048],
    [{ VerticalUnitsGeoKey: 9003 }, "m", 1],
    [{ VerticalCSTypeGeoKey: 6360 }, null, US_FOOT],
    [{ VerticalCSTypeGeoKey: 8228 }, null, 0.3048],
    // Heights of NAVD88, of EGM96, and of Canada's GCVD54 in feet.
    [{ VerticalCSTypeGeoKey: 5703 }, null, 1],
    [{ VerticalCSTypeGeoKey: 5773 }, null, 1],
    [{ VerticalCSTypeGeoKey: 6130 }, null, 0.3048],
    [{ VerticalCSTypeGeoKey: 8052 }, null, US_FOOT],
    [{ VerticalCSTypeGeoKey: 32_767 }, null, null],
    // Depths grow downwards.
    [{ VerticalCSTypeGeoKey: 5715 }, null, "raster_unit_unknown"],
    [{ VerticalCSTypeGeoKey: 6358 }, null, "raster_unit_unknown"],
    [{ VerticalCitationGeoKey: "NAVD88 height (ftUS)" }, null, US_FOOT],
    [{ VerticalCitationGeoKey: "EGM2008 height (ft)" }, null, 0.3048],
    [{ VerticalCitationGeoKey: "EGM2008 height" }, null, null],
    [{}, "fathom", "raster_unit_unknown"],
    [{ VerticalUnitsGeoKey: 9014 }, null, "raster_unit_unknown"],
  ])("of %j with %s", (keys, unit, wanted) => {
    const found = reasonOf(() => metresPerHeight(keys, unit));
    if (typeof wanted === "number") expect(found).toBeCloseTo(wanted, 12);
    else expect(found).toBe(wanted);
  });
});

describe("scale and offset", () => {
  const metadata = (items: string) => `<GDALMetadata>${items}</GDALMetadata>`;
  const open = (items: string) =>
    openRaster(
      memorySource(
        tiffOf([
          {
            width: 4,
            height: 1,
            sample: "int16",
            nodata: -9,
            value: (column) => (column === 3 ? -9 : column),
            metadata: metadata(items),
          },
        ]),
      ),
    );
  const whole = { column: 0, row: 0, width: 4, height: 1 };

  it("turn stored numbers into values; nodata is one as it is stored", async () => {
    const raster = await open(
      '<Item name="OFFSET" sample="0" role="offset">100</Item><Item name="SCALE" sample="0" role="scale">0.5</Item><Item name="UNITTYPE" sample="0" role="unittype">degC</Item><Item name="DESCRIPTION">none</Item>',
    );
    expect(Array.from(await raster.read(whole, 0))).toEqual([100, 100.5, 101, NaN]);
    expect(raster.units).toEqual(["degC"]);
  });

  it.each(["0", "x", ""])("a scale of %j is refused", async (text) => {
    const item = `<Item name="SCALE" sample="0" role="scale">${text}</Item>`;
    const cause: unknown = await open(item).catch((fault: unknown) => fault);
    expect(isFailure(cause) && cause.problems[0]).toMatchObject({
      reason: "raster_broken",
      values: { part: "scale" },
    });
  });
});
