// Metered energy in a workbook with real times: quarters of an hour that the sheet adds up, and their midnights.
import { expect, it } from "vitest";
import { book, row } from "../../table-file/book.fixture.ts";
import { reader } from "./meter-reader.ts";

/** A style whose format is the given one. */
const styled = (format: string) => ({
  "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="s0" Type="x/worksheet" Target="worksheets/s0.xml"/><Relationship Id="y" Type="x/styles" Target="styles.xml"/></Relationships>`,
  "xl/styles.xml": `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="${format}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="200"/></cellXfs></styleSheet>`,
});

it.each(["dd/mm/yyyy hh:mm", "yyyy-mm-dd"])(
  "is read by days with the format %s",
  async (format) => {
    const lines = [row(1, ["time", "INV 1 (kWh)"])];
    // 2026-06-01, and quarters that are added one by one, as a sheet does: they drift.
    let serial = 46_174;
    for (let at = 0; at < 192; at += 1) {
      lines.push(`<row r="${at + 2}"><c s="1"><v>${serial}</v></c><c><v>1.5</v></c></row>`);
      serial += 1 / 96 + 1e-10;
    }
    const facts = {
      values: "energy" as const,
      stamp: "begin" as const,
      given_zone: "America/Santiago",
      plant_zone: "America/Santiago",
      nominal_capacity: 10,
      now: Date.parse("2027-01-01T00:00:00Z"),
    };
    const bytes = book({ sheets: { Data: lines.join("") }, parts: styled(format) });
    const input = { name: "energy.xlsx", bytes, sheet: undefined, facts };
    const { meters, interval_minutes } = await reader(input, async () => undefined);
    expect(interval_minutes).toBe(15);
    expect(meters).toMatchObject([
      { name: "INV 1", day: ["2026-06-01", "2026-06-02"], days: [1, 1] },
    ]);
    expect(meters[0]!.kwh).toEqual([expect.closeTo(144, 9), expect.closeTo(144, 9)]);
    expect(meters[0]!.covered).toEqual([expect.closeTo(1, 9), expect.closeTo(1, 9)]);
  },
);

const wide = (count: number) => [
  "time",
  ...Array.from({ length: count }, (_, at) => `INV ${at} (kWh)`),
];
const wideFacts = {
  values: "energy" as const,
  stamp: "begin" as const,
  given_zone: "America/Santiago",
  plant_zone: "America/Santiago",
  nominal_capacity: 10,
  now: Date.parse("2027-01-01T00:00:00Z"),
};
const readWide = (name: string, bytes: Uint8Array) =>
  reader({ name, bytes, sheet: undefined, facts: wideFacts }, async () => undefined);

it.each(["csv", "xlsx"])("has a column for each of 1,500 string inverters as %s", async (kind) => {
  const lines = [
    wide(1500),
    ...["10", "11"].map((hour) => [`2026-06-01 ${hour}:00`, ...Array(1500).fill("1")]),
  ];
  const bytes =
    kind === "csv"
      ? new TextEncoder().encode(lines.map((line) => line.join(",")).join("\n"))
      : book({ sheets: { Data: lines.map((line, at) => row(at + 1, line)).join("") } });
  const { meters } = await readWide(`energy.${kind}`, bytes);
  expect(meters).toHaveLength(1500);
  expect(meters[1499]).toMatchObject({ name: "INV 1499", kwh: [2] });
});

it("has no more columns than a table can have meters", async () => {
  const bytes = new TextEncoder().encode(`${wide(2200).join(",")}\n`);
  await expect(readWide("energy.csv", bytes)).rejects.toMatchObject({
    problems: [{ reason: "csv_too_many_fields" }],
  });
});
