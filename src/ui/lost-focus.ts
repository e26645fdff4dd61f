// The focus of the keyboard where the control that had it is gone.
import { useEffect, useRef, type RefObject } from "react";

/**
 * Gives the focus to this element where a change of `state` has removed the control that had it: else the Tab
 * key would begin at the top of the page. The element needs a `tabIndex`.
 */
export function useLostFocus(element: RefObject<HTMLElement | null>, state: unknown): void {
  const last = useRef(state);
  useEffect(() => {
    if (last.current === state) return undefined;
    last.current = state;
    let frame = 0;
    // A dialog that closes gives the focus back in the next frame.
    const look = (frames: number) => {
      if (frames > 0) frame = requestAnimationFrame(() => look(frames - 1));
      else if (document.activeElement === document.body)
        element.current?.focus({ preventScroll: true });
    };
    look(2);
    return () => cancelAnimationFrame(frame);
  }, [element, state]);
}
