// The hash of the address, which names the open tab.
import { useSyncExternalStore } from "react";

/** Wouter announces its own navigations with the last two. */
const events = ["hashchange", "popstate", "pushState", "replaceState"] as const;

function subscribe(onChange: () => void): () => void {
  for (const event of events) window.addEventListener(event, onChange);
  return () => {
    for (const event of events) window.removeEventListener(event, onChange);
  };
}

/** Without the sign; empty for none. */
export function useHash(): string {
  return useSyncExternalStore(subscribe, () => location.hash.slice(1));
}
