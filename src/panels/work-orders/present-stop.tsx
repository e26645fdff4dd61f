// The stop that the crew is at: what is wrong there, and large buttons to say that it is done and to go on.
import { useAtomValue, useSetAtom } from "jotai";
import { ArrowLeft, ArrowRight, Check } from "lucide-react";
import { unfinishedStatuses } from "../../domain/finding/finding-status.ts";
import type { WorkOrder } from "../../domain/work-order/work-order.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import { changeFindings, targetOf } from "../../state/plant/finding/life.ts";
import { withConflict } from "../../state/plant/finding/words.ts";
import { pathName } from "../../state/plant/component/component-words.ts";
import {
  goToNextStop,
  goToOrderStop,
  isStopDangerous,
  shownStopAtom,
  stopName,
  walkStopsAtom,
} from "../../state/plant/work-order/listed.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Badge } from "../../ui/feedback.tsx";
import { OpenImages } from "../open-images.tsx";
import { usePending } from "../pending.ts";
import { StopFindings } from "./stop-findings.tsx";
import css from "./work-orders.module.css";

export function PresentStop({ order }: { order: WorkOrder }) {
  const stops = useAtomValue(walkStopsAtom);
  const at = useAtomValue(shownStopAtom);
  const go = useSetAtom(goToOrderStop);
  const goOn = useSetAtom(goToNextStop);
  const change = useSetAtom(changeFindings);
  const ask = useAtomValue(askAtom);
  const [isPending, whilePending] = usePending();
  const stop = stops[at];
  if (!stop || order.status === "closed" || order.status === "cancelled") return null;
  const { component_type, row, findings } = stop;
  const open = findings.filter(({ status }) => unfinishedStatuses.has(status));
  const refusal = ask("findingLife.change", { before: open, set: { status: "done" } });
  const name = stopName(stop);
  const setDone = async () => {
    const targets = open.map((life) => targetOf(life, life));
    await change(targets, { status: "done" }).catch((cause: unknown) => {
      throw withConflict(cause);
    });
    goOn(at);
  };
  return (
    <section className={css.section} aria-label={t("work-order:present")}>
      <div className={css.present}>
        <small role="status">
          {t("field:stop", { n: formatNumber(at + 1), of: formatNumber(stops.length) })}
        </small>
        <span className={css.back}>
          <strong>{name}</strong>
          {row === null ? null : <OpenImages at={{ component_type, row }} name={name} />}
        </span>
        <span className={css.soft}>
          {row === null ? t("finding:gone") : pathName({ component_type, row })}
        </span>
        {isStopDangerous(stop) ? (
          <span>
            <Badge tone="danger">{t("work-order:danger")}</Badge>
          </span>
        ) : null}
        <StopFindings stop={stop} />
        <div className={css.steps}>
          <IconButton
            kind="secondary"
            label={t("field:previous_stop")}
            isDisabled={at === 0}
            onPress={() => go(at - 1)}
          >
            <ArrowLeft size={20} aria-hidden="true" />
          </IconButton>
          {open.length === 0 ? (
            <Button onPress={() => goOn(at)}>{t("work-order:next_to_do")}</Button>
          ) : (
            <Button
              kind="primary"
              icon={<Check size={18} aria-hidden="true" />}
              reason={reasonOf(refusal)}
              isDisabled={isPending}
              onPress={() => void whilePending(setDone)}
            >
              {t("work-order:done_next")}
            </Button>
          )}
          <IconButton
            kind="secondary"
            label={t("field:next_stop")}
            isDisabled={at >= stops.length - 1}
            onPress={() => go(at + 1)}
          >
            <ArrowRight size={20} aria-hidden="true" />
          </IconButton>
        </div>
      </div>
    </section>
  );
}
