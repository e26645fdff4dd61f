// The frame of a panel that keeps records: tools above a list, a form beside it or, where there is no
// room, instead of it.
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
  /** How many there are, as it is read. */
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
  /** Stands at the bottom, always in sight. */
  acts?: ReactNode;
  /** Takes the focus when the record opens. */
  frameRef?: Ref<HTMLFormElement>;
  children: ReactNode;
};

/** One open record. */
export function RecordFrame(props: RecordFrameProps) {
  const { title, subtitle, closeLabel, backLabel, onClose, onSubmit, acts, frameRef } = props;
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
      {acts ? <footer className={css.acts}>{acts}</footer> : null}
    </form>
  );
}

/** Fields that belong together, two in a row where there is room. */
export function RecordSection({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <section className={css.section}>
      {title ? <h3>{title}</h3> : null}
      <div className={css.grid}>{children}</div>
    </section>
  );
}

/** Asks before something is done that cannot be taken back; names what goes away. */
export function ConfirmDialog({
  title,
  children,
  act,
  cancel,
  closeLabel,
  isPending = false,
  onConfirm,
  onClose,
}: {
  title: string;
  children: ReactNode;
  act: string;
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
            {act}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
