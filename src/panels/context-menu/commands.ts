// The actions of the context menu in the palette: for the open component.
import type { Getter } from "jotai";
import { openRowAtom } from "../../state/plant/component/component.ts";
import { placeActions, positionOf, type Place } from "../../state/plant/component/place-action.ts";
import type { Command } from "../../state/shell/shortcut.ts";

function openPlace(get: Getter): Place | null {
  const component = get(openRowAtom);
  const position = component && get(positionOf)(component);
  return position ? { component, position } : null;
}

/** The card is open already, and `select` has a key of its own. */
const left = new Set(["open_card", "select"]);

export const placeCommands: readonly Command[] = placeActions
  .filter(({ id }) => !left.has(id))
  .map((action) => ({
    id: `place-${action.id}`,
    name: action.name,
    group: "place-action:of_open",
    isEnabled: (get) => {
      const place = openPlace(get);
      return place !== null && action.isOffered(get, place);
    },
    run: (get, set) => {
      const place = openPlace(get);
      if (place) action.run(get, set, place);
    },
  }));
