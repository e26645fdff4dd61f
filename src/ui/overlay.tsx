// Overlays: menu, popover, dialog, sheet. They take the focus, and Escape closes them and returns it.
import {
  Dialog as AriaDialog,
  Header,
  Heading,
  Menu as AriaMenu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Modal,
  ModalOverlay,
  Popover as AriaPopover,
  DialogTrigger,
} from "react-aria-components";
import { Check, X } from "lucide-react";
import { useRef, type KeyboardEvent, type ReactNode, type SyntheticEvent } from "react";
import { IconButton } from "./button.tsx";
import { classes } from "./class-name.ts";
import { confirmOnEnter } from "./enter-key.ts";
import css from "./overlay.module.css";

export type MenuEntry = {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly keys?: string;
  /** True for the selected one of several entries. */
  readonly isOn?: boolean;
  /** Shown at the end of the line. */
  readonly mark?: ReactNode;
  readonly isDisabled?: boolean;
  /** Why the entry is disabled, or what it does. */
  readonly hint?: string;
  readonly tone?: "danger";
  readonly run: () => void;
};
export type MenuGroup = { readonly title?: string; readonly entries: readonly MenuEntry[] };

/** A button (the first child) and its menu. */
export function Menu({
  label,
  groups,
  children,
}: {
  label: string;
  groups: readonly MenuGroup[];
  children: ReactNode;
}) {
  return (
    <MenuTrigger>
      {children}
      <AriaPopover className={css.popover!} offset={4}>
        <MenuEntries label={label} groups={groups} />
      </AriaPopover>
    </MenuTrigger>
  );
}

/** A menu at a point of the page, in CSS pixels. It takes the focus, and returns it when it closes. */
export function ContextMenu({
  label,
  title,
  groups,
  at,
  onClose,
}: {
  label: string;
  /** Shown above the entries. */
  title?: ReactNode;
  groups: readonly MenuGroup[];
  at: { readonly x: number; readonly y: number };
  onClose: () => void;
}) {
  const anchor = useRef<HTMLSpanElement>(null);
  return (
    <>
      <span ref={anchor} className={css.anchor} style={{ left: at.x, top: at.y }} />
      <AriaPopover
        // A menu at another point is placed again.
        key={`${at.x} ${at.y}`}
        className={css.popover!}
        triggerRef={anchor}
        isOpen
        onOpenChange={(isOpen) => !isOpen && onClose()}
        placement="bottom start"
        offset={2}
      >
        {title ? <p className={css.menuTitle}>{title}</p> : null}
        <MenuEntries label={label} groups={groups} onClose={onClose} autoFocus="first" />
      </AriaPopover>
    </>
  );
}

type MenuEntriesProps = {
  label: string;
  groups: readonly MenuGroup[];
  onClose?: () => void;
  autoFocus?: "first";
};

function MenuEntries({ label, groups, ...rest }: MenuEntriesProps) {
  const entries = new Map(groups.flatMap((group) => group.entries).map((one) => [one.id, one]));
  return (
    <AriaMenu
      {...rest}
      aria-label={label}
      className={css.menu!}
      onAction={(key) => entries.get(String(key))?.run()}
      disabledKeys={[...entries.values()].filter((one) => one.isDisabled).map(({ id }) => id)}
    >
      {groups.map((group, at) => (
        <MenuSection
          key={group.title ?? at}
          className={css.section!}
          aria-label={group.title ?? label}
        >
          {group.title ? <Header className={css.sectionTitle!}>{group.title}</Header> : null}
          {group.entries.map((entry) => (
            <MenuItem
              key={entry.id}
              id={entry.id}
              textValue={entry.label}
              className={classes(css.item, entry.tone === "danger" && css.dangerItem)}
            >
              {entry.icon ? <span className={css.icon}>{entry.icon}</span> : null}
              <span className={css.itemLabel}>
                {entry.label}
                {entry.hint ? <small>{entry.hint}</small> : null}
              </span>
              {entry.mark}
              {entry.keys ? <kbd>{entry.keys}</kbd> : null}
              {entry.isOn ? <Check size={14} aria-hidden="true" /> : null}
            </MenuItem>
          ))}
        </MenuSection>
      ))}
    </AriaMenu>
  );
}

/** A button (`trigger`) and its popover. Children given as a function receive `close`. */
export function Popover({
  label,
  trigger,
  children,
}: {
  label: string;
  trigger: ReactNode;
  children: ReactNode | ((close: () => void) => ReactNode);
}) {
  return (
    <DialogTrigger>
      {trigger}
      <AriaPopover className={css.popover!} offset={6}>
        <div role="presentation" className={css.keys} onSubmit={keepSubmit}>
          <AriaDialog aria-label={label} className={css.popoverBody!}>
            {({ close }) => (typeof children === "function" ? children(close) : children)}
          </AriaDialog>
        </div>
      </AriaPopover>
    </DialogTrigger>
  );
}

/**
 * A form in an overlay submits itself alone. React passes its event on to the form that the overlay was opened in, which
 * stands elsewhere on the page and has edits of its own.
 */
const keepSubmit = (event: SyntheticEvent) => event.stopPropagation();

export type DialogProps = {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  closeLabel: string;
  /** `full` is as large as the window. */
  size?: "sm" | "md" | "lg" | "full";
  /** `alertdialog` for questions that must be answered. */
  role?: "dialog" | "alertdialog";
  /** True where closing would lose something: a press beside the dialog does not close it then. */
  holdsWork?: boolean;
  children: ReactNode;
  /** Buttons at the bottom, the confirming one last. Enter presses it if it is primary, not if it is `danger`. */
  actions?: ReactNode;
  /** What single keys do, by `KeyboardEvent.key` in lower case. */
  keys?: Readonly<Record<string, () => void>>;
};

export function Dialog({
  title,
  isOpen,
  onClose,
  closeLabel,
  size = "md",
  role = "dialog",
  holdsWork = false,
  children,
  actions,
  keys = {},
}: DialogProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    confirmOnEnter(event);
    const run = keys[event.key.toLowerCase()];
    const isHere = event.currentTarget.contains(event.target as Node);
    const isField = event.target instanceof HTMLInputElement && event.target.type === "text";
    if (!run || !isHere || isField || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    run();
  };
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={role === "dialog" && !holdsWork}
      className={css.scrim!}
    >
      <Modal className={classes(css.modal, css[size])}>
        <div role="presentation" className={css.keys} onKeyDown={onKeyDown} onSubmit={keepSubmit}>
          <AriaDialog role={role} className={css.dialog!}>
            <header className={css.dialogHeader}>
              <Heading slot="title" level={2}>
                {title}
              </Heading>
              <IconButton label={closeLabel} size="sm" onPress={onClose}>
                <X size={16} aria-hidden="true" />
              </IconButton>
            </header>
            <div className={css.dialogBody}>{children}</div>
            {actions ? <footer className={css.dialogActions}>{actions}</footer> : null}
          </AriaDialog>
        </div>
      </Modal>
    </ModalOverlay>
  );
}

/** A dialog without a frame, for the palette. */
export function Sheet({
  label,
  isOpen,
  onClose,
  children,
}: {
  label: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable
      className={classes(css.scrim, css.top)}
    >
      <Modal className={classes(css.modal, css.md)}>
        <div role="presentation" className={css.keys} onSubmit={keepSubmit}>
          <AriaDialog aria-label={label} className={css.dialog!}>
            {children}
          </AriaDialog>
        </div>
      </Modal>
    </ModalOverlay>
  );
}
