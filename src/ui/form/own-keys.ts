// Fields that handle keys of their own still let Escape close the popover or dialog around them.
import type { KeyboardEvent } from "react-aria-components";

/** React Aria stops every key at a field that handles any; Escape is passed on. */
export function ownKeys(handle: (event: KeyboardEvent) => void): (event: KeyboardEvent) => void {
  return (event) => {
    handle(event);
    if (event.key === "Escape" && !event.isDefaultPrevented()) event.continuePropagation();
  };
}
