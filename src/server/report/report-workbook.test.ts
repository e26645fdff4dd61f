// The workbook of a report lists what the panel of findings lists, each with what was decided of its own fault.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, expect, it } from "vitest";
import { lossDefaults } from "../../domain/loss/loss-settings.ts";
import { noSpread } from "../../domain/loss/loss-spread.ts";
import { keyFigureByKey } from "../../domain/key-figure/key-figure.ts";
import type { Chapter } from "./report-chapter.ts";
import { writeWorkbook } from "./report-workbook.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "workbook-"));
});
afterAll(() => rm(folder, { recursive: true }));

const classOf = (key: string, name: string) =>
  keyFigureByKey(key)!.classes.find((one) => one.key === name)!.value;
const HOT = classOf("tube_fault_type", "hydrogen");
const state = (component_type: string, row: number, fault_type: number, crew: string) =>
  ({
    component_type,
    row,
    fault_type,
    status: "assigned",
    assignee: null,
    assignee_id: null,
    crew,
    due_on: null,
    is_settled: false,
    open_faults: [fault_type],
  }) as const;

/** Two tubes, of which the second one has hydrogen, and three collectors with a stuck, no and a twisted one. */
function scene(hasLead = true, more: readonly object[] = []): Chapter {
  const read = (key: string, values: Uint8Array) => {
    const figure = keyFigureByKey(key)!;
    return { figure, values, limits: figure.limits };
  };
  const tubes = read("glass_tube_temperature", Uint8Array.of(1, 3));
  const collectors = ["stuck", "none", "twisted"].map((name) => classOf("sca_fault_type", name));
  const figures = [
    tubes,
    read("tube_fault_type", Uint8Array.of(0, HOT)),
    read("sca_fault_type", Uint8Array.from(collectors)),
  ];
  const exists = { absorber_tube: Uint8Array.of(1, 1), sca: Uint8Array.of(1, 1, 1) } as const;
  const none = { settled_dangers: [], dangers: [] };
  const repair = (reason: string) => ({
    action: "replace_tube",
    component_type: "absorber_tube",
    rows: [1],
    reason,
    is_safety: false,
    loss: { kw: 0, mwh: 0, money: 0 },
    spread: noSpread,
    units: 1,
    each: { hours: 1, parts: 1, cost: 1 },
  });
  return {
    data: {
      lead: hasLead ? tubes : null,
      figures,
      findings: Uint32Array.from(hasLead ? [1] : []),
      of: (key: string) => figures.find(({ figure }) => figure.key === key),
      exists: (type: keyof typeof exists) => exists[type] ?? new Uint8Array(),
      level: (type: string) => ({
        names: { dtId: (row: number) => `${type} ${row}` },
        geometry: { parent: new Uint32Array(0) },
      }),
      place: () => ({ path: "", lon: 0, lat: 0 }),
      name: () => "",
      counts: () => [],
    },
    brief: none,
    loss: {
      of: () => null,
      repairs: [repair("glass_tube_temperature"), repair("missing_glass_tube")],
    },
    input: {
      loss: lossDefaults,
      // A crew sees to the missing glass of the tube that has hydrogen, and one to the twisted collector.
      states: [
        state("absorber_tube", 1, HOT, "Tube crew"),
        state("sca", 2, collectors[0]!, "Other"),
        ...more,
      ],
      survey: { columns: [] },
      twin: { version: 1 },
    },
    words: {
      t: (key: string) => key,
      nameOf: ({ key }: { key: string }) => key,
      faultOf: (_: unknown, fault: number | null) => String(fault),
      valueOf: () => "value",
      originOf: () => "measured",
      limitsOf: () => "",
    },
  } as unknown as Chapter;
}

/** Rows of a sheet below its head, as texts by the letter of their column. */
async function sheet(at: number, hasLead = true, more: readonly object[] = []) {
  const path = join(folder, "book.xlsx");
  await writeWorkbook(path, scene(hasLead, more));
  const parts = unzipSync(new Uint8Array(await readFile(path)));
  const rows = strFromU8(parts[`xl/worksheets/sheet${at}.xml`]!).split("<row ").slice(2);
  return rows.map((row) =>
    Object.fromEntries(
      Array.from(row.matchAll(/<c r="([A-Z]+)\d+"[^>]*>(.*?)<\/c>/gs), ([, column, cell]) => [
        column!,
        cell!.replaceAll(/<[^>]*>/g, ""),
      ]),
    ),
  );
}

it("lists the findings of all types of components", async () => {
  const rows = await sheet(1);
  expect(rows.map(({ A, G }) => [A, G])).toEqual([
    ["absorber_tube 1", String(HOT)],
    ["sca 0", String(classOf("sca_fault_type", "stuck"))],
    ["sca 2", String(classOf("sca_fault_type", "twisted"))],
  ]);
});

it("lists the faults that were found also where no key figure stands for the plant", async () => {
  const rows = await sheet(1, false);
  expect(rows.map(({ A }) => A)).toEqual(["absorber_tube 1", "sca 0", "sca 2"]);
});

it("tells all unfinished decisions about the fault of one component, with who sees to each", async () => {
  const more = [
    state("absorber_tube", 1, 0, "East"),
    { ...state("absorber_tube", 1, HOT, ""), crew: null, due_on: "2026-12-24" },
  ];
  const [first] = await sheet(1, true, more);
  const [status, crew, due] = Object.values(first!).slice(-3);
  expect(String(status).split("; ")).toHaveLength(3);
  expect(String(status)).toContain(`${HOT}: finding:status.assigned`);
  expect([crew, due]).toEqual(["Tube crew; East; –", "–; –; 2026-12-24"]);
});

it("says of a finding and a repair what was decided of that fault, and not of another one", async () => {
  const crews = (await sheet(1)).map((row) =>
    Object.values(row).find((one) => /crew|Other/.test(String(one))),
  );
  expect(crews).toEqual(["Tube crew", undefined, undefined]);
  const repairs = (await sheet(3)).map((row) => Object.values(row).includes("Tube crew"));
  // Hydrogen warms the glass; it breaks none.
  expect(repairs).toEqual([true, false]);
});
