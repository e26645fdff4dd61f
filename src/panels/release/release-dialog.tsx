// Asks before results are released, withdrawn or hidden, and says whom that concerns and how much it is.
import { useEffect, useState } from "react";
import { useAtomValue } from "jotai";
import type { Analysis, Visibility } from "../../domain/analysis/analysis.ts";
import {
  confirmationRefusal,
  LEAST_CONFIRMATION,
  type ReleaseEffect,
} from "../../domain/analysis/release-effect.ts";
import { doubtWords } from "../../domain/evaluation/doubt/doubt.ts";
import { keyFigureByKey } from "../../domain/key-figure/key-figure.ts";
import { keyFigureName } from "../../state/plant/column/value-words.ts";
import { releaseEffectOf, reloadReleaseEffect } from "../../state/settings/release.ts";
import { siteClock, type SiteClock } from "../../state/shell/site-clock.ts";
import { faultWords } from "../../state/shell/fault.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { Alert, Skeleton } from "../../ui/feedback.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { Checkbox } from "../../ui/form/toggle.tsx";
import { DialogActions } from "../dialog-actions.tsx";
import { TypedDialog } from "../typed-dialog.tsx";
import css from "./release-dialog.module.css";

const MOST_NAMES = 8;

const nameOf = (key: string) => {
  const keyFigure = keyFigureByKey(key);
  return keyFigure ? keyFigureName(keyFigure) : key;
};

type ReleaseDialogProps = {
  analysis: Analysis;
  visibility: Visibility;
  /** `recipients`: IDs of the users to be informed by e-mail; `confirmation`: where something is not sure. */
  onConfirm: (recipients: readonly number[], confirmation?: string) => void;
  onClose: () => void;
};

export function ReleaseDialog({ analysis, visibility, onConfirm, onClose }: ReleaseDialogProps) {
  const { id, name } = analysis;
  const effect = useAtomValue(releaseEffectOf(id));
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set());
  const isRelease = visibility === "released";
  const [confirmation, setConfirmation] = useState("");
  const unsure = effect.state === "ready" && isRelease ? effect.value.unsure : 0;
  const doubts = effect.state === "ready" ? effect.value.doubts : [];
  const isOpen = confirmationRefusal(unsure, confirmation) !== null;
  const recipients =
    effect.state === "ready" && isRelease
      ? effect.value.viewers.filter(({ is_recipient }) => is_recipient)
      : [];
  // Users and values may have changed since it was asked last.
  useEffect(() => void reloadReleaseEffect(id), [id]);
  return (
    <TypedDialog
      role="alertdialog"
      size="sm"
      title={t(`analyses:ask.${visibility}`, { name })}
      typed={[[...leftOut], confirmation]}
      onClose={onClose}
      closeLabel={t("shell:close")}
      actions={
        <DialogActions
          onClose={onClose}
          kind="danger"
          isDisabled={effect.state !== "ready" || isOpen}
          onPress={() =>
            onConfirm(
              recipients.map((one) => one.id).filter((one) => !leftOut.has(one)),
              unsure > 0 ? confirmation : undefined,
            )
          }
        >
          {t(`analyses:act.${visibility}`)}
        </DialogActions>
      }
    >
      {effect.state === "ready" ? (
        <>
          <Effect
            effect={effect.value}
            isRelease={isRelease}
            clock={siteClock(analysis.time_zone)}
          />
          {unsure > 0 ? (
            <>
              <Alert
                tone="danger"
                title={t("release:unsure.title", { count: unsure, number: formatNumber(unsure) })}
              >
                <ul className={css.viewers}>
                  {doubts.map((one) => {
                    const words = doubtWords(one, { t, number: formatNumber, nameOf });
                    return <li key={words}>{words}</li>;
                  })}
                </ul>
                {t("release:unsure.text")}
              </Alert>
              <TextField
                label={t("release:unsure.label")}
                hint={t("release:unsure.hint", { count: LEAST_CONFIRMATION })}
                value={confirmation}
                onChange={setConfirmation}
                lines={3}
                isRequired
              />
            </>
          ) : null}
          {recipients.length > 0 ? (
            <Recipients recipients={recipients} leftOut={leftOut} onChange={setLeftOut} />
          ) : null}
        </>
      ) : effect.state === "failed" ? (
        <>
          <Alert tone="danger">{faultWords(effect.fault).title}</Alert>
          <Button onPress={() => void reloadReleaseEffect(id)}>{t("shell:retry")}</Button>
        </>
      ) : (
        <Skeleton label={t("shell:loading")} lines={4} />
      )}
    </TypedDialog>
  );
}

type EffectProps = { effect: ReleaseEffect; isRelease: boolean; clock: SiteClock };

function Effect({ effect, isRelease, clock }: EffectProps) {
  const { customer_name: customer, viewers, key_figures, values, findings } = effect;
  const hasRecipients = viewers.some(({ is_recipient }) => is_recipient);
  return (
    <div className={css.effect}>
      <p>
        {t("analyses:effect.values", {
          count: key_figures,
          values: formatNumber(values),
          findings: formatNumber(findings),
        })}
      </p>
      <p>
        {viewers.length === 0
          ? t("analyses:effect.no_viewers", { customer })
          : t(isRelease ? "analyses:effect.viewers" : "analyses:effect.lose", {
              count: viewers.length,
              customer,
            })}
      </p>
      {viewers.length > 0 ? <Names viewers={viewers} /> : null}
      {isRelease && effect.unreviewed > 0 ? (
        <Alert tone="watch" title={t("evaluation:review.unreviewed", { count: effect.unreviewed })}>
          {t("evaluation:review.unreviewed_text")}
        </Alert>
      ) : null}
      {isRelease ? (
        hasRecipients ? null : (
          <p>{t("analyses:effect.no_mail")}</p>
        )
      ) : (
        <UsedBy used_by={effect.used_by} clock={clock} />
      )}
    </div>
  );
}

/** The newer analyses that lose these results as history. */
function UsedBy({ used_by, clock }: Pick<ReleaseEffect, "used_by"> & { clock: SiteClock }) {
  if (used_by.length === 0) return <p>{t("analyses:effect.comparisons")}</p>;
  return (
    <Alert tone="watch" title={t("analyses:effect.used_by", { count: used_by.length })}>
      <ul className={css.viewers}>
        {used_by.map(({ id, name, flown_at, compared, carried }) => (
          <li key={id}>
            {name}
            <small>
              {clock.day(flown_at)} · {t("analyses:effect.compared", { count: compared })}
              {carried > 0 ? ` · ${t("analyses:effect.carried", { count: carried })}` : null}
            </small>
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function Names({ viewers }: Pick<ReleaseEffect, "viewers">) {
  const more = viewers.length - MOST_NAMES;
  return (
    <ul className={css.viewers}>
      {viewers.slice(0, MOST_NAMES).map(({ id, name, email }) => (
        <li key={id}>
          {name || email}
          {name ? <small>{email}</small> : null}
        </li>
      ))}
      {more > 0 ? <li>{t("analyses:effect.more", { count: more })}</li> : null}
    </ul>
  );
}

type RecipientsProps = {
  recipients: ReleaseEffect["viewers"];
  /** IDs of those that get no e-mail. */
  leftOut: ReadonlySet<number>;
  onChange: (leftOut: ReadonlySet<number>) => void;
};

/** Who gets the e-mail; all of them at first. */
function Recipients({ recipients, leftOut, onChange }: RecipientsProps) {
  const ids = recipients.map(({ id }) => id);
  const chosen = ids.filter((id) => !leftOut.has(id)).length;
  const choose = (id: number, isChosen: boolean) => {
    const next = new Set(leftOut);
    if (isChosen) next.delete(id);
    else next.add(id);
    onChange(next);
  };
  return (
    <fieldset className={css.recipients}>
      <legend>{t("release:mail.inform")}</legend>
      {recipients.length > 1 ? (
        <Checkbox
          isSelected={chosen === recipients.length}
          isIndeterminate={chosen > 0 && chosen < recipients.length}
          onChange={(isAll) => onChange(new Set(isAll ? [] : ids))}
        >
          {t("release:mail.all", {
            n: formatNumber(chosen),
            all: formatNumber(recipients.length),
          })}
        </Checkbox>
      ) : null}
      <ul className={css.viewers}>
        {recipients.map(({ id, name, email }) => (
          <li key={id}>
            <Checkbox isSelected={!leftOut.has(id)} onChange={(isChosen) => choose(id, isChosen)}>
              {name || email}
              {name ? <small>{email}</small> : null}
            </Checkbox>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
