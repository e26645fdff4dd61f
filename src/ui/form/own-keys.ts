// Keys that a field handles, without keeping Escape from the popover or dialog that the field stands in.
import type { KeyboardEvent } from "react-aria-components";

/** React Aria ends every key at a field that listens to any; Escape goes on. */
export function ownKeys(handle: (event: KeyboardEvent) => void): (event: KeyboardEvent) => void {
  return (event) => {
    handle(event);
    if (event.key === "Escape" && !event.isDefaultPrevented()) event.continuePropagation();
  };
}
