import { describe, expect, it } from "vitest";
import { componentDirectory } from "../../domain/component/component-directory.ts";
import { NO_ROW } from "../../domain/component/component-index.ts";
import type { ComponentType } from "../../domain/component/component.ts";
import type { PlantComponents } from "../store/plant/twin-components.ts";
import { componentLookup } from "./serial-component.ts";

type Row = readonly [dt_id: string, pcs: string, parent: number];

/** Two blocks with a tracker "Mesa 1" each, whose modules have the same names. */
function components(): PlantComponents {
  const rows: readonly (readonly [ComponentType, readonly Row[]])[] = [
    [
      "tracker_group",
      [
        ["G1", "Block 1", NO_ROW],
        ["G2", "Block 2", NO_ROW],
      ],
    ],
    [
      "tracker",
      [
        ["T1", "Mesa 1", 0],
        ["T2", "Mesa 1", 1],
        ["T3", "Mesa 2", 1],
      ],
    ],
    [
      "module",
      [
        ["M1", "01", 0],
        ["M2", "01", 1],
        ["M3", "01", 2],
        ["M4", "77", 2],
        ["M5", "01", 0],
      ],
    ],
  ];
  const levels = new Map(
    rows.map(([type, all]) => [
      type,
      {
        row_count: all.length,
        names: {
          count: all.length,
          dtId: (row: number) => all[row]![0],
          pcs: (row: number) => all[row]![1],
        },
        parent: Uint32Array.from(all, ([, , parent]) => parent),
        // M5 was removed.
        exists: type === "module" ? Uint8Array.of(1, 1, 1, 1, 0) : null,
      },
    ]),
  );
  const directory = componentDirectory([...levels].map(([type, one]) => ({ type, ...one })));
  return { twin_version: 1, levels, directory: () => Promise.resolve(directory) };
}

const found = async (component: string, ...within: string[]) => {
  const row = { component, within };
  const at = (await componentLookup(components(), [row]))(row);
  return at === null || typeof at === "string" ? at : at.dt_id;
};

describe("a row of serial numbers finds its component", () => {
  it.each([
    ["by a name that one has", "77", [], "M4"],
    ["by a name that several have, inside of a tracker", "01", ["Mesa 2"], "M3"],
    ["by tracker and block", "01", ["Mesa 1", "Block 2"], "M2"],
    ["by the ID of the tracker", "01", ["T1"], "M1"],
    ["by its ID, whatever stands around it", "M1", ["Block 2"], "M1"],
  ])("%s", async (_, name, within, dt_id) => {
    expect(await found(name, ...within)).toBe(dt_id);
  });

  it.each([
    ["several have the name", "01", [], "several"],
    ["trackers of two blocks have the name of the parent", "01", ["Mesa 1"], "several"],
    ["none of that name is inside", "01", ["Mesa 9"], "apart"],
    ["the only one of that name is elsewhere", "77", ["Block 1"], "apart"],
    ["none has the name", "99", ["Mesa 1"], null],
  ])("unless %s", async (_, name, within, answer) => {
    expect(await found(name, ...within)).toBe(answer);
  });
});
