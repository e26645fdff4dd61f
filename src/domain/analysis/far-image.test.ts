// Images that were taken far from the plant are said, with how far. A degree of latitude is 111.2 km.
import { expect, test } from "vitest";
import { farImages, kilometresAway } from "./far-image.ts";

const plant = { lon: -70, lat: -24, area: null };

test("a place 5 km from a plant without an area is near, one degree is 111 km away", () => {
  expect(kilometresAway(plant, -70, -24.04)).toBeNull();
  expect(kilometresAway(plant, -70, -25)).toBeCloseTo(111.2, 0);
});

test("images are counted once by their name, and those without a place are not", () => {
  const images = [
    { file_name: "a.jpg", lon: -70, lat: 52.44 },
    { file_name: "a.jpg", lon: -70, lat: 52.44 },
    { file_name: "b.jpg", lon: -70, lat: -24 },
    { file_name: "c.jpg", lon: null, lat: null },
  ];
  const said = farImages(images, plant);
  expect(said).toMatchObject({
    reason: "images_far_from_plant",
    values: { count: 1, names: "a.jpg" },
  });
  // 76.44 degrees of latitude.
  expect(Math.round(Number(said!.values!["kilometres"]) / 100)).toBe(85);
  expect(farImages(images.slice(2), plant)).toBeNull();
});

test("more images than a call can have arguments are counted", () => {
  const far = { lon: -70, lat: -25 };
  const images = Array.from({ length: 300_000 }, (_, at) => ({ file_name: `${at}.jpg`, ...far }));
  expect(farImages(images, plant)?.values).toMatchObject({ count: 300_000 });
});
