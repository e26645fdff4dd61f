// How well known faults of mirrors are found by their colours, by class, size and ground sampling distance.
import { evaluationSettings as settings } from "../../src/domain/evaluation/evaluation-settings.ts";
import { mirrorsSeen } from "../../src/domain/evaluation/visible/visible-finding.ts";
import type { Colour } from "../../src/domain/evaluation/visible/visible-pattern.ts";
import {
  elements,
  ground,
  mirrors,
  visibleScene,
} from "../../src/domain/evaluation/visible/visible-scene.fixture.ts";
import { surveyVisible } from "../../src/domain/evaluation/visible/visible-survey.ts";
import type { Report } from "./report.ts";

const steel: Colour = [0.3, 0.28, 0.27];
type Paint = (u: number, v: number, sky: Colour) => Colour;
type Fault = { readonly key: string; readonly value: number; readonly paint: Paint };

const dust =
  (share: number): Paint =>
  (_u, _v, sky) => [
    sky[0] + (1 - sky[0]) * share,
    sky[1] + (1 - sky[1]) * share,
    sky[2] + (1 - sky[2]) * share,
  ];
const corner =
  (side: number): Paint =>
  (u, v, sky) =>
    u < side && v < side ? ground : sky;
const band =
  (width: number): Paint =>
  (_u, v, sky) =>
    v < width ? steel : sky;

/** Sizes of a mirror of 1.6 m; classes of key-figure-mirror.ts. */
export const mirrorFaults: Readonly<Record<string, Fault>> = {
  "missing mirror": { key: "mirror_missing", value: 1, paint: () => ground },
  "broken mirror, a third": {
    key: "mirror_damage",
    value: 3,
    paint: (u, v, sky) => (u + v > 1.2 ? ground : sky),
  },
  "chipped corner, 0.4 m": { key: "mirror_damage", value: 1, paint: corner(0.25) },
  "chipped corner, 0.3 m": { key: "mirror_damage", value: 1, paint: corner(0.19) },
  "corroded edge, 0.24 m": { key: "mirror_damage", value: 2, paint: band(0.15) },
  "corroded edge, 0.13 m": { key: "mirror_damage", value: 2, paint: band(0.08) },
  "light soiling, 5 % lost": { key: "mirror_soiling", value: 1, paint: dust(0.1) },
  "moderate soiling, 8 % lost": { key: "mirror_soiling", value: 2, paint: dust(0.16) },
  "heavy soiling, 15 % lost": { key: "mirror_soiling", value: 3, paint: dust(0.3) },
};
const names = Object.keys(mirrorFaults);
/** The four rows of mirrors reflect different parts of the sky. */
export function skyOf(row: number): Colour {
  const facet = Math.floor((row % 28) / 7);
  return [0.25 + 0.05 * facet, 0.35 + 0.05 * facet, 0.55 + 0.04 * facet];
}
/** Enough that each fault lies in each of the four rows of mirrors, which reflect other parts of the sky. */
const surveys = 4;

export async function visibleBench(report: Report): Promise<void> {
  for (const pixel of [0.04, 0.08, 0.02]) {
    const counts = new Map(names.map((name) => [name, { found: 0, all: 0, wrong: 0 }]));
    for (let seed = 1; seed <= surveys; seed++) {
      const truth = (row: number) =>
        row % 4 === seed % 4 ? names[Math.floor(row / 4) % (3 * names.length)] : undefined;
      const layer = {
        geometry: mirrors,
        at: (row: number, u: number, v: number) => {
          const sky = skyOf(row);
          return mirrorFaults[truth(row) ?? ""]?.paint(u, v, sky) ?? sky;
        },
      };
      const { raster, toPixel } = visibleScene([layer], { pixel, seed });
      const { seen } = await surveyVisible(raster, mirrors, toPixel, settings);
      const columns = mirrorsSeen(mirrors, elements, seen, settings);
      for (const [name, { key, value }] of Object.entries(mirrorFaults)) {
        const count = counts.get(name)!;
        for (let row = 0; row < mirrors.count; row++) {
          const isSaid = columns[key]?.[row] === value;
          if (truth(row) === name) {
            count.all += 1;
            if (isSaid) count.found += 1;
          } else if (
            isSaid &&
            (mirrorFaults[truth(row) ?? ""]?.key !== key ||
              mirrorFaults[truth(row) ?? ""]?.value !== value)
          ) {
            count.wrong += 1;
          }
        }
      }
    }
    for (const [name, { found, all, wrong }] of counts) {
      const said = found + wrong;
      report({
        name: `${name}; ${pixel * 100} cm: recall`,
        unit: "%",
        ours: (100 * found) / all,
        baseline: "injected",
        theirs: null,
        higher_is_better: true,
        note:
          said === 0 ? "none said" : `precision ${((100 * found) / said).toFixed(0)} % of ${said}`,
      });
    }
  }
}
