// Categories of property values, and clusters of points.
import { expect, test } from "vitest";
import { clustersOf } from "./point-cluster.ts";
import { categoriesOf } from "./value-category.ts";

const property = { options: null, number_ranges: null };

test("every value falls into the category that names it", () => {
  const options = [
    { id: "a", label: "Hail" },
    { id: "b", label: "Bird" },
  ];
  const chosen = categoriesOf({ ...property, data_type: "options", options }, []);
  expect([chosen.of("b"), chosen.of("gone")]).toEqual([1, -1]);

  const ranges = [
    { min: 0, max: 85, label: "Now", colour: "#c92a2a" },
    { min: 85, max: 100, label: "Soon", colour: "#e0b000" },
  ];
  const ranged = categoriesOf(
    { ...property, data_type: "number_range", number_ranges: { unit: "%", ranges } },
    [],
  );
  expect([84.9, 85, 100, 101].map((value) => ranged.of(value))).toEqual([0, 1, 1, -1]);
  expect(ranged.categories.map(({ colour }) => colour)).toEqual(["#c92a2a", "#e0b000"]);

  const ticked = categoriesOf({ ...property, data_type: "checkbox" }, []);
  expect([ticked.of(true), ticked.of(false)]).toEqual([0, 1]);
  expect(
    categoriesOf({ ...property, data_type: "color" }, ["#fff000", "#000fff"]).of("#fff000"),
  ).toBe(1);
});

test("numbers fall into classes of equal width, which cover all of them", () => {
  const numbers = [3, 13, 5.5, 12.99, 8, 3.01];
  const { categories, of } = categoriesOf({ ...property, data_type: "number" }, numbers);
  expect(categories).toHaveLength(5);
  for (const value of numbers) {
    const found = categories[of(value)]!;
    if (found.kind !== "numbers") throw new Error(found.kind);
    expect(value).toBeGreaterThanOrEqual(found.from);
    expect(value).toBeLessThanOrEqual(found.to);
  }
  expect(categoriesOf({ ...property, data_type: "number" }, [7, 7]).of(7)).toBe(0);
});

test("clusters keep every point, its place and the most frequent category", () => {
  const points = Array.from({ length: 500 }, (_, at) => ({
    x: (at * 37) % 101,
    y: (at * 53) % 97,
    category: at % 3,
  }));
  for (const cell of [0.5, 10, 1000]) {
    const clusters = clustersOf(points, cell);
    expect(clusters.reduce((sum, { count }) => sum + count, 0)).toBe(points.length);
    const mass = clusters.reduce((sum, { x, count }) => sum + x * count, 0);
    expect(mass).toBeCloseTo(
      points.reduce((sum, { x }) => sum + x, 0),
      6,
    );
  }
  const [one] = clustersOf(
    [0, 0, 1].map((category) => ({ x: 1, y: 1, category })),
    10,
  );
  expect(one).toMatchObject({ count: 3, category: 0 });
});
