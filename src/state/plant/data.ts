// The worker that holds the data of the plant on the map.
import { startPlantData, type AskPlantData } from "../../client/plant-data.ts";

let running: ReturnType<typeof startPlantData> | null = null;

/** Asks the worker of the plant on the map; it starts with the first ask. */
export const askData: AskPlantData = (verb, ask, options) => {
  running ??= startPlantData();
  return running.ask(verb, ask, options);
};

/** Ends the worker with all it holds; what is still asked rejects with an AbortError. */
export function stopData(): void {
  running?.stop();
  running = null;
}
