// A file can be dropped anywhere on the page of a plant: a panel says what it is and imports it.
import { useEffect, useEffectEvent, useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Upload } from "lucide-react";
import { permittedDestinationsAtom, takeDropped } from "../../state/import/dropped-file.ts";
import { plantAtom } from "../../state/plant/plant.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { t } from "../../state/shell/locale.ts";
import css from "./drop-file.module.css";

export function DropFile() {
  const plant = valueOf(useAtomValue(plantAtom));
  const isRefused = useAtomValue(permittedDestinationsAtom).length === 0;
  const take = useSetAtom(takeDropped);
  const [isOver, setOver] = useState(false);
  const onDrop = useEffectEvent((event: DragEvent) => {
    setOver(false);
    if (isRefused || !event.dataTransfer) return;
    void take([...event.dataTransfer.files]);
  });
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      // Without this the browser would leave the page and open the file.
      event.preventDefault();
      setOver(!isInDropArea(event));
    };
    const leave = (event: DragEvent) => {
      // The pointer left the window, not only an element in it.
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event) || isInDropArea(event)) return;
      event.preventDefault();
      onDrop(event);
    };
    // Before the areas of panels, which keep the event to themselves.
    const options = { capture: true };
    window.addEventListener("dragover", over, options);
    window.addEventListener("dragleave", leave, options);
    window.addEventListener("drop", drop, options);
    return () => {
      window.removeEventListener("dragover", over, options);
      window.removeEventListener("dragleave", leave, options);
      window.removeEventListener("drop", drop, options);
    };
  }, []);
  if (!isOver || !plant) return null;
  return (
    <div className={css.over} data-refused={isRefused || undefined}>
      <p>
        <Upload size={24} aria-hidden="true" />
        {isRefused
          ? t("file-preview:drop.over_refused")
          : t("file-preview:drop.over", { plant: plant.name })}
      </p>
    </div>
  );
}

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") === true;

/** Areas of panels take their own files. */
const isInDropArea = ({ target }: DragEvent) =>
  target instanceof Element && target.closest("[data-file-drop]") !== null;
