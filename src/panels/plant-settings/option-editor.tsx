// The editor of a property's options. Warns if a stored option is removed.
import { Plus, X } from "lucide-react";
import type { CustomComponentProperty } from "../../domain/plant/custom-component-property.ts";
import { t } from "../../state/shell/locale.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Alert } from "../../ui/feedback.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { moved, Sortable } from "../../ui/table/sortable.tsx";
import {
  removedOptions,
  withOptions,
  type OptionDraft,
  type PropertyDraft,
} from "./property-draft.ts";
import css from "./plant-settings.module.css";

export type OptionEditorProps = {
  /** The stored property; null for a new one. */
  stored: CustomComponentProperty | null;
  draft: PropertyDraft;
  onChange: (options: readonly OptionDraft[]) => void;
  problemOf: (field: string) => string | null;
};

export function OptionEditor({ stored, draft, onChange, problemOf }: OptionEditorProps) {
  const { options } = draft;
  const removed = removedOptions(stored, draft);
  const nameOf = ({ label }: OptionDraft, index: number) =>
    label.trim() || t("plant-settings:option.label", { number: index + 1 });
  const setLabel = (index: number, label: string) =>
    onChange(options.map((one, at) => (at === index ? { ...one, label } : one)));
  const paste = (index: number, text: string): boolean => {
    const lines = text
      .split(/\r?\n/)
      .map((line) => line.trim().slice(0, 100))
      .filter(Boolean);
    if (lines.length < 2) return false;
    const isEmpty = options[index]?.label.trim() === "";
    const rest = isEmpty ? options.toSpliced(index, 1) : options;
    onChange(withOptions(rest, isEmpty ? index : index + 1, lines));
    return true;
  };
  return (
    <section className={css.editor} aria-label={t("plant-settings:option.title")}>
      <h3>{t("plant-settings:option.title")}</h3>
      <Sortable
        label={t("plant-settings:option.title")}
        items={options}
        itemId={({ key }) => key}
        dragLabel={t("plant-settings:property.drag")}
        upLabel={(option, at) => t("plant-settings:property.move_up", { name: nameOf(option, at) })}
        downLabel={(option, at) =>
          t("plant-settings:property.move_down", { name: nameOf(option, at) })
        }
        onMove={(from, to) => onChange(moved(options, from, to))}
      >
        {(option, index) => (
          <div
            className={css.option}
            onPaste={(event) => {
              if (paste(index, event.clipboardData.getData("text"))) event.preventDefault();
            }}
          >
            <TextField
              label={t("plant-settings:option.label", { number: index + 1 })}
              labelHidden
              maxLength={100}
              value={option.label}
              onChange={(label) => setLabel(index, label)}
              error={problemOf(`options.${index}.label`)}
              onKeyDown={(event) => {
                if (event.key !== "Enter") return;
                event.preventDefault();
                onChange(withOptions(options, index + 1, [""]));
              }}
              autoFocus={option.id === null && option.label === ""}
            />
            <IconButton
              size="sm"
              label={t("plant-settings:option.remove", { label: nameOf(option, index) })}
              onPress={() => onChange(options.toSpliced(index, 1))}
            >
              <X size={14} aria-hidden="true" />
            </IconButton>
          </div>
        )}
      </Sortable>
      {problemOf("options") ? (
        <p className={css.problem} role="alert">
          {problemOf("options")}
        </p>
      ) : null}
      <div className={css.editorActs}>
        <Button
          size="sm"
          icon={<Plus size={14} aria-hidden="true" />}
          onPress={() => onChange(withOptions(options, options.length, [""]))}
        >
          {t("plant-settings:option.add")}
        </Button>
        <small>{t("plant-settings:option.paste")}</small>
      </div>
      {removed.length > 0 ? (
        <Alert
          tone="watch"
          title={t("plant-settings:option.removed", {
            labels: removed.map(({ label }) => label).join(", "),
          })}
        >
          {t("plant-settings:option.removed_text")}{" "}
          <Button
            size="sm"
            onPress={() =>
              onChange([
                ...options,
                ...withOptions(
                  options,
                  options.length,
                  removed.map(({ label }) => label),
                )
                  .slice(options.length)
                  .map((option, at) => ({ ...option, id: removed[at]!.id })),
              ])
            }
          >
            {t("plant-settings:option.undo")}
          </Button>
        </Alert>
      ) : null}
    </section>
  );
}
