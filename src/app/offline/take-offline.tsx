// Takes the plant on the map offline: what comes along, how large it is, and how far it is.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { limits } from "../../domain/limits.ts";
import type { OfflineChoice } from "../../domain/plant/offline.ts";
import {
  cancelTaking,
  heldAtom,
  offlinePlanAtom,
  offlineStorageAtom,
  takeHeld,
  takeOffline,
  takingAtom,
} from "../../state/plant/offline.ts";
import { analysisIdAtom } from "../../state/plant/analysis/analysis.ts";
import { plantAtom, plantIdAtom } from "../../state/plant/plant.ts";
import { storageWords } from "../../state/observation/keep-on-device.ts";
import { surveyDay } from "../../state/shell/site-clock.ts";
import { faultWords } from "../../state/shell/fault.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { formatBytes, formatDate, formatNumber, t } from "../../state/shell/locale.ts";
import { showDone, showNote } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Alert, Progress, Skeleton } from "../../ui/feedback.tsx";
import { Checkbox } from "../../ui/form/toggle.tsx";
import { Dialog } from "../../ui/overlay.tsx";
import css from "./offline.module.css";

type Plan = NonNullable<ReturnType<typeof usePlan>>;
const usePlan = () => valueOf(useAtomValue(offlinePlanAtom));
const NEWEST = 2;

const chosenOf = ({ analyses }: Plan, { analysis_ids }: OfflineChoice) =>
  analyses.filter(({ analysis: { id } }) => analysis_ids.includes(id));
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

/** Small images of the chosen analyses and of all observations. */
function imagesOf(plan: Plan, choice: OfflineChoice) {
  const all = [plan.observations.thumbs, ...chosenOf(plan, choice).map(({ thumbs }) => thumbs)];
  return { count: sum(all.map(({ count }) => count)), bytes: sum(all.map(({ bytes }) => bytes)) };
}

/** Orthomosaics of the chosen analyses; `resolution_m` of the coarsest. */
function orthomosaicsOf(plan: Plan, choice: OfflineChoice) {
  const all = chosenOf(plan, choice).map(({ orthomosaics }) => orthomosaics);
  return {
    count: sum(all.map(({ count }) => count)),
    bytes: sum(all.map(({ bytes }) => bytes)),
    resolution_m: Math.max(0, ...all.map(({ resolution_m }) => resolution_m)),
  };
}

/** Bytes on the network, which the dialog announces. */
function bytesOf(plan: Plan, choice: OfflineChoice): number {
  return (
    plan.twin_bytes +
    plan.observations.bytes +
    sum(chosenOf(plan, choice).map(({ bytes }) => bytes)) +
    (choice.has_images ? imagesOf(plan, choice).bytes : 0) +
    (choice.has_orthomosaics ? orthomosaicsOf(plan, choice).bytes : 0) +
    (choice.has_blueprints ? plan.blueprint_bytes : 0)
  );
}

/** Bytes on this device, where the twin takes more than on the network. */
const keptBytesOf = (plan: Plan, choice: OfflineChoice) =>
  bytesOf(plan, choice) - plan.twin_bytes + plan.twin_kept_bytes;

export function TakeOfflineDialog({ onClose }: { onClose: () => void }) {
  const loaded = useAtomValue(offlinePlanAtom);
  const plan = usePlan();
  const plant = valueOf(useAtomValue(plantAtom));
  const plant_id = useAtomValue(plantIdAtom);
  const held = useAtomValue(heldAtom).find((one) => one.plant_id === plant_id);
  const taking = useAtomValue(takingAtom);
  const take = useSetAtom(takeOffline);
  const takeKept = useSetAtom(takeHeld);
  const cancel = useSetAtom(cancelTaking);
  const [changed, setChoice] = useState<OfflineChoice | null>(null);
  const [fault, setFault] = useState<unknown>(null);
  const onMap = useAtomValue(analysisIdAtom);
  const first = plan?.analyses
    .filter(({ analysis }, at) => at < NEWEST || analysis.id === onMap)
    .map(({ analysis }) => analysis.id);
  const choice = changed ?? {
    analysis_ids: first ?? [],
    has_images: true,
    has_orthomosaics: true,
    has_blueprints: true,
  };
  const bytes = plan ? bytesOf(plan, choice) : 0;
  const run = async () => {
    if (!plan) return;
    setFault(null);
    try {
      const failed = await take(choice, keptBytesOf(plan, choice));
      showDone(t("offline:taken", { name: plant?.name ?? "" }));
      if (failed.length > 0) showNote(t("offline:failed_images", { names: failed.join(", ") }));
      onClose();
    } catch (cause) {
      const isCancelled = cause instanceof DOMException && cause.name === "AbortError";
      setFault(isCancelled ? null : cause);
    }
  };
  const useHeld = async () => {
    setFault(null);
    await takeKept().then(onClose, setFault);
  };
  const storage = useAtomValue(offlineStorageAtom);
  const shown = fault ?? (loaded.state === "failed" ? loaded.fault : storage);
  return (
    <Dialog
      title={t("offline:take_title", { name: plant?.name ?? "" })}
      isOpen
      onClose={onClose}
      closeLabel={t("shell:close")}
      actions={
        taking ? (
          <Button onPress={cancel}>{t("shell:cancel")}</Button>
        ) : (
          <Button kind="primary" isDisabled={!plan} onPress={() => void run()}>
            {t("offline:take")}
          </Button>
        )
      }
    >
      <div className={css.offline}>
        {shown ? <Fault cause={shown} /> : null}
        {held && !taking ? (
          <Alert tone="info" title={t("offline:held", { at: formatDate(held.taken_at) })}>
            <div className={css.action}>
              <span>{t("offline:held_text", { until: formatDate(held.expires_at) })}</span>
              <Button size="sm" onPress={() => void useHeld()}>
                {t("offline:use_held")}
              </Button>
            </div>
          </Alert>
        ) : null}
        {/* Above the choices: on a low screen these are scrolled, and the size is what one decides by. */}
        {plan && !taking ? (
          <p>
            <strong>{t("offline:size", { size: formatBytes(bytes) })}</strong>{" "}
            {t("offline:expiry", { count: limits.offlineDays })}
          </p>
        ) : null}
        {taking ? (
          <Progress
            label={t("offline:loading", { size: formatBytes(taking.progress?.bytes ?? 0) })}
            value={bytes > 0 ? Math.min(1, (taking.progress?.bytes ?? 0) / bytes) : 0}
          />
        ) : plan ? (
          <Choices plan={plan} choice={choice} onChange={setChoice} />
        ) : shown ? null : (
          <Skeleton label={t("shell:loading")} />
        )}
      </div>
    </Dialog>
  );
}

function Fault({ cause }: { cause: unknown }) {
  const { title, details } = faultWords(cause);
  const text = storageWords(cause) ?? (details.length > 0 ? details.join(" ") : title);
  // A rule that refuses it says all there is: nothing has been loaded.
  const isRefused = (cause as { code?: unknown } | null)?.code === "CONFLICT";
  return <Alert tone="danger">{isRefused ? text : `${text} ${t("offline:goes_on")}`}</Alert>;
}

type ChoicesProps = {
  plan: Plan;
  choice: OfflineChoice;
  onChange: (choice: OfflineChoice) => void;
};

function Choices({ plan, choice, onChange }: ChoicesProps) {
  const { analysis_ids } = choice;
  const images = imagesOf(plan, choice);
  const orthomosaics = orthomosaicsOf(plan, choice);
  const sized = (words: string, bytes: number) => `${words} · ${formatBytes(bytes)}`;
  return (
    <>
      <p className={css.quiet}>
        {t("offline:always", { size: formatBytes(plan.twin_bytes + plan.observations.bytes) })}
      </p>
      <fieldset className={css.group}>
        <legend>{t("offline:analyses")}</legend>
        {plan.analyses.map(({ analysis, analysis: { id, name }, bytes }) => (
          <Checkbox
            key={id}
            isSelected={analysis_ids.includes(id)}
            onChange={(isOn) =>
              onChange({
                ...choice,
                analysis_ids: isOn
                  ? [...analysis_ids, id]
                  : analysis_ids.filter((one) => one !== id),
              })
            }
          >
            {sized(`${name}, ${surveyDay(analysis)}`, bytes)}
          </Checkbox>
        ))}
      </fieldset>
      <Checkbox
        isSelected={choice.has_images}
        onChange={(has_images) => onChange({ ...choice, has_images })}
      >
        {sized(t("offline:images", { count: images.count }), images.bytes)}
      </Checkbox>
      {orthomosaics.count > 0 ? (
        <Checkbox
          isSelected={choice.has_orthomosaics}
          onChange={(has_orthomosaics) => onChange({ ...choice, has_orthomosaics })}
        >
          {sized(
            t("offline:orthomosaics", {
              count: orthomosaics.count,
              cm: formatNumber(100 * orthomosaics.resolution_m, 1),
            }),
            orthomosaics.bytes,
          )}
        </Checkbox>
      ) : null}
      {plan.blueprint_count > 0 ? (
        <Checkbox
          isSelected={choice.has_blueprints}
          onChange={(has_blueprints) => onChange({ ...choice, has_blueprints })}
        >
          {sized(t("offline:blueprints", { count: plan.blueprint_count }), plan.blueprint_bytes)}
        </Checkbox>
      ) : null}
    </>
  );
}
