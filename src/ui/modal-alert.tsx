// A blocking error message with details. Uses a native dialog, so that it works when shared components
// are broken.
import { useEffect, useId, useRef, type ReactNode } from "react";
import { CircleAlert } from "lucide-react";
import css from "./modal-alert.module.css";

export function ModalAlert({
  title,
  details = [],
  actions,
  onClose,
}: {
  title: string;
  details?: readonly string[];
  /** Buttons at the bottom; one of them must close it. */
  actions: ReactNode;
  /** Called for Escape too. */
  onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      className={css.dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={details.length > 0 ? `${id}-details` : undefined}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={`${id}-title`}>
        <CircleAlert size={18} aria-hidden="true" />
        {title}
      </h2>
      {details.length > 0 ? (
        <ul id={`${id}-details`}>
          {details.map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
      ) : null}
      <footer>{actions}</footer>
    </dialog>
  );
}
