// The plant's key figures: a switch for each, grouped by component type.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { componentTypesOf } from "../../domain/component/component.ts";
import { keyFiguresOf, type KeyFigure } from "../../domain/key-figure/key-figure.ts";
import type { Plant } from "../../domain/plant/plant.ts";
import {
  disabledKeyFiguresOf,
  reloadDisabled,
  switchKeyFigures,
} from "../../state/settings/enabled-key-figure.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import { faultWords } from "../../state/shell/fault.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { fold } from "../../state/settings/record.ts";
import { showFault } from "../../state/shell/toast.ts";
import {
  componentTypeName,
  keyFigureDescription,
  keyFigureName,
  keyFigureTitle,
} from "../../state/plant/column/value-words.ts";
import { Button } from "../../ui/button.tsx";
import { Badge, EmptyState, ErrorState, Skeleton } from "../../ui/feedback.tsx";
import { SearchField } from "../../ui/form/field.tsx";
import { Switch } from "../../ui/form/toggle.tsx";
import css from "./plant-settings.module.css";

export function KeyFigures({ plant }: { plant: Plant }) {
  const disabled = useAtomValue(disabledKeyFiguresOf(plant.id));
  const switchFigures = useSetAtom(switchKeyFigures);
  const ask = useAtomValue(askAtom);
  const { technology } = plant;
  const [text, setText] = useState("");
  if (disabled.state === "failed") {
    const { title, details } = faultWords(disabled.fault);
    return (
      <ErrorState
        title={title}
        details={details}
        actions={<Button onPress={() => void reloadDisabled(plant.id)}>{t("shell:retry")}</Button>}
      />
    );
  }
  if (disabled.state !== "ready") return <Skeleton label={t("shell:loading")} lines={8} />;
  const all = keyFiguresOf(plant.technology);
  const off = new Set(disabled.value);
  const found = all.filter((one) => matches(one, text));
  const change = (ids: readonly number[], isOn: boolean) =>
    switchFigures(plant.id, ids, isOn).catch(showFault);
  return (
    <div className={css.figures}>
      <p className={css.lead}>{t("plant-settings:figure.lead")}</p>
      <div className={css.tools}>
        <div className={css.search}>
          <SearchField
            label={t("plant-settings:figure.search")}
            clearLabel={t("shell:clear")}
            value={text}
            onChange={setText}
          />
        </div>
        <span className={css.count} role="status">
          {t("plant-settings:figure.count", {
            on: formatNumber(all.length - off.size),
            all: formatNumber(all.length),
          })}
        </span>
        <span className={css.gap} />
        <Button
          isDisabled={off.size === 0}
          reason={reasonOf(
            ask("enabledKeyFigure.enable", { technology, key_figure_ids: [...off] }),
          )}
          onPress={() => void change([...off], true)}
        >
          {t("plant-settings:figure.enable_all")}
        </Button>
      </div>
      {found.length === 0 ? <EmptyState title={t("plant-settings:figure.no_match")} /> : null}
      {componentTypesOf(plant.technology).map((type) => {
        const group = found.filter(({ component_type }) => component_type === type);
        return group.length === 0 ? null : (
          <section key={type} className={css.group} aria-label={componentTypeName(type, true)}>
            <h3>{componentTypeName(type, true)}</h3>
            <ul className={css.switches}>
              {group.map((one) => (
                <li key={one.id} data-off={off.has(one.id)}>
                  <Switch
                    isSelected={!off.has(one.id)}
                    onChange={(isOn) => void change([one.id], isOn)}
                    aria-label={keyFigureName(one)}
                  >
                    <span className={css.figure}>
                      <span>
                        {keyFigureTitle(one)}
                        {one.expert === true ? (
                          <Badge>{t("plant-settings:figure.expert")}</Badge>
                        ) : null}
                      </span>
                      <small>{keyFigureDescription(one)}</small>
                    </span>
                  </Switch>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

function matches(keyFigure: KeyFigure, text: string): boolean {
  const searchable = fold(`${keyFigureTitle(keyFigure)} ${keyFigureDescription(keyFigure)}`);
  return fold(text)
    .split(/\s+/)
    .every((part) => searchable.includes(part));
}
