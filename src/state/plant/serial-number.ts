// Serial numbers: of the open component, by a search, changed by hand, and taken from a table.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import type { ComponentType } from "../../domain/component/component.ts";
import { limits } from "../../domain/limits.ts";
import { isLine } from "../../domain/text.ts";
import {
  hasSerial,
  type SerialChange,
  type SerialEnding,
  type SerialEntry,
  type SerialFound,
  type SerialImported,
} from "../../domain/serial-number/serial-number.ts";
import { hasCallAtom } from "../account/ask.ts";
import { offlineAtom } from "../account/offline.ts";
import { plantLifetime } from "../shell/lifetime.ts";
import { updateAnswer } from "../shell/mutation.ts";
import { reload, type ServerQuery } from "../shell/query.ts";
import { tableForm, type SentAnswers } from "../shell/table-file.ts";
import { openComponentAtom } from "./component/component.ts";
import { searchTextAtom } from "./component/search.ts";
import { plantIdAtom, plantKey, plantQueryOf } from "./plant.ts";

type Serials = readonly SerialEntry[];
/** Stepping through findings asks nothing of the server. */
const REST_MS = 400;

export const serialsKey = () => plantKey("serials");
export const foundSerialsKey = () => plantKey("serials-found");
const keyOf = (type: ComponentType, dt_id: string) => [...serialsKey(), type, dt_id];

/** Those of the open component, the newest first; idle where it has none of its own. */
export const openSerialsAtom = plantQueryOf((id, get): ServerQuery<Serials> | null => {
  const open = get(openComponentAtom);
  if (!open || !hasSerial(open.component_type) || !get(hasCallAtom)("serialNumber.list")) {
    return null;
  }
  // They are not taken along, and the card works without them.
  if (get(offlineAtom) !== null) return null;
  const query = { component_type: open.component_type, dt_id: open.dt_id };
  return {
    key: keyOf(query.component_type, query.dt_id),
    restMs: REST_MS,
    ask: (options) => call(api.serialNumber.list, { params: { id }, query }, options),
  };
});

/** Components whose serial number has the searched letters; idle for a text that can be none. */
export const foundSerialsAtom = plantQueryOf(
  (id, get): ServerQuery<readonly SerialFound[]> | null => {
    const text = get(searchTextAtom).trim();
    const isShort = text.length < limits.serialSearchLetters;
    if (isShort || text.length > limits.serialLetters || !isLine(text)) return null;
    if (!get(hasCallAtom)("serialNumber.find") || get(offlineAtom) !== null) return null;
    return {
      key: [...foundSerialsKey(), text],
      restMs: REST_MS,
      ask: (options) => call(api.serialNumber.find, { params: { id }, query: { text } }, options),
    };
  },
);

/** Rejects with the refusal, also where somebody changed it meanwhile; then what is stored is shown. */
export const changeSerial = atom(null, async (get, _set, body: SerialChange) => {
  const id = get(plantIdAtom);
  if (id === null) return;
  const { signal } = plantLifetime();
  const key = keyOf(body.component_type, body.dt_id);
  try {
    const answer = await call(api.serialNumber.change, { params: { id }, body });
    if (signal.aborted) return;
    updateAnswer<Serials>(key, () => answer);
    void reload(foundSerialsKey());
  } catch (cause) {
    if (!signal.aborted) void reload(key);
    throw cause;
  }
});

/**
 * Sends a table of serial numbers; `isApplied` false asks what it would change.
 * Rejects with everything that is wrong in it.
 */
export const sendSerials = atom(
  null,
  async (
    get,
    _set,
    file: File,
    given: SentAnswers,
    { isApplied, ending }: { readonly isApplied: boolean; readonly ending: SerialEnding | null },
  ): Promise<SerialImported | null> => {
    const id = get(plantIdAtom);
    if (id === null) return null;
    const query = {
      apply: isApplied ? "yes" : "no",
      ...(ending !== null && { ending }),
    } as const;
    const body = tableForm(file, given);
    const answer = await call(api.serialNumber.importFile, { params: { id }, query, body });
    if (isApplied && get(plantIdAtom) === id) {
      void reload(serialsKey());
      void reload(foundSerialsKey());
    }
    return answer;
  },
);
