// A long list of buttons of one height. Only the rows in view exist, so the whole list is one stop of
// the Tab key, and the arrow keys walk through it: else Tab would scroll from row to row to its end.
import {
  useEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
} from "react";
import { useVirtualizer } from "@tanstack/react-virtual";

/** What a row's button is given, so that the keys of the list work on it. */
export type ButtonListRow = {
  readonly tabIndex: 0 | -1;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onFocus: (event: FocusEvent) => void;
};

type ButtonListProps = {
  label: string;
  className: string | undefined;
  count: number;
  /** Height of a row in CSS pixels. */
  rowPx: number;
  /** The row to keep in view; null for none. */
  current?: number | null;
  children: (index: number, row: ButtonListRow) => ReactNode;
};

const PAGE_ROWS = 10;

export function ButtonList({
  label,
  className,
  count,
  rowPx,
  current = null,
  children,
}: ButtonListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(current ?? 0);
  const takesFocus = useRef(false);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 8,
  });
  useEffect(() => virtual.measure(), [rowPx, virtual]);
  const focusActive = () => {
    takesFocus.current = false;
    scroller.current?.querySelector<HTMLElement>("button[tabindex='0']")?.focus();
  };
  const move = (to: number) => {
    const next = Math.max(0, Math.min(count - 1, to));
    takesFocus.current = next !== active;
    setActive(next);
    virtual.scrollToIndex(next, { align: "auto" });
  };
  useEffect(() => {
    if (current === null) return;
    takesFocus.current = scroller.current?.contains(document.activeElement) === true;
    setActive(current);
    virtual.scrollToIndex(current, { align: "auto" });
  }, [current, virtual]);

  const items = virtual.getVirtualItems();
  const isActiveShown = items.some(({ index }) => index === active);
  const stop = isActiveShown ? active : items[0]?.index;
  useEffect(() => {
    if (takesFocus.current && isActiveShown) focusActive();
  }, [active, isActiveShown]);

  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const steps: Record<string, number> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      PageDown: index + PAGE_ROWS,
      PageUp: index - PAGE_ROWS,
      Home: 0,
      End: count - 1,
    };
    const to = steps[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    move(to);
  };
  return (
    <div ref={scroller} className={className} role="group" aria-label={label}>
      <ol style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, start }) => (
          <li
            key={index}
            aria-setsize={count}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${start}px)`, height: rowPx }}
          >
            {children(index, {
              tabIndex: index === stop ? 0 : -1,
              onKeyDown: (event) => onKeyDown(event, index),
              onFocus: () => setActive(index),
            })}
          </li>
        ))}
      </ol>
    </div>
  );
}
