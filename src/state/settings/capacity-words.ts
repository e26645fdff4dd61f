// The capacity of a plant in words, with a sign where it is an estimate.
import type { Plant } from "../../domain/plant/plant.ts";
import { formatNumber, t } from "../shell/locale.ts";

type Capacity = Pick<Plant, "nominal_capacity" | "capacity_estimated">;

/** "49.9", or "≈ 49.9" for one that was estimated from the area; MW. */
export function capacityWords({ nominal_capacity, capacity_estimated }: Capacity): string {
  const number = formatNumber(nominal_capacity, 1);
  return capacity_estimated ? t("plants:estimated", { number }) : number;
}
