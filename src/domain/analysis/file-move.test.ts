import { expect, it } from "vitest";
import { fileMoveRefusal } from "./file-move.ts";

const from = { plant_id: 1, customer_id: 1 };

it.each([
  ["within a plant", from, false, false, null],
  [
    "to another plant by a user",
    { plant_id: 2, customer_id: 1 },
    false,
    true,
    "files_of_other_plant",
  ],
  [
    "to another plant unasked",
    { plant_id: 2, customer_id: 1 },
    true,
    false,
    "files_of_other_plant_unconfirmed",
  ],
  ["to another plant by an admin who confirms", { plant_id: 2, customer_id: 1 }, true, true, null],
  ["to another customer", { plant_id: 3, customer_id: 2 }, true, true, "files_of_other_customer"],
])("files move %s", (_, to, is_admin, to_other_plant, reason) => {
  expect(fileMoveRefusal({ from, to, is_admin, to_other_plant })?.reason ?? null).toBe(reason);
});
