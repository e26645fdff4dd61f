// The serial numbers in the package for a maker: that of the faulty module, also after another one stands there.
import { readFile, rm } from "node:fs/promises";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, expect, it } from "vitest";
import { csvLines } from "../../../tests/fixtures/csv-lines.ts";
import { HOT, openFindingHost, type FindingHost } from "../../../tests/fixtures/finding-host.ts";
import { pageTexts } from "../../../tests/fixtures/pdf-text.ts";
import { api } from "../../api/index.ts";
import { report } from "../store/schema/report.ts";
import { makeWorkFolder } from "../store/work-folder.ts";
import { warrantyInput } from "./read-warranty.ts";
import { writeWarranty } from "./write-warranty.ts";

let host: FindingHost;
const surveys: number[] = [];
beforeAll(async () => {
  host = await openFindingHost("Serials");
  for (const day of ["2026-01-10", "2026-03-10"]) {
    const id = await host.survey(`Of ${day}`, day, [HOT, HOT, HOT]);
    await host.show(id, "released");
    surveys.push(id);
  }
  const give = async (index: number, serial: string, before: string | null = null) => {
    const { component_type, dt_id } = host.place(index);
    const ending = before === null ? null : "replaced";
    const typed = { serial, before, source: "typed", ending, fitted_on: null } as const;
    const { status } = await host.server.ask(api.serialNumber.change, "viewer", {
      params: { id: host.plant.plant_id },
      body: { component_type, dt_id, ...typed },
    });
    expect(status).toBe(200);
  };
  await give(0, "FAULTY-0");
  await give(1, "FAULTY-1");
  await host.set(
    surveys[1]!,
    0,
    { rma: "claimed", rma_claim: "C-7" },
    { rma: "replaced", new_serial: "NEW-0", replaced_on: "2026-02-01" },
  );
  // Without its day: the former number was read after the flights, so it was that of the module which they saw.
  await give(1, "NEW-1", "FAULTY-1");
});
afterAll(() => host.server.close());

/** Serial number and new one of each finding in the table, and the cover, of the package of a survey. */
async function packed(analysis_id: number) {
  const { db } = host.server.database.owner;
  const services = { ...host.server.services, db };
  const { plant_id } = host.plant;
  const [row] = await db
    .insert(report)
    .values({ plant_id, analysis_id, title: "Claim", locale: "en", sections: [], kind: "warranty" })
    .returning();
  const lives = await host.list();
  const folder = await makeWorkFolder(services.settings.data_dir, "warranty");
  const findings = [0, 1, 2].map((index) => {
    const place = host.place(index);
    return { ...place, life_id: lives.find(({ dt_id }) => dt_id === place.dt_id)?.id ?? null };
  });
  const maker = { from: "name", name: "ACME" } as const;
  const wanted = { key_figure_ids: [], maker, findings, folder };
  const input = await warrantyInput(services, row!, wanted);
  await writeWarranty(services.files, input);
  const files = unzipSync(new Uint8Array(await readFile(input.path)));
  await rm(folder, { recursive: true });
  const lines = csvLines(files["ACME/findings.csv"]!);
  const cover = pageTexts(Buffer.from(files["ACME/README.pdf"]!)).join(" ");
  return {
    serials: lines.map((one) => [one["Serial number"], one["New serial number"]]),
    cover: cover.replaceAll(/\s+/g, " "),
  };
}

it("are those of the modules that were measured, with the new one beside them", async () => {
  const { serials, cover } = await packed(surveys[0]!);
  expect(serials).toEqual([
    ["FAULTY-0", "NEW-0"],
    ["FAULTY-1", ""],
    ["", ""],
  ]);
  expect(cover).toContain("FAULTY-0, replaced by NEW-0");
  expect(cover).toContain("Findings with a serial number 2");
});

it("are those of the new module where the next survey shows the fault at it", async () => {
  const { serials, cover } = await packed(surveys[1]!);
  expect(serials[0]).toEqual(["NEW-0", ""]);
  expect(cover).not.toContain("FAULTY-0");
});
