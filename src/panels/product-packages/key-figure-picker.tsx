// Selects key figures of the catalogue, grouped by component type.
import { useId, useState } from "react";
import { componentTypesOf, technologies } from "../../domain/component/component.ts";
import { keyFigures, type KeyFigure } from "../../domain/key-figure/key-figure.ts";
import { t } from "../../state/shell/locale.ts";
import { fold } from "../../state/settings/record.ts";
import { SearchField } from "../../ui/form/field.tsx";
import { Checkbox, Switch } from "../../ui/form/toggle.tsx";
import css from "./product-packages.module.css";

export type KeyFigurePickerProps = {
  label: string;
  value: readonly number[];
  onChange: (ids: readonly number[]) => void;
  error: string | null;
  isDisabled: boolean;
};

export function KeyFigurePicker({
  label,
  value,
  onChange,
  error,
  isDisabled,
}: KeyFigurePickerProps) {
  const [text, setText] = useState("");
  const [isOnlyChosen, setOnlyChosen] = useState(false);
  const errorId = useId();
  const chosen = new Set(value);
  const searchTerms = fold(text.trim()).split(/\s+/).filter(Boolean);
  const groups = groupsOf()
    .map(({ figures, ...group }) => ({
      ...group,
      figures: figures.filter(({ id, name }) => {
        const words = fold(`${name} ${group.name}`);
        return (
          (!isOnlyChosen || chosen.has(id)) && searchTerms.every((part) => words.includes(part))
        );
      }),
    }))
    .filter(({ figures }) => figures.length > 0);
  const pick = (ids: readonly number[], isOn: boolean) => {
    const next = new Set(value);
    for (const id of ids)
      if (isOn) next.add(id);
      else next.delete(id);
    onChange([...next].toSorted((a, b) => a - b));
  };
  return (
    <fieldset className={css.picker} aria-describedby={error ? errorId : undefined}>
      <legend>
        {label} <span>{t("product-package:picker.chosen", { count: value.length })}</span>
      </legend>
      {error ? (
        <p id={errorId} className={css.error} data-invalid>
          {error}
        </p>
      ) : null}
      <div className={css.tools}>
        <SearchField
          label={t("product-package:picker.search")}
          clearLabel={t("shell:clear")}
          value={text}
          onChange={setText}
        />
        <Switch isSelected={isOnlyChosen} onChange={setOnlyChosen}>
          {t("product-package:picker.only_chosen")}
        </Switch>
      </div>
      {groups.length === 0 ? (
        <p className={css.nothing}>{t("product-package:picker.nothing")}</p>
      ) : null}
      {groups.map(({ id, name, figures }) => {
        const ids = figures.map((figure) => figure.id);
        const count = ids.filter((one) => chosen.has(one)).length;
        return (
          <section key={id} className={css.group}>
            <h4>
              <Checkbox
                isSelected={count === ids.length}
                isIndeterminate={count > 0 && count < ids.length}
                isDisabled={isDisabled}
                onChange={(isOn) => pick(ids, isOn)}
              >
                {name}
                <small>
                  {count} / {ids.length}
                </small>
              </Checkbox>
            </h4>
            <ul>
              {figures.map((figure) => (
                <li key={figure.id}>
                  <Checkbox
                    isSelected={chosen.has(figure.id)}
                    isDisabled={isDisabled}
                    onChange={(isOn) => pick([figure.id], isOn)}
                  >
                    {figure.name}
                  </Checkbox>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </fieldset>
  );
}

const nameOf = ({ key }: KeyFigure) => t(`key-figure:${key}.name`);

/** Groups by technology, from the top of the hierarchy downward. */
function groupsOf() {
  return technologies.flatMap((technology) =>
    componentTypesOf(technology).map((type) => ({
      id: type,
      name: `${t(`plants:technology.${technology}`)} · ${t(`component:type.${type}.many`)}`,
      figures: keyFigures
        .filter((keyFigure) => keyFigure.component_type === type)
        .map((keyFigure) => ({ id: keyFigure.id, name: nameOf(keyFigure) })),
    })),
  );
}
