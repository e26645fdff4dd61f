// Files that are dropped anywhere on a page, with words over the page while they are dragged.
import { useEffect, useEffectEvent, useState } from "react";
import { Upload } from "lucide-react";
import css from "./page-drop.module.css";

type PageDropProps = {
  /** What a drop would do, or why it does nothing. */
  readonly words: string;
  readonly isRefused: boolean;
  /** Called with what was dropped; never where it is refused. */
  readonly onDrop: (dropped: DataTransfer) => void;
  /** Called with the words where a drop is refused: over the page they are gone by then. */
  readonly onRefused: (words: string) => void;
  /**
   * True for the part that answers where no other one does: it hears of a drag last, and leaves it where another part
   * has taken it.
   */
  readonly isLast?: boolean;
};

export function PageDrop({ words, isRefused, onDrop, onRefused, isLast = false }: PageDropProps) {
  const [isOver, setOver] = useState(false);
  const isTaken = useEffectEvent((event: DragEvent) => isLast && event.defaultPrevented);
  const end = useEffectEvent((event: DragEvent) => {
    setOver(false);
    if (isRefused) onRefused(words);
    else if (event.dataTransfer) onDrop(event.dataTransfer);
  });
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      if (isTaken(event)) {
        setOver(false);
        return;
      }
      // Without this the browser would leave the page and open the file.
      event.preventDefault();
      setOver(!isInDropArea(event));
    };
    const leave = (event: DragEvent) => {
      // The pointer left the window, not only an element in it.
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event) || isInDropArea(event) || isTaken(event)) return;
      event.preventDefault();
      end(event);
    };
    // Before the areas of panels, which keep the event to themselves.
    const options = { capture: !isLast };
    window.addEventListener("dragover", over, options);
    window.addEventListener("dragleave", leave, options);
    window.addEventListener("drop", drop, options);
    return () => {
      window.removeEventListener("dragover", over, options);
      window.removeEventListener("dragleave", leave, options);
      window.removeEventListener("drop", drop, options);
    };
  }, [isLast]);
  if (!isOver) return null;
  return (
    <div className={css.over} data-refused={isRefused || undefined}>
      <p>
        <Upload size={24} aria-hidden="true" />
        {words}
      </p>
    </div>
  );
}

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") === true;

/** Areas of panels take their own files. */
const isInDropArea = ({ target }: DragEvent) =>
  target instanceof Element && target.closest("[data-file-drop]") !== null;
