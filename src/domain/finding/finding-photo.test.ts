import { expect, test } from "vitest";
import type { Observation } from "../observation/observation.ts";
import { photosOfFinding } from "./finding-photo.ts";

const photo = { content_type: "image/jpeg" } as Observation["images"][number];
const voice = { content_type: "audio/mp4" } as Observation["images"][number];
const seen = (
  id: number,
  fault_type: number | null,
  images: Observation["images"] = [],
  finished_ids: number[] = [],
) => ({ id, fault_type, images, finished_ids });
const observations = [
  seen(1, null, [photo]),
  // A note of the component says nothing of the finding.
  seen(2, null),
  seen(3, 10),
  seen(4, 10, [photo]),
  // Another finding of the component.
  seen(5, 7, [photo]),
  seen(6, null, [photo], [90]),
  seen(7, null, [photo], [42]),
  seen(8, null, [], [42]),
  seen(9, null, [voice]),
];
const shown = (life_id: number | null, fault_type = 10) =>
  photosOfFinding(
    { fault_type, life: life_id === null ? null : ({ id: life_id } as never) },
    observations,
  ).map(({ kind, of }) => `${of.id} ${kind}`);

test("with a finding stand its repair, what names it, and photos of its component", () => {
  expect(shown(42)).toEqual(["1 component", "3 finding", "4 finding", "7 repair", "8 repair"]);
});

test("so they do where nothing was decided of it yet", () => {
  expect(shown(null)).toEqual(["1 component", "3 finding", "4 finding"]);
  expect(shown(null, 0)).toEqual(["1 component"]);
});
