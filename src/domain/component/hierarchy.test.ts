import { describe, expect, it } from "vitest";
import { NO_ROW, type Geometry } from "./component-index.ts";
import type { ComponentType } from "./component.ts";
import {
  childrenOf,
  descendantsOf,
  joinPath,
  parentOf,
  parentsOf,
  walk,
  type Levels,
} from "./hierarchy.ts";

type Place = {
  readonly parent?: number;
  readonly x: number;
  readonly y: number;
  readonly gone?: true;
};
function level(places: readonly Place[], rotation = 0): Geometry {
  return {
    count: places.length,
    parent: Uint32Array.from(places, ({ parent = NO_ROW }) => parent),
    centreX: Float32Array.from(places, ({ x }) => x),
    centreY: Float32Array.from(places, ({ y }) => y),
    length: Float32Array.from(places, ({ gone }) => (gone ? 0 : 5)),
    rotation: new Float32Array(places.length).fill(rotation),
  } as unknown as Geometry;
}

/** Two groups; trackers that run east; modules in two rows along the first tracker. */
const levels: Levels = new Map<ComponentType, Geometry>([
  [
    "tracker_group",
    level([
      { x: 50, y: 0 },
      { x: 0, y: 0 },
    ]),
  ],
  [
    "tracker",
    level(
      [
        { parent: 0, x: 50, y: 0 },
        { parent: 0, x: 40, y: 0 },
        { x: 9, y: 9 },
      ],
      0,
    ),
  ],
  [
    "module",
    level([
      { parent: 0, x: 52, y: -1 },
      { parent: 0, x: 52, y: 1 },
      { parent: 0, x: 51, y: 1 },
      { parent: 0, x: 51, y: -1 },
      { parent: 0, x: 50, y: 0, gone: true },
      { parent: 1, x: 40, y: 0 },
    ]),
  ],
]);
const at = (component_type: ComponentType, row: number) => ({ component_type, row });

describe("the hierarchy of a plant", () => {
  it("leads up to the top, nearest first", () => {
    expect(parentOf(levels, at("module", 5))).toEqual(at("tracker", 1));
    expect(parentsOf(levels, at("module", 5))).toEqual([at("tracker", 1), at("tracker_group", 0)]);
    expect(parentsOf(levels, at("tracker_group", 1))).toEqual([]);
    // A tracker in no group.
    expect(parentOf(levels, at("tracker", 2))).toBeNull();
    expect(parentOf(new Map(), at("module", 0))).toBeNull();
    expect(parentOf(levels, at("module", 99))).toBeNull();
  });

  it("gives children along the parent, without removed ones", () => {
    // Along a tracker that runs east: from west to east; across it from north to south.
    expect([...childrenOf(levels, "module", 0)]).toEqual([2, 3, 1, 0]);
    expect([...childrenOf(levels, "tracker", 0)]).toEqual([1, 0]);
    expect([...childrenOf(levels, "tracker_group", NO_ROW)]).toEqual([1, 0]);
    expect([...childrenOf(levels, "module", 2)]).toEqual([]);
    expect([...childrenOf(levels, "loop", NO_ROW)]).toEqual([]);
  });

  it("gives children along a parent that runs north, or diagonally", () => {
    const childrenAt = (rotation: number, places: Place[]) => {
      const turned: Levels = new Map<ComponentType, Geometry>([
        ["tracker", level([{ x: 0, y: 0 }], rotation)],
        ["module", level(places.map((place) => ({ ...place, parent: 0 })))],
      ]);
      return [...childrenOf(turned, "module", 0)];
    };
    const places = [
      { x: 1, y: 9 },
      { x: 2, y: 4 },
      { x: 8, y: 2 },
      { x: 30, y: -3 },
    ];
    expect(childrenAt(0, places)).toEqual([0, 1, 2, 3]);
    expect(childrenAt(Math.PI / 2, places)).toEqual([3, 2, 1, 0]);
    // To the north-east: x + y is 10, 6, 10.5 and 27.
    expect(childrenAt(Math.PI / 4, [places[0]!, places[1]!, { x: 8.5, y: 2 }, places[3]!])).toEqual(
      [1, 0, 2, 3],
    );
    // To the north-west: y - x is 8, 2, -6 and -33.
    expect(childrenAt((3 * Math.PI) / 4, places)).toEqual([3, 2, 1, 0]);
  });

  it("is walked by the arrow keys", () => {
    expect(walk(levels, at("module", 3), "up")).toEqual(at("tracker", 0));
    expect(walk(levels, at("tracker", 0), "down")).toEqual(at("module", 2));
    expect(walk(levels, at("tracker", 2), "down")).toBeNull();
    expect(walk(levels, at("module", 0), "down")).toBeNull();
    expect(walk(levels, at("module", 3), "next")).toEqual(at("module", 1));
    expect(walk(levels, at("module", 3), "previous")).toEqual(at("module", 2));
    expect(walk(levels, at("module", 2), "previous")).toBeNull();
    expect(walk(levels, at("module", 0), "next")).toBeNull();
    expect(walk(levels, at("tracker_group", 1), "next")).toEqual(at("tracker_group", 0));
    expect(walk(levels, at("tracker_group", 1), "up")).toBeNull();
  });

  it("is written without the part of a name that repeats its parent's name", () => {
    expect(joinPath(["L116", "L116-S2", "L116-S2-E12"])).toBe("L116 › S2 › E12");
    expect(joinPath(["L1", "S2", "L1/S3"])).toBe("L1 › S2 › L1/S3");
    expect(joinPath(["A", "A"])).toBe("A › A");
    expect(joinPath(["A", "A_ :1", ""])).toBe("A › 1 › ");
    expect(joinPath([])).toBe("");
  });
});

describe("the components below one", () => {
  const below = (type: ComponentType, over: ReturnType<typeof at>) => [
    ...descendantsOf(levels, type, over),
  ];

  it("are found at any depth, without those that are gone", () => {
    expect(below("module", at("tracker", 0))).toEqual([0, 1, 2, 3]);
    expect(below("module", at("tracker_group", 0))).toEqual([0, 1, 2, 3, 5]);
    expect(below("tracker", at("tracker_group", 0))).toEqual([0, 1]);
  });

  it("are none where there are none, and the component itself on its own level", () => {
    expect(below("module", at("tracker_group", 1))).toEqual([]);
    expect(below("module", at("module", 5))).toEqual([5]);
    expect(below("module", at("module", 4))).toEqual([]);
    expect(below("tracker", at("module", 1))).toEqual([]);
    expect(below("mirror", at("tracker", 0))).toEqual([]);
  });
});
