// One severity per fact: where several key figures speak of the same fact, all of them say the same.
import { describe, expect, test } from "vitest";
import { keyFigureByKey, keyFigures, type Severity } from "./key-figure.ts";
import { severityOf } from "./severity.ts";

/** Power of the module to which the limits in W belong. */
const RATED = 540;
const HOURS = 2000;

/** What each key figure says of a module that loses this part (0 to 1) of its power. */
const lost = (part: number) =>
  ({
    performance_loss: part * 100,
    power_loss: part * RATED,
    energy_loss: (part * RATED * HOURS) / 1000,
  }) as const;

const [GOOD, WATCH, POOR, ACT] = [0, 1, 2, 3] as const;
type Fact = readonly [
  fact: string,
  severity: Severity,
  said: Record<string, number | string | readonly (number | string)[]>,
];

const facts: readonly Fact[] = [
  ["no substring is bypassed", GOOD, { bypass_diode: "none", ...lost(0) }],
  ["one of three substrings is bypassed", POOR, { bypass_diode: "one_substring", ...lost(1 / 3) }],
  ["two of three are", ACT, { bypass_diode: "two_substrings", ...lost(2 / 3) }],
  ["all three are", ACT, { bypass_diode: "three_substrings", ...lost(1) }],
  [
    "the module delivers nothing",
    ACT,
    { module_offline: ["open_circuit", "short_circuit"], open_string: "open", ...lost(1) },
  ],
  [
    "a tube has lost its glass",
    ACT,
    {
      missing_glass_tube: "missing",
      glass_tube_temperature: "glass_missing",
      annulus_gas: "air_likely",
      heat_loss_ratio: 2.5,
    },
  ],
  ["the module is missing", ACT, { module_missing: "missing", ...lost(1) }],
  ["PID is confirmed and takes 20 % of the power", POOR, { pid: "confirmed", ...lost(0.2) }],
  [
    "nothing is warmer than 4 K above its neighbours",
    GOOD,
    { delta_t_normalised: [0, 3.9], class_of_abnormality: "no_abnormality", hotspots: "none" },
  ],
  [
    "4 to 10 K",
    WATCH,
    {
      delta_t_normalised: [4, 7, 9.9],
      class_of_abnormality: "slight_abnormality",
      hotspots: ["single_cell_below_10_k", "several_cells_below_10_k"],
      junction_box: "warm",
    },
  ],
  [
    "10 to 20 K",
    POOR,
    {
      delta_t_normalised: [10, 15, 19.9],
      class_of_abnormality: "thermal_abnormality",
      hotspots: "single_cell_above_10_k",
      diode_overheated: "overheated",
      interconnect_fault: "heated",
    },
  ],
  [
    "20 K and more",
    ACT,
    {
      delta_t_normalised: [20, 60],
      class_of_abnormality: "safety_relevant",
      junction_box: "hot",
    },
  ],
  ...(
    [
      [GOOD, 2.9],
      [WATCH, 3],
      [WATCH, 5.9],
      [POOR, 6],
      [POOR, 9.9],
      [ACT, 10],
    ] as const
  ).map(([severity, dirt]): Fact => [
    `dirt takes ${dirt} % of the light`,
    severity,
    {
      soiling: dirt,
      soiling_ratio: 100 - dirt,
      cleanliness: 100 - dirt,
      mirror_soiling: ["clean", "light", "moderate", "heavy"][severity]!,
    },
  ]),
  ["the tube has its vacuum", GOOD, { hydrogen: [0, 19], annulus_gas: "vacuum" }],
  ["a gas is possible", WATCH, { hydrogen: [20, 49], annulus_gas: "gas_possible" }],
  ["some gas is there", POOR, { hydrogen: [50, 79], annulus_gas: "undetermined_gas" }],
  ["hydrogen is likely", ACT, { hydrogen: [80, 100], annulus_gas: "hydrogen_likely" }],
  [
    "hydrogen fills a tube at 393 °C: 1,013 W/m",
    ACT,
    {
      annulus_gas: "hydrogen_likely",
      glass_tube_temperature: "severe_heat_loss",
      heat_loss_ratio: 1,
      heat_loss: 1013,
      tube_energy_loss: 8.2,
    },
  ],
  [
    "air fills it: 1,370 W/m",
    ACT,
    {
      annulus_gas: "air_likely",
      glass_tube_temperature: "severe_heat_loss",
      heat_loss_ratio: 1.45,
      heat_loss: 1370,
      tube_energy_loss: 14,
    },
  ],
  ...(
    [
      [GOOD, "good", 0.1],
      [WATCH, "vacuum_loss_begins", 0.2],
      [POOR, "moderate_heat_loss", 0.6],
      [ACT, "severe_heat_loss", 1],
    ] as const
  ).map(([severity, glass, ratio]): Fact => [
    `heat loss at r = ${ratio}, 393 °C and 2 m/s`,
    severity,
    {
      glass_tube_temperature: glass,
      heat_loss_ratio: ratio,
      // Vacuum 216 W/m, hydrogen 1,013 W/m.
      heat_loss: 216 + ratio * (1013 - 216),
    },
  ]),
];

function valueOf(key: string, said: number | string): number {
  if (typeof said === "number") return said;
  const found = keyFigureByKey(key)?.classes.find((one) => one.key === said);
  if (!found) throw new Error(`${key} has no class ${said}`);
  return found.value;
}

describe("every key figure that speaks of a fact gives it the same severity", () => {
  test.each(facts)("%s", (_, severity, said) => {
    for (const [key, values] of Object.entries(said)) {
      const figure = keyFigureByKey(key)!;
      for (const one of [values].flat()) {
        expect(severityOf(figure, valueOf(key, one)), `${key} ${one}`).toBe(severity);
      }
    }
  });
});

test("classes are listed by severity", () => {
  for (const { key, classes, direction } of keyFigures) {
    if (direction === "neutral") continue;
    const severities = classes.map(({ severity }) => severity);
    expect(severities, key).toEqual(severities.toSorted());
  }
});

/** The normal distribution up to x, by Simpson's rule from far below. */
function normal(x: number): number {
  const [from, parts] = [-9, 2000];
  if (x <= from) return 0;
  const h = (x - from) / parts;
  let sum = 0;
  for (let i = 0; i <= parts; i++) {
    const weight = i === 0 || i === parts ? 1 : i % 2 === 1 ? 4 : 2;
    sum += weight * Math.exp(-((from + i * h) ** 2) / 2);
  }
  return (sum * h) / 3 / Math.sqrt(2 * Math.PI);
}

/** Part of the rays that hit an absorber of 70 mm, EuroTrough geometry; offset and scatter in mrad. */
function hit(offset: number, sigma: number): number {
  const [focal, half, radius, parts] = [1.71, 5.77 / 2, 0.035, 60];
  let sum = 0;
  for (let i = 0; i < parts; i++) {
    const x = ((i + 0.5) / parts) * half;
    const angle = (radius / (focal + x ** 2 / (4 * focal))) * 1000;
    sum += normal((angle - offset) / sigma) - normal((-angle - offset) / sigma);
  }
  return sum / parts;
}

test("the note on rotations has the energies that the geometry gives", () => {
  const { source } = keyFigureByKey("intercept_factor")!;
  const noted = [...source.matchAll(/(\d+) mrad ([\d.]+) to ([\d.]+)/g)].map(([, ...numbers]) =>
    numbers.map(Number),
  );
  expect(noted.map(([mrad]) => mrad)).toEqual([3, 6, 10]);
  for (const [mrad = NaN, least = NaN, most = NaN] of noted) {
    const digits = mrad === 10 ? 2 : 3;
    const energies = [6.5, 4.5].map((sigma) => hit(mrad, sigma) / hit(0, sigma));
    expect(energies.map((energy) => energy.toFixed(digits))).toEqual(
      [least, most].map((energy) => energy.toFixed(digits)),
    );
  }
});
