// What the server counts from the values of an analysis. It counts again after every change of a value or a limit.
import { reload } from "../../shell/query.ts";
import { plantKey } from "../plant.ts";

const counted = ["headline", "loss", "repairs", "component"] as const;

/** Fetches it again where it is shown; of all analyses of the plant without an ID. */
export async function reloadCounted(id?: number): Promise<void> {
  await Promise.all(
    counted.map((name) =>
      reload(id === undefined || name === "component" ? plantKey(name) : plantKey(name, id)),
    ),
  );
}
