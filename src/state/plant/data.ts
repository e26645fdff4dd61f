// The worker that holds the data of the plant on the map.
import { startPlantData, type AskPlantData } from "../../client/plant-data.ts";
import { perPlantValue } from "../shell/lifetime.ts";

/** Starts with the first request and ends with the plant; open requests reject then. */
const worker = perPlantValue(({ signal }) => {
  const running = startPlantData();
  signal.addEventListener("abort", running.stop, { once: true });
  return running;
});

/** Asks the worker of the plant on the map; rejects with an AbortError once the plant is closed. */
export const askData: AskPlantData = (verb, ask, options) => worker().ask(verb, ask, options);
