// Opens plant 1 of two-plants.fixture.ts with all its work under way.
import type { createStore } from "jotai";
import type { Permission } from "../../domain/account/permission.ts";
import { endPlant } from "../shell/lifetime.ts";
import { settle, signedInStore } from "../shell/signed-in.fixture.ts";
import { openPlant } from "./open-plant.ts";
import { startPlantWork } from "./plant-work.ts";

type Opened = { readonly store: ReturnType<typeof createStore>; readonly close: () => void };

/** Resolves when the plant is open; delayed work may still be running. */
export async function openedPlant(
  query = "",
  permissions: readonly Permission[] = [],
): Promise<Opened> {
  history.replaceState(null, "", `/plant/1?${query}`);
  const store = signedInStore(permissions);
  const opened = store.set(openPlant, 1, query);
  const stop = startPlantWork(store);
  await opened;
  await settle();
  return {
    store,
    close: () => {
      stop();
      store.set(endPlant);
    },
  };
}
