// The components of a list of names: what the plant knows of it is said before anything is stored.
import { useMemo, useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { ArrowLeft, SquareCheck } from "lucide-react";
import { limits } from "../../domain/limits.ts";
import { askAtom } from "../../state/account/ask.ts";
import { offlineAtom } from "../../state/account/offline.ts";
import { closeView } from "../../state/observation/open.ts";
import { findListAtom, selectList, startList } from "../../state/observation/several.ts";
import { componentTypeInText } from "../../state/plant/column/value-words.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Alert } from "../../ui/feedback.tsx";
import { TextField } from "../../ui/form/field.tsx";
import css from "./choose-component.module.css";

/** Names that are written out. */
const MOST_SAID = 20;

export function NameList() {
  const close = useSetAtom(closeView);
  const find = useAtomValue(findListAtom);
  const select = useSetAtom(selectList);
  const start = useSetAtom(startList);
  const isOffline = useAtomValue(offlineAtom) !== null;
  const [text, setText] = useState("");
  const list = useMemo(() => find(text), [find, text]);
  const { component_type, rows, others, unknown, spelled } = list;
  const count = rows.length;
  const most = limits.observationBulk;
  const limit = count > most ? t("observation:bulk_limit", { most: formatNumber(most) }) : null;
  const reason = isOffline ? t("offline:needs_network") : limit;
  const mayAdd = useAtomValue(askAtom)("observation.bulkAdd") === null;
  return (
    <section className={css.panel} aria-label={t("observation:names.title")}>
      <header className={css.head}>
        <IconButton size="sm" label={t("observation:back")} onPress={() => close()}>
          <ArrowLeft size={15} aria-hidden="true" />
        </IconButton>
        <h3>{t("observation:names.title")}</h3>
      </header>
      <div className={css.body}>
        <TextField
          label={t("observation:names.field")}
          hint={t("observation:names.hint")}
          lines={8}
          value={text}
          onChange={setText}
        />
        {text.trim() === "" ? null : (
          <p role="status" className={css.quiet}>
            {component_type
              ? t("observation:names.known", {
                  n: formatNumber(count),
                  type: componentTypeInText(component_type, count !== 1),
                })
              : t("observation:names.none_known")}
          </p>
        )}
        {spelled.length > 0 ? (
          <p role="status" className={css.quiet}>
            {t("observation:names.spelled", {
              count: spelled.length,
              names: said(spelled.map(([typed, name]) => `${typed} → ${name}`)),
            })}
          </p>
        ) : null}
        {unknown.length > 0 ? (
          <Alert tone="watch" title={t("observation:names.unknown", { count: unknown.length })}>
            <p>{said(unknown)}</p>
          </Alert>
        ) : null}
        {others.length > 0 ? (
          <Alert tone="watch" title={t("observation:names.others", { count: others.length })}>
            <p>{said(others)}</p>
          </Alert>
        ) : null}
        <div className={css.ways}>
          <Button
            icon={<SquareCheck size={18} aria-hidden="true" />}
            isDisabled={count === 0}
            onPress={() => select(list)}
          >
            {t("observation:select_on_map")}
          </Button>
          {mayAdd ? (
            <Button
              kind="primary"
              isDisabled={count === 0 && reason === null}
              reason={reason}
              onPress={() => start(list)}
            >
              {t("observation:names.add")}
            </Button>
          ) : null}
        </div>
      </div>
    </section>
  );
}

function said(names: readonly string[]): string {
  const first = names.slice(0, MOST_SAID).join(", ");
  const rest = names.length - MOST_SAID;
  return rest > 0 ? t("observation:names.and_more", { names: first, count: rest }) : first;
}
