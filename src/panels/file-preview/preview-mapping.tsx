// What the columns of the files mean: one select for each meaning. A change reads the files again.
import {
  fileMeanings,
  type FileMapping,
  type FilePurpose,
} from "../../domain/file-preview/file-mapping.ts";
import type { FilePreview } from "../../domain/file-preview/file-preview.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { Badge } from "../../ui/feedback.tsx";
import { Select } from "../../ui/form/choice.tsx";
import css from "./file-preview.module.css";

export type MeaningChoice = { readonly id: string; readonly label: string };

/** The option for no column. No column has this name, because names are no control characters. */
const NONE = "\u0000";

type MappingProps = {
  readonly preview: FilePreview;
  readonly purpose: FilePurpose;
  readonly more: readonly MeaningChoice[];
  readonly onSay: (said: FileMapping) => void;
};

export function PreviewMapping({ preview, purpose, more, onSay }: MappingProps) {
  const { columns, mapping, mapping_source, said, more_columns } = preview;
  if (columns.length === 0) return null;
  const meanings: MeaningChoice[] = [
    ...fileMeanings[purpose].map((id) => ({ id, label: t(`file-preview:meaning.${id}`) })),
    ...more,
  ];
  const used = new Set(Object.values(mapping));
  const unused = columns.filter(({ name }) => !used.has(name)).map(({ name }) => name);
  const options = [
    { id: NONE, label: t("file-preview:no_column") },
    ...columns.map(({ name, examples }) => ({ id: name, label: name, hint: examples.join(", ") })),
  ];
  return (
    <div className={css.mapping}>
      <div className={css.head}>
        <h3>{t("file-preview:columns")}</h3>
        {mapping_source === "file" ? null : (
          <Badge tone="info">{t(`file-preview:source.${mapping_source}`)}</Badge>
        )}
      </div>
      <div className={css.meanings}>
        {meanings.map(({ id, label }) => (
          <Select
            key={id}
            label={label}
            size="sm"
            value={mapping[id] ?? NONE}
            options={options}
            onChange={(column) => onSay({ ...said, [id]: column === NONE ? null : column })}
          />
        ))}
      </div>
      {unused.length > 0 ? (
        <p className={css.hint}>
          {t("file-preview:unused", { columns: unused.slice(0, 12).join(", ") })}
          {unused.length + more_columns > 12
            ? ` ${t("file-preview:more_columns", { n: formatNumber(unused.length + more_columns - 12) })}`
            : null}
        </p>
      ) : null}
    </div>
  );
}
