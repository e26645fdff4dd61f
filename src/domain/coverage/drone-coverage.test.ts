import { expect, it } from "vitest";
import { dronesFlown, type DroneImages, type KnownDrone } from "./drone-coverage.ts";

const images = (drone_serial: string | null, count: number): DroneImages => ({
  drone_serial,
  images: count,
  thermal: 0,
  placed: count,
  first_taken_at: null,
  last_taken_at: null,
});
const drone = (id: number, serial_number: string): KnownDrone => ({
  id,
  serial_number,
  internal_identifier: `Drone ${id}`,
  model_name: "Mavic 3T",
});
const facts = { chosen_id: null, seen: null, componentsOf: () => 40 };

it("puts those with most images first, and images without a drone last", () => {
  const all = [images(null, 90), images("A", 5), images("B", 30)];
  const found = dronesFlown({ ...facts, images: all, drones: [] });
  expect(found.map(({ drone_serial }) => drone_serial)).toEqual(["B", "A", null]);
});

it("finds the drone by its number, whatever its case and the blanks around it", () => {
  const all = [images("158ab ", 1), images("9", 1), images(null, 1)];
  const found = dronesFlown({ ...facts, images: all, drones: [drone(1, ""), drone(2, "158AB")] });
  expect(found.map(({ drone_id, drone_name }) => [drone_id, drone_name])).toEqual([
    [2, "Drone 2"],
    [null, null],
    [null, null],
  ]);
});

it("means the drone of the analysis where several have one number", () => {
  const drones = [drone(1, "A"), drone(2, "A")];
  const all = [images("A", 1)];
  expect(dronesFlown({ ...facts, images: all, drones })[0]).toMatchObject({
    drone_id: 1,
    is_chosen: false,
  });
  expect(dronesFlown({ ...facts, images: all, drones, chosen_id: 2 })[0]).toMatchObject({
    drone_id: 2,
    is_chosen: true,
  });
});

it("gives each drone the components that its own images show", () => {
  const seen = [
    { drone_serial: "A", component_type: "module", count: 3 },
    { drone_serial: null, component_type: "module", count: 7 },
  ] as const;
  const all = [images("A", 1), images(null, 1), images("B", 1)];
  const found = dronesFlown({ ...facts, images: all, drones: [], seen });
  expect(found.map((one) => [one.drone_serial, one.seen])).toEqual([
    ["A", [{ component_type: "module", count: 3, component_count: 40 }]],
    ["B", []],
    [null, [{ component_type: "module", count: 7, component_count: 40 }]],
  ]);
});
