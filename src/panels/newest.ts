// Answers that overtake each other: a form that is asked again on each choice shows the answer to the last one.
import { useRef } from "react";

/**
 * @returns begins a piece of work. What it returns answers whether that piece is still the newest one, so that the
 * answer to an older one is dropped.
 */
export function useNewest(): () => () => boolean {
  const count = useRef(0);
  return () => {
    count.current += 1;
    const own = count.current;
    return () => count.current === own;
  };
}
