// The stop that the crew is at: what is wrong there, and large buttons to say that it is done and to go on. A photo
// and a note can come with it; without a network both wait on this device.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { ArrowLeft, ArrowRight, Check, Images } from "lucide-react";
import { unfinishedStatuses } from "../../domain/finding/finding-status.ts";
import type { WorkOrder } from "../../domain/work-order/work-order.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import { offlineAtom } from "../../state/account/offline.ts";
import { storageWords } from "../../state/observation/keep-on-device.ts";
import { canWait } from "../../state/shell/may-keep.ts";
import { keptWords } from "../../state/observation/outbox-words.ts";
import type { NewPhoto } from "../../state/observation/source.ts";
import { changeFindings, targetOf } from "../../state/plant/finding/life.ts";
import { withConflict } from "../../state/plant/finding/words.ts";
import { pathName } from "../../state/plant/component/component-words.ts";
import {
  goToNextStop,
  goToOrderStop,
  isStopDangerous,
  shownStopAtom,
  stayAtOrderStop,
  stopName,
  walkStopsAtom,
  type PlacedStop,
} from "../../state/plant/work-order/listed.ts";
import {
  endStopDraft,
  keepStopDraft,
  stopDraftOf,
  type StopKey,
} from "../../state/plant/work-order/stop-draft.ts";
import { recordRepair } from "../../state/plant/work-order/record-repair.ts";
import { isSmallScreenAtom } from "../../state/shell/small-screen.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { showFailure, showFault, showNote } from "../../state/shell/toast.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Badge } from "../../ui/feedback.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { OpenImages } from "../open-images.tsx";
import { usePending } from "../pending.ts";
import { PhotoField } from "../photo-field.tsx";
import { StopFindings } from "./stop-findings.tsx";
import css from "./work-orders.module.css";

export function PresentStop({ order }: { order: WorkOrder }) {
  const stops = useAtomValue(walkStopsAtom);
  const at = useAtomValue(shownStopAtom);
  const draftOf = useAtomValue(stopDraftOf);
  const stop = stops[at];
  if (!stop) return null;
  const { component_type, dt_id, row } = stop;
  const place = { order_id: order.id, component_type, dt_id };
  const isOver = order.status === "closed" || order.status === "cancelled";
  // What was noted before others closed the order can still be recorded.
  if (isOver && draftOf(place) === null) return null;
  const name = stopName(stop);
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
        {/* What was written for one stop never goes with another. */}
        <Steps
          key={`${component_type} ${dt_id}`}
          place={place}
          stop={stop}
          at={at}
          count={stops.length}
        />
      </div>
    </section>
  );
}

type StepsProps = { place: StopKey; stop: PlacedStop; at: number; count: number };

function Steps({ place, stop, at, count }: StepsProps) {
  const go = useSetAtom(goToOrderStop);
  const goOn = useSetAtom(goToNextStop);
  const change = useSetAtom(changeFindings);
  const record = useSetAtom(recordRepair);
  const ask = useAtomValue(askAtom);
  const isOffline = useAtomValue(offlineAtom) !== null;
  const [isPending, whilePending] = usePending();
  const [first] = useState(() => crypto.randomUUID());
  const keep = useSetAtom(keepStopDraft);
  const endDraft = useSetAtom(endStopDraft);
  const stay = useSetAtom(stayAtOrderStop);
  const write = (part: Parameters<typeof keep>[1]) => {
    stay();
    keep(place, part);
  };
  const draft = useAtomValue(stopDraftOf)(place) ?? { external_id: first, notes: "", photos: [] };
  const { external_id, notes, photos } = draft;
  const open = stop.findings.filter(({ status }) => unfinishedStatuses.has(status));
  const name = stopName(stop);
  const mayRecord = ask("observation.create", { finished: open.length });
  const hasRecord = photos.length > 0 || notes.trim() !== "";
  // Without a network an observation is what can wait on this device.
  const records = hasRecord || isOffline;
  const refusal = records
    ? mayRecord
    : ask("findingLife.change", { before: open, set: { status: "done" } });
  const setDone = async () => {
    if (!records) {
      const targets = open.map((life) => targetOf(life, life));
      try {
        await change(targets, { status: "done" });
        goOn(at);
        return;
      } catch (cause) {
        // Where the network is bad it waits on this device, as it does with a note.
        if (!canWait(cause) || mayRecord !== null) throw withConflict(cause);
      }
    }
    const finished_ids = open.map(({ id }) => id);
    const { dt_id } = stop;
    try {
      const became = await record({ external_id, dt_id, pcs: name, finished_ids, notes, photos });
      endDraft(place, draft);
      if (became === "kept") showNote(keptWords(name));
      goOn(at);
    } catch (cause) {
      const words = storageWords(cause);
      if (words) showFailure(words);
      else showFault(cause);
    }
  };
  return (
    <>
      {open.length === 0 && hasRecord ? (
        <p className={css.soft}>{t("work-order:record_left")}</p>
      ) : null}
      {(open.length > 0 || hasRecord) && mayRecord === null ? (
        <Record
          photos={photos}
          onPhotos={(next) => write({ photos: next })}
          notes={notes}
          onNotes={(next) => write({ notes: next })}
        />
      ) : null}
      <div className={css.steps}>
        <IconButton
          kind="secondary"
          label={t("field:previous_stop")}
          isDisabled={at === 0}
          onPress={() => go(at - 1)}
        >
          <ArrowLeft size={20} aria-hidden="true" />
        </IconButton>
        {open.length === 0 && !hasRecord ? (
          <Button onPress={() => goOn(at)}>{t("work-order:next_to_do")}</Button>
        ) : (
          <Button
            kind="primary"
            icon={<Check size={18} aria-hidden="true" />}
            reason={reasonOf(refusal)}
            isDisabled={isPending}
            onPress={() => void whilePending(setDone)}
          >
            {t(open.length === 0 ? "work-order:record_next" : "work-order:done_next")}
          </Button>
        )}
        <IconButton
          kind="secondary"
          label={t("field:next_stop")}
          isDisabled={at >= count - 1}
          onPress={() => go(at + 1)}
        >
          <ArrowRight size={20} aria-hidden="true" />
        </IconButton>
      </div>
    </>
  );
}

type RecordProps = {
  photos: readonly NewPhoto[];
  onPhotos: (photos: readonly NewPhoto[]) => void;
  notes: string;
  onNotes: (notes: string) => void;
};

/** The photo and the note that go with "done"; they are an observation of the component. */
function Record({ photos, onPhotos, notes, onNotes }: RecordProps) {
  const ask = useAtomValue(askAtom);
  // On the roof the camera comes first; at the desk most stops need no photo. What was noted is shown again.
  const isSmall = useAtomValue(isSmallScreenAtom);
  const [isOpen, setOpen] = useState(isSmall || notes !== "" || photos.length > 0);
  if (!isOpen) {
    return (
      <span>
        <Button
          size="sm"
          icon={<Images size={14} aria-hidden="true" />}
          onPress={() => setOpen(true)}
        >
          {t("work-order:add_record")}
        </Button>
      </span>
    );
  }
  return (
    <div className={css.record}>
      {ask("observationImage.add") === null ? (
        <PhotoField one={null} files={photos} share={null} onFiles={onPhotos} />
      ) : null}
      <TextField
        label={t("work-order:record_note")}
        hint={t("work-order:record_hint")}
        lines={2}
        maxLength={5000}
        value={notes}
        onChange={onNotes}
      />
    </div>
  );
}
