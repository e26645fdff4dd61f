import { expect, test } from "vitest";
import { plantFormShape } from "../../domain/plant/plant.ts";
import { emptyDraft, formOf, missingFields, missingOf } from "./plant-draft.ts";

const complete = {
  ...emptyDraft(3),
  name: " Rio Claro ",
  nominal_capacity: 33,
  mounting_type: "tracked" as const,
  lon: -60.1,
  lat: -31.5,
};

test("an empty form lists all required fields", () => {
  expect(missingOf(emptyDraft(1))).toEqual([
    "name",
    "nominal_capacity",
    "mounting_type",
    "position",
  ]);
});

test("a missing position is reported at both of its fields, a missing customer at its own", () => {
  expect(missingFields({ ...emptyDraft(0), ...complete, customer_id: 0, lat: NaN })).toEqual([
    { reason: "field_missing", field: "lat" },
    { reason: "field_missing", field: "lon" },
    { reason: "field_missing", field: "customer_id" },
  ]);
});

test("only fixed modules require an orientation", () => {
  expect(missingOf({ ...complete, mounting_type: "fixed" })).toEqual(["mounting_orientation"]);
  expect(missingOf(complete)).toEqual([]);
  expect(missingOf({ ...complete, technology: "parabolic_trough", mounting_type: null })).toEqual(
    [],
  );
});

test("a take-off position must be entered where drones start", () => {
  const missing = ["take_off_position"];
  expect(missingOf({ ...complete, drone_in_a_box: true })).toEqual(missing);
  expect(missingOf({ ...complete, has_flight_polygons: true })).toEqual(missing);
  expect(missingOf({ ...complete, take_off_lat: -31.5 })).toEqual(missing);
  const place = { take_off_lat: -31.5, take_off_lon: -60.1 };
  expect(missingOf({ ...complete, drone_in_a_box: true, ...place })).toEqual([]);
  expect(formOf({ ...complete, ...place })).toMatchObject({ take_off_position: [-60.1, -31.5] });
  expect(formOf(complete)).toMatchObject({ take_off_position: null });
  expect(formOf(complete)).not.toHaveProperty("take_off_lon");
});

test("fields that do not apply to the technology are not sent", () => {
  const trough = plantFormShape.parse(
    formOf({
      ...complete,
      technology: "parabolic_trough",
      mounting_type: "fixed",
      mounting_orientation: "south",
      module_inclination: 30,
    }),
  );
  expect(trough).toMatchObject({
    name: "Rio Claro",
    mounting_type: null,
    module_inclination: null,
    orientation_angle: null,
  });
});
