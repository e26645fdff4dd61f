// A round: which stop it is, what is done, and large buttons to go on.
import { useAtomValue, useSetAtom } from "jotai";
import { ArrowLeft, ArrowRight, Check, X } from "lucide-react";
import {
  endRound,
  goToStop,
  roundAtom,
  stepStop,
  stopRowAtom,
  tickStop,
} from "../../state/field/round.ts";
import { componentName } from "../../state/plant/component/component-words.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import css from "./round-bar.module.css";

export function RoundBar() {
  const round = useAtomValue(roundAtom);
  const row = useAtomValue(stopRowAtom);
  const step = useSetAtom(stepStop);
  const tick = useSetAtom(tickStop);
  const show = useSetAtom(goToStop);
  const end = useSetAtom(endRound);
  if (!round) return null;
  const { stops, done, at } = round;
  const isDone = done.includes(at);
  return (
    <section className={css.round} aria-label={t("field:round")}>
      <div className={css.head}>
        <strong role="status" className={css.place}>
          {t("field:stop", { n: formatNumber(at + 1), of: formatNumber(stops.length) })}
        </strong>
        <small>{t("field:stops_done", { n: formatNumber(done.length) })}</small>
        <IconButton label={t("field:end_round")} onPress={() => end()}>
          <X size={20} aria-hidden="true" />
        </IconButton>
      </div>
      <button type="button" className={css.name} onClick={() => show()}>
        {row ? componentName(row) : (stops[at]?.dt_id ?? "")}
      </button>
      <div className={css.acts}>
        <IconButton
          kind="secondary"
          label={t("field:previous_stop")}
          keys="K"
          isDisabled={at === 0}
          onPress={() => step(-1)}
        >
          <ArrowLeft size={24} aria-hidden="true" />
        </IconButton>
        <Button
          kind={isDone ? "secondary" : "primary"}
          icon={<Check size={20} aria-hidden="true" />}
          onPress={() => tick()}
        >
          {t(isDone ? "field:not_done" : "field:tick_stop")}
        </Button>
        <IconButton
          kind="secondary"
          label={t("field:next_stop")}
          keys="J"
          isDisabled={at === stops.length - 1}
          onPress={() => step(1)}
        >
          <ArrowRight size={24} aria-hidden="true" />
        </IconButton>
      </div>
    </section>
  );
}
