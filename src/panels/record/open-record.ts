// The open record, stored in the address: `?id=12`, `?id=new`.
import { useCallback } from "react";
import { useSearchParams } from "wouter";

export type OpenRecord = {
  /** "new", a number as text, or null for none. */
  readonly id: string | null;
  /** Opens a record, or closes it with null. Asks first if there are unsaved changes. */
  readonly open: (id: number | "new" | null, how?: { replace?: boolean }) => void;
};

export function useOpenRecord(): OpenRecord {
  const [query, setQuery] = useSearchParams();
  const open = useCallback<OpenRecord["open"]>(
    (id, how) =>
      setQuery((before) => {
        const next = new URLSearchParams(before);
        if (id === null) next.delete("id");
        else next.set("id", String(id));
        return next;
      }, how),
    [setQuery],
  );
  return { id: query.get("id"), open };
}
