// The layout of a panel that lists records: tools above a list, and a form beside it. On narrow screens
// the form replaces the list.
import type { FormEvent, ReactNode, Ref } from "react";
import { ArrowLeft, X } from "lucide-react";
import { Button, IconButton } from "./button.tsx";
import { classes } from "./class-name.ts";
import { SearchField } from "./form/field.tsx";
import { Dialog } from "./overlay.tsx";
import css from "./record-panel.module.css";

export function RecordLayout({
  tools,
  list,
  form,
}: {
  tools: ReactNode;
  list: ReactNode;
  /** Null while no record is open. */
  form: ReactNode | null;
}) {
  return (
    <div className={classes(css.layout, form !== null && css.open)}>
      <div className={css.records}>
        {tools}
        <div className={css.list}>{list}</div>
      </div>
      {form === null ? null : <div className={css.form}>{form}</div>}
    </div>
  );
}

export function RecordTools({
  search,
  filters,
  count,
  actions,
}: {
  search: {
    label: string;
    clearLabel: string;
    value: string;
    onChange: (text: string) => void;
  };
  filters?: ReactNode;
  /** The number of records, formatted. */
  count?: string | undefined;
  actions?: ReactNode;
}) {
  return (
    <div className={css.tools}>
      <div className={css.search}>
        <SearchField {...search} />
      </div>
      {filters ? <div className={css.filters}>{filters}</div> : null}
      <span className={css.count} role="status">
        {count}
      </span>
      <span className={css.gap} />
      {actions}
    </div>
  );
}

export type RecordFrameProps = {
  title: string;
  subtitle?: ReactNode;
  closeLabel: string;
  backLabel: string;
  onClose: () => void;
  onSubmit?: () => void;
  /** The footer, always visible. */
  actions?: ReactNode;
  /** The element to focus when the record opens. */
  frameRef?: Ref<HTMLFormElement>;
  children: ReactNode;
};

/** One open record. */
export function RecordFrame(props: RecordFrameProps) {
  const { title, subtitle, closeLabel, backLabel, onClose, onSubmit, actions, frameRef } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit?.();
  };
  return (
    <form
      ref={frameRef}
      className={css.frame}
      aria-label={title}
      tabIndex={-1}
      onSubmit={submit}
      noValidate
    >
      <header className={css.head}>
        <div className={css.back}>
          <IconButton label={backLabel} size="sm" onPress={onClose}>
            <ArrowLeft size={15} aria-hidden="true" />
          </IconButton>
        </div>
        <div className={css.heading}>
          <h2>{title}</h2>
          {subtitle ? <p>{subtitle}</p> : null}
        </div>
        <div className={css.close}>
          <IconButton label={closeLabel} size="sm" onPress={onClose}>
            <X size={15} aria-hidden="true" />
          </IconButton>
        </div>
      </header>
      <div className={css.fields}>{props.children}</div>
      {actions ? <footer className={css.actions}>{actions}</footer> : null}
    </form>
  );
}

/** A group of fields, two in a row if there is space. */
export function RecordSection({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <section className={css.section}>
      {title ? <h3>{title}</h3> : null}
      <div className={css.grid}>{children}</div>
    </section>
  );
}

/** Asks for confirmation before an action that cannot be undone. The text says what is lost. */
export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  cancel,
  closeLabel,
  isPending = false,
  onConfirm,
  onClose,
}: {
  title: string;
  children: ReactNode;
  confirmLabel: string;
  cancel: string;
  closeLabel: string;
  isPending?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog
      role="alertdialog"
      size="sm"
      title={title}
      isOpen
      onClose={onClose}
      closeLabel={closeLabel}
      actions={
        <>
          <Button onPress={onClose}>{cancel}</Button>
          <Button kind="danger" isPending={isPending} onPress={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
