// A text of several lines in which "@" offers names. The offer stands below the field; the arrow keys walk through it,
// Enter and Tab take one, Escape closes it.
import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { TextArea, TextField as AriaTextField } from "react-aria-components";
import { classes } from "../class-name.ts";
import { FieldLabel, FieldNotes } from "./field-label.tsx";
import css from "./mention-area.module.css";
import fieldCss from "./field.module.css";

export type Offer = {
  /** Where the "@" is, in UTF-16 units. */
  readonly start: number;
  readonly options: readonly { readonly id: number; readonly label: string }[];
};

type MentionAreaProps = {
  label: string;
  hint: string;
  lines: number;
  maxLength: number;
  value: string;
  onChange: (text: string) => void;
  /** What is offered at the caret; null for nothing. */
  offerAt: (text: string, caret: number) => Offer | null;
  /** The text that takes the place of what was written from "@" to the caret. */
  onTake: (id: number) => string;
  listLabel: string;
  /** Shown where no name fits. */
  emptyText: string;
};

const MOST_SHOWN = 6;

export function MentionArea(props: MentionAreaProps) {
  const { label, hint, lines, maxLength, value, onChange, listLabel, emptyText } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const list = useId();
  const [caret, setCaret] = useState(0);
  const [active, setActive] = useState(0);
  /** The "@" whose offer was closed. */
  const [closed, setClosed] = useState<number | null>(null);
  const [hasFocus, setFocus] = useState(false);
  const caretAfter = useRef<number | null>(null);
  useEffect(() => {
    if (caretAfter.current === null) return;
    area.current?.setSelectionRange(caretAfter.current, caretAfter.current);
    caretAfter.current = null;
  });
  const found = hasFocus ? props.offerAt(value, caret) : null;
  const offer = found && found.start !== closed ? found : null;
  const shown = offer?.options.slice(0, MOST_SHOWN) ?? [];
  const at = Math.min(active, shown.length - 1);
  const take = (id: number) => {
    if (!offer) return;
    const text = `${props.onTake(id)} `;
    const rest = value.slice(caret).replace(/^ /, "");
    const next = value.slice(0, offer.start) + text + rest;
    if (next.length > maxLength) return;
    caretAfter.current = offer.start + text.length;
    setCaret(offer.start + text.length);
    setActive(0);
    onChange(next);
    area.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!offer || event.nativeEvent.isComposing) return;
    if (event.key === "Escape") setClosed(offer.start);
    else if (shown.length === 0) return;
    else if (event.key === "ArrowDown") setActive((at + 1) % shown.length);
    else if (event.key === "ArrowUp") setActive((at - 1 + shown.length) % shown.length);
    else if ((event.key === "Enter" || event.key === "Tab") && !event.shiftKey) take(shown[at]!.id);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <AriaTextField
      className={fieldCss.field!}
      value={value}
      onChange={(text) => {
        setClosed(null);
        setActive(0);
        onChange(text);
      }}
      maxLength={maxLength}
    >
      <FieldLabel label={label} />
      <TextArea
        ref={area}
        rows={lines}
        className={classes(fieldCss.input, fieldCss.area)}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={shown.length > 0 ? list : undefined}
        aria-activedescendant={shown.length > 0 ? `${list}-${shown[at]!.id}` : undefined}
        onKeyDown={onKeyDown}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onFocus={() => setFocus(true)}
        onBlur={() => setFocus(false)}
      />
      {shown.length > 0 ? (
        <div id={list} role="listbox" aria-label={listLabel} className={css.offer}>
          {shown.map((one, index) => (
            // The keys act in the field, which keeps the focus.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={one.id}
              id={`${list}-${one.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              // A press must not take the focus from the field.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(one.id)}
            >
              {one.label}
            </div>
          ))}
        </div>
      ) : null}
      <FieldNotes hint={offer && shown.length === 0 ? emptyText : hint} />
      <span className="visually-hidden" role="status">
        {shown.length > 0 ? `${listLabel}: ${shown.length}` : ""}
      </span>
    </AriaTextField>
  );
}
