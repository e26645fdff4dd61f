// The Cache Storage of a browser, in memory.
export type KeptCaches = Pick<CacheStorage, "keys" | "open" | "delete"> & {
  /** Addresses by cache. */
  contents(): Record<string, string[]>;
};

export function openCaches(): KeptCaches {
  const stores = new Map<string, Map<string, string>>();
  return {
    keys: async () => [...stores.keys()],
    delete: async (name) => stores.delete(name),
    async open(name) {
      const store = stores.get(name) ?? new Map<string, string>();
      stores.set(name, store);
      const cache: Pick<Cache, "match" | "put"> = {
        async match(address) {
          const text = store.get(String(address));
          return text === undefined ? undefined : new Response(text);
        },
        async put(address, response) {
          store.set(String(address), await response.text());
        },
      };
      return cache as Cache;
    },
    contents: () =>
      Object.fromEntries([...stores].map(([name, store]) => [name, [...store.keys()].toSorted()])),
  };
}
