// Queries built once per database and variant: building one costs more than running it.
import type { Database } from "../context.ts";

/**
 * Keeps what `build` makes for each database and variant. A variant's key must hold everything
 * that shapes the statement; values go in as placeholders.
 */
export function keepPrepared<Variant extends Readonly<Record<string, boolean>>, Query>(
  build: (db: Database, variant: Variant, name: string) => Query,
  noun: string,
): (db: Database, variant: Variant) => Query {
  const kept = new WeakMap<Database, Map<string, Query>>();
  return (db, variant) => {
    const mine = kept.get(db) ?? new Map<string, Query>();
    kept.set(db, mine);
    const name = Object.entries(variant)
      .filter(([, isSet]) => isSet)
      .reduce((text, [key]) => `${text}_${key}`, noun);
    let query = mine.get(name);
    if (query === undefined) {
      query = build(db, variant, name);
      mine.set(name, query);
    }
    return query;
  };
}
