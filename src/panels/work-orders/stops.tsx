// The walk of a work order: its length, its start, and the stops in their order with their findings.
import { useAtomValue, useSetAtom } from "jotai";
import { MapPin, Route, X } from "lucide-react";
import type { WorkOrder } from "../../domain/work-order/work-order.ts";
import { isStopToDo } from "../../domain/work-order/work-order-list.ts";
import { askAtom } from "../../state/account/ask.ts";
import { distanceWords } from "../../state/field/distance-words.ts";
import { ownPositionAtom } from "../../state/field/own-position.ts";
import { startRound } from "../../state/field/round.ts";
import { cameraAtom } from "../../state/map/view.ts";
import { pathName } from "../../state/plant/component/component-words.ts";
import { livesAtom } from "../../state/plant/finding/life.ts";
import {
  goToOrderStop,
  isStopDangerous,
  shownStopAtom,
  stopName,
  walkLengthAtom,
  walkStopsAtom,
  type PlacedStop,
} from "../../state/plant/work-order/listed.ts";
import { stopDraftOf } from "../../state/plant/work-order/stop-draft.ts";
import { changeOrder } from "../../state/plant/work-order/order.ts";
import { deskReasonAtom, fieldReasonAtom } from "../../state/plant/work-order/words.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Badge, Skeleton } from "../../ui/feedback.tsx";
import { Menu } from "../../ui/overlay.tsx";
import { usePending } from "../pending.ts";
import { FindingsFault } from "./findings-fault.tsx";
import { StopFindings } from "./stop-findings.tsx";
import css from "./work-orders.module.css";

export function Stops({ order }: { order: WorkOrder }) {
  const stops = useAtomValue(walkStopsAtom);
  const shown = useAtomValue(shownStopAtom);
  return (
    <section aria-label={t("work-order:walk")}>
      <div className={css.section}>
        <Walk order={order} stops={stops} />
      </div>
      <ol className={css.stops}>
        {stops.map((stop, at) => (
          <StopRow
            key={`${stop.component_type} ${stop.dt_id}`}
            order={order}
            stop={stop}
            at={at}
            isShown={at === shown}
          />
        ))}
      </ol>
    </section>
  );
}

/** An order has no findings only where it names none: others are on their way, or may not be seen. */
function NoStops({ order: { finding_ids } }: { order: WorkOrder }) {
  const lives = useAtomValue(livesAtom);
  if (finding_ids.length === 0) return <p className={css.soft}>{t("work-order:no_findings")}</p>;
  if (lives.state === "loading") return <Skeleton label={t("shell:loading")} />;
  if (lives.state === "failed") return <FindingsFault />;
  const said = { count: finding_ids.length, n: formatNumber(finding_ids.length) };
  return <p className={css.soft}>{t("finding:count", said)}</p>;
}

function Walk({ order, stops }: { order: WorkOrder; stops: readonly PlacedStop[] }) {
  const length_m = useAtomValue(walkLengthAtom);
  const round = useSetAtom(startRound);
  const count = stops.filter(({ place }) => place !== null).length;
  const lost = stops.length - count;
  if (stops.length === 0) return <NoStops order={order} />;
  return (
    <>
      <strong>
        {t("work-order:walk_length", {
          count,
          n: formatNumber(count),
          distance: distanceWords(length_m),
        })}
      </strong>
      <p className={css.soft}>{t("work-order:walk_straight")}</p>
      {lost > 0 ? (
        <p className={css.soft}>
          {t("work-order:walk_lost", { count: lost, n: formatNumber(lost) })}
        </p>
      ) : null}
      <div className={css.acts}>
        <StartMenu order={order} />
        <Button
          size="sm"
          icon={<Route size={14} aria-hidden="true" />}
          onPress={() =>
            round(stops.map(({ component_type, dt_id }) => ({ component_type, dt_id })))
          }
        >
          {t("work-order:as_round")}
        </Button>
      </div>
    </>
  );
}

/** Where the walk begins: it is stored with the order, so that desk, phone and paper have the same walk. */
function StartMenu({ order }: { order: WorkOrder }) {
  const ask = useAtomValue(askAtom);
  const fieldReason = useAtomValue(fieldReasonAtom);
  const change = useSetAtom(changeOrder);
  const camera = useAtomValue(cameraAtom);
  const own = useAtomValue(ownPositionAtom);
  const [isPending, whilePending] = usePending();
  const set = (start: [number, number] | null) =>
    void whilePending(() => change(order, { set: { start } }));
  const facts = { before: order, set: { start: [0, 0] as [number, number] }, done: [], removed: 0 };
  const refusal = ask("workOrder.change", facts);
  if (refusal?.isHidden) return null;
  const entries = [
    ...(camera
      ? [
          {
            id: "middle",
            label: t("work-order:start_middle"),
            run: () => set([camera.centre[0], camera.centre[1]]),
          },
        ]
      : []),
    ...(own
      ? [{ id: "own", label: t("work-order:start_own"), run: () => set([own.lon, own.lat]) }]
      : []),
    ...(order.start
      ? [{ id: "none", label: t("work-order:start_none"), run: () => set(null) }]
      : []),
  ];
  return (
    <Menu label={t("work-order:start")} groups={[{ entries }]}>
      <Button
        size="sm"
        icon={<MapPin size={14} aria-hidden="true" />}
        reason={fieldReason(order.id, refusal)}
        isDisabled={isPending || entries.length === 0}
      >
        {order.start ? t("work-order:start_set") : t("work-order:start")}
      </Button>
    </Menu>
  );
}

type StopRowProps = { order: WorkOrder; stop: PlacedStop; at: number; isShown: boolean };

function StopRow({ order, stop, at, isShown }: StopRowProps) {
  const ask = useAtomValue(askAtom);
  const deskReason = useAtomValue(deskReasonAtom);
  const go = useSetAtom(goToOrderStop);
  const change = useSetAtom(changeOrder);
  const [isPending, whilePending] = usePending();
  const { component_type, dt_id, row, findings } = stop;
  const isNoted = useAtomValue(stopDraftOf)({ order_id: order.id, component_type, dt_id }) !== null;
  const name = stopName(stop);
  const facts = { before: order, set: {}, done: [], removed: findings.length };
  const refusal = ask("workOrder.change", facts);
  const remove = () => change(order, { removed_ids: findings.map(({ id }) => id) });
  return (
    <li className={css.stop} data-shown={isShown}>
      <span className={css.number} data-done={!isStopToDo(stop)}>
        {stop.place ? formatNumber(at + 1) : "–"}
      </span>
      <button type="button" className={css.words} aria-current={isShown} onClick={() => go(at)}>
        <strong>{name}</strong>
        <small>{row === null ? t("finding:gone") : pathName({ component_type, row })}</small>
        {isStopDangerous(stop) ? (
          <span>
            <Badge tone="danger">{t("work-order:danger")}</Badge>
          </span>
        ) : null}
        {isNoted ? (
          <span>
            <Badge tone="watch">{t("work-order:record_waits")}</Badge>
          </span>
        ) : null}
        <StopFindings stop={stop} />
      </button>
      {refusal ? null : (
        <IconButton
          size="sm"
          label={t("work-order:take_out", { name })}
          reason={deskReason(refusal)}
          isDisabled={isPending}
          onPress={() => void whilePending(remove)}
        >
          <X size={14} aria-hidden="true" />
        </IconButton>
      )}
    </li>
  );
}
