// Caches built queries per database and variant: building a query costs more than running it.
import type { Database } from "../context.ts";

/**
 * Caches the queries of `build` for each database and variant. A variant must contain everything that changes
 * the statement; values are placeholders.
 */
export function cachedQuery<Variant extends Readonly<Record<string, boolean>>, Query>(
  build: (db: Database, variant: Variant, name: string) => Query,
  noun: string,
): (db: Database, variant: Variant) => Query {
  const cache = new WeakMap<Database, Map<string, Query>>();
  return (db, variant) => {
    const queries = cache.get(db) ?? new Map<string, Query>();
    cache.set(db, queries);
    const name = Object.entries(variant)
      .filter(([, isSet]) => isSet)
      .reduce((text, [key]) => `${text}_${key}`, noun);
    let query = queries.get(name);
    if (query === undefined) {
      query = build(db, variant, name);
      queries.set(name, query);
    }
    return query;
  };
}
