// Downloads of the listed observations, made by the server with the same filters.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { addressOf } from "../../client/address.ts";
import { plantIdAtom } from "../plant/plant.ts";
import { saveSigned } from "../shell/save-file.ts";
import { showFault } from "../shell/toast.ts";
import { observationQueryAtom } from "./filter.ts";

/** Downloads exactly the observations of the list; shows an error where that fails. */
export const exportObservations = atom(
  null,
  async (get, _set, format: "csv" | "geojson" | "xlsx"): Promise<void> => {
    const id = get(plantIdAtom);
    if (id === null) return;
    const { filters, component_filter, columns_selection } = get(observationQueryAtom);
    const query = {
      format,
      ...(filters.length > 0 && { filters: JSON.stringify(filters) }),
      ...(component_filter && { component_filter: JSON.stringify(component_filter) }),
      ...(columns_selection && { columns_selection: JSON.stringify(columns_selection) }),
    };
    try {
      await saveSigned(addressOf(api.observation.export, { params: { id }, query }));
    } catch (cause) {
      showFault(cause);
    }
  },
);
