// Failed loads start again: after the network came back, or when the user asks for it.
import { atom } from "jotai";
import { queryClient } from "./query.ts";

const countAtom = atom(0);
countAtom.onMount = (set) => {
  if (typeof window === "undefined") return undefined;
  const again = () => {
    set((count) => count + 1);
    void refetchFailed();
  };
  window.addEventListener("online", again);
  return () => window.removeEventListener("online", again);
};

/** Changes whenever failed loads start again; work that loads (on-change.ts) runs again then. */
export const retriesAtom = atom((get) => get(countAtom));

/** Loads again what has failed, in all panels. */
export const retryLoads = atom(null, async (_get, set): Promise<void> => {
  set(countAtom, (count) => count + 1);
  await refetchFailed();
});

async function refetchFailed(): Promise<void> {
  await queryClient().refetchQueries({ predicate: ({ state }) => state.status === "error" });
}
