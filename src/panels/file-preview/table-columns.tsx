// What each column of a table means. A change reads the table again.
import { useAtomValue } from "jotai";
import type { FileMapping } from "../../domain/file-preview/file-mapping.ts";
import {
  hasFigures,
  hasUnits,
  tableMeanings,
  type TableMeaning,
  type TablePurpose,
} from "../../domain/file-preview/table-mapping.ts";
import type { TablePreview } from "../../domain/file-preview/table-preview.ts";
import {
  quantityNames,
  quantityUnits,
  type Quantity,
} from "../../domain/evaluation/condition-record.ts";
import { keyFiguresOf } from "../../domain/key-figure/key-figure.ts";
import type { Technology } from "../../domain/component/component.ts";
import { keyFigureName } from "../../state/plant/column/value-words.ts";
import { plantAtom } from "../../state/plant/plant.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { Badge } from "../../ui/feedback.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { ComboBox } from "../../ui/form/combo-box.tsx";
import css from "./file-preview.module.css";

/** The option for a column that is left out. No meaning has this name. */
const NONE = "";
const MOST_NAMES = 12;
/** Of wider tables, each meaning has a column: a list for each of hundreds of columns is no form. */
const MOST_LISTED = 60;

type ColumnsProps = {
  readonly preview: TablePreview;
  readonly purpose: TablePurpose;
  readonly onSay: (said: FileMapping) => void;
};

export function TableColumns({ preview, purpose, onSay }: ColumnsProps) {
  const technology = valueOf(useAtomValue(plantAtom))?.technology ?? null;
  const { columns, more_columns, mapping, mapping_source, said } = preview;
  if (columns.length === 0) return null;
  const meanings = choices(purpose, technology);
  const isWide = columns.length > MOST_LISTED;
  const used = new Set(Object.values(mapping));
  const unused = columns.filter(({ name }) => !used.has(name)).map(({ name }) => name);
  const meaningOf = (column: string) =>
    Object.entries(mapping).find(([, one]) => one === column)?.[0] ?? NONE;
  const choose = (column: string, meaning: string) => {
    const before = meaningOf(column);
    onSay({
      ...said,
      ...(before !== NONE && { [before]: null }),
      ...(meaning !== NONE && { [meaning]: column }),
    });
  };
  return (
    <div className={css.mapping}>
      <div className={css.head}>
        <h3>{t("file-preview:columns")}</h3>
        {mapping_source === "file" ? null : (
          <Badge tone="info">{t(`file-preview:source.${mapping_source}`)}</Badge>
        )}
      </div>
      {hasUnits(purpose) ? <p className={css.hint}>{t("file-preview:table.units")}</p> : null}
      <div className={css.meanings}>
        {isWide ? (
          <ColumnOfMeanings {...{ preview, meanings }} onChoose={choose} onSay={onSay} />
        ) : (
          columns.map(({ name, examples }) => (
            <Select
              key={name}
              label={name}
              size="sm"
              value={meaningOf(name)}
              options={[{ id: NONE, label: t("file-preview:table.none") }, ...meanings]}
              hint={examples.join(", ")}
              onChange={(meaning) => choose(name, meaning)}
            />
          ))
        )}
      </div>
      {unused.length > 0 ? (
        <p className={css.hint}>
          {t("file-preview:unused", { columns: unused.slice(0, MOST_NAMES).join(", ") })}
          {unused.length + more_columns > MOST_NAMES
            ? ` ${t("file-preview:more_columns", { n: formatNumber(unused.length + more_columns - MOST_NAMES) })}`
            : null}
        </p>
      ) : null}
    </div>
  );
}

type Meaning = { readonly id: string; readonly label: string };

/** The column of each meaning, in a list that is searched. */
function ColumnOfMeanings({
  preview: { columns, mapping, said },
  meanings,
  onChoose,
  onSay,
}: {
  readonly preview: TablePreview;
  readonly meanings: readonly Meaning[];
  readonly onChoose: (column: string, meaning: string) => void;
  readonly onSay: (said: FileMapping) => void;
}) {
  const options = [
    { id: NONE, label: t("file-preview:no_column") },
    ...columns.map(({ name }) => ({ id: name, label: name })),
  ];
  const examples = new Map(columns.map((one) => [one.name, one.examples.join(", ")]));
  return meanings.map(({ id, label }) => {
    const column = mapping[id] ?? NONE;
    return (
      <ComboBox
        key={id}
        label={label}
        openLabel={t("file-preview:table.choose_column", { meaning: label })}
        value={column}
        options={options}
        hint={examples.get(column) ?? ""}
        onChange={(chosen) => {
          const name = chosen ?? NONE;
          if (name === column) return;
          if (name === NONE) onSay({ ...said, [id]: null });
          else onChoose(name, id);
        }}
      />
    );
  });
}

function choices(purpose: TablePurpose, technology: Technology | null): Meaning[] {
  const own = tableMeanings[purpose].map((id) => ({ id: id as string, label: wordsOf(id) }));
  const figures = hasFigures(purpose) && technology !== null ? keyFiguresOf(technology) : [];
  return [
    ...own,
    ...figures.map((figure) => ({
      id: figure.key,
      label: withUnit(keyFigureName(figure), figure.unit),
    })),
  ];
}

const isQuantity = (id: TableMeaning): id is Quantity =>
  (quantityNames as readonly string[]).includes(id);

function wordsOf(id: TableMeaning): string {
  if (isQuantity(id)) return withUnit(t(`evaluation:quantity.${id}`), quantityUnits[id]);
  return t(`file-preview:table.meaning.${id}`);
}

const withUnit = (name: string, unit: string | null) => (unit ? `${name} [${unit}]` : name);
