// A plant that is changed outside of the drawing of its areas: its first take-off position.
import { failure } from "../../domain/error.ts";
import {
  flightAreaProblems,
  takeOffsWith,
  type FlightRules,
} from "../../domain/flight/area/flight-area.ts";
import { plantTakeOffRefusal, type Plant, type PlantChanges } from "../../domain/plant/plant.ts";

/** @throws BAD_REQUEST for a plant that is flown and has no take-off position */
export function requireTakeOff(plant: Parameters<typeof plantTakeOffRefusal>[0]): void {
  const refusal = plantTakeOffRefusal(plant);
  if (refusal) throw failure("BAD_REQUEST", refusal);
}

/** The columns of another first take-off position; none where it stays. @throws BAD_REQUEST for a wrong one */
export function takeOffChange(
  rules: FlightRules,
  plant: Plant,
  { take_off_position: place = plant.take_off_position, drone_in_a_box }: PlantChanges,
): Partial<Pick<Plant, "take_off_positions" | "flight_area_version">> {
  const isMoved = String(place) !== String(plant.take_off_position);
  // What was so before does not stand in the way of another change.
  if (isMoved || (drone_in_a_box === true && !plant.drone_in_a_box)) {
    const isBoxed = drone_in_a_box ?? plant.drone_in_a_box;
    requireTakeOff({ ...plant, take_off_position: place, drone_in_a_box: isBoxed });
  }
  if (!isMoved) return {};
  const take_off_positions = takeOffsWith(plant.take_off_positions, place);
  const problems = flightAreaProblems({ ...plant, take_off_positions }, rules);
  const own = problems.find(({ field }) => field === "take_off_positions");
  if (own) throw failure("BAD_REQUEST", { ...own, field: "take_off_position" });
  return { take_off_positions, flight_area_version: plant.flight_area_version + 1 };
}
