// The orthomosaics of an analysis, and its GeoTIFF files that can become some.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Download, Layers, Trash2 } from "lucide-react";
import type { AnalysisFile } from "../../../domain/analysis/analysis-file.ts";
import type { Analysis } from "../../../domain/analysis/analysis.ts";
import type { Task } from "../../../domain/analysis/task.ts";
import { limits } from "../../../domain/limits.ts";
import { orthomosaicFileRefusal, type Orthomosaic } from "../../../domain/raster/orthomosaic.ts";
import { askAtom, reasonOf } from "../../../state/account/ask.ts";
import { problemWords } from "../../../state/shell/fault.ts";
import {
  formatBytes,
  formatDate,
  formatNumber,
  formatPixelSize,
  t,
} from "../../../state/shell/locale.ts";
import { showDone, showFault } from "../../../state/shell/toast.ts";
import {
  orthomosaicsOf,
  prepareOrthomosaic,
  reloadOrthomosaics,
  removeOrthomosaic,
  saveOrthomosaic,
} from "../../../state/upload/orthomosaic.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Progress } from "../../../ui/feedback.tsx";
import { ConfirmDialog } from "../../../ui/record-panel.tsx";
import { usePending } from "../../pending.ts";
import { LoadFault } from "../../load-fault.tsx";
import { useStayCurrent } from "../../stay-current.ts";
import { OrthomosaicFit } from "./orthomosaic-fit.tsx";
import { OrthomosaicUnit } from "./orthomosaic-unit.tsx";
import css from "./orthomosaics.module.css";

type OrthomosaicsProps = { analysis: Analysis; files: readonly AnalysisFile[] };

export function Orthomosaics({ analysis, files }: OrthomosaicsProps) {
  const { id } = analysis;
  const list = useAtomValue(orthomosaicsOf(id));
  const all = list.state === "ready" ? list.value : [];
  const isWaiting = all.some(({ state }) => state === "waiting");
  // A task that another user, or this one before, has started.
  useStayCurrent(() => reloadOrthomosaics(id), isWaiting ? limits.taskPollMs : null);
  const known = new Set(all.map(({ file_name }) => file_name));
  const open = files.filter(
    ({ file_name }) => orthomosaicFileRefusal(file_name) === null && !known.has(file_name),
  );
  if (list.state === "failed") return <LoadFault fault={list.fault} isSmall />;
  if (all.length + open.length === 0) return null;
  return (
    <section className={css.section} aria-label={t("orthomosaic:title")}>
      <h3>{t("orthomosaic:title")}</h3>
      <p className={css.hint}>{t("orthomosaic:hint")}</p>
      <ul className={css.list}>
        {all.map((one) => (
          <Prepared key={one.id} analysis={analysis} orthomosaic={one} />
        ))}
        {open.map(({ file_name, bytes }) => (
          <li key={file_name} className={css.row}>
            <span className={css.words}>
              <strong>{file_name}</strong>
              <small>{formatBytes(bytes)}</small>
            </span>
            <Prepare analysis={analysis} file_name={file_name} isAgain={false} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Prepared({ analysis, orthomosaic }: { analysis: Analysis; orthomosaic: Orthomosaic }) {
  const { id, file_name, state, fault } = orthomosaic;
  return (
    <li className={css.row}>
      <span className={css.words}>
        <strong>{file_name}</strong>
        <small>{factsOf(orthomosaic)}</small>
        {state === "failed" ? (
          <small className={css.fault} role="alert">
            {fault ? problemWords(fault) : t("orthomosaic:failed")}
          </small>
        ) : null}
        {isThermal(orthomosaic) ? (
          <OrthomosaicUnit analysis={analysis} orthomosaic={orthomosaic} />
        ) : null}
        {state === "ready" ? (
          <OrthomosaicFit
            analysis_id={analysis.id}
            plant_id={analysis.plant_id}
            orthomosaic={orthomosaic}
          />
        ) : null}
        {state === "waiting" ? <Progress label={t("orthomosaic:preparing")} value={null} /> : null}
      </span>
      {state === "failed" && !isThermal(orthomosaic) ? (
        <Prepare analysis={analysis} file_name={file_name} isAgain />
      ) : null}
      <Acts analysis_id={analysis.id} id={id} name={file_name} />
    </li>
  );
}

/** True for one with temperatures, also where only its unit is missing. */
const isThermal = ({ picture, fault }: Orthomosaic) =>
  picture?.kind === "thermal" ||
  fault?.reason === "orthomosaic_unit" ||
  fault?.reason === "orthomosaic_no_temperatures";

/** "RGB · 12,000 × 8,000 pixels · 2.1 cm · EPSG:32633 · 340 MB · 3 May 2026" */
function factsOf({ picture, bytes, created_at }: Orthomosaic): string {
  const file = [formatBytes(bytes), formatDate(created_at)];
  if (!picture) return file.join(" · ");
  const { kind, width, height, resolution_m, epsg, temperature } = picture;
  const whole = (value: number) => formatNumber(value, 0);
  return [
    t(`orthomosaic:kind.${kind}`),
    t("orthomosaic:pixels", { width: whole(width), height: whole(height) }),
    formatPixelSize(resolution_m),
    `EPSG:${epsg}`,
    ...(temperature
      ? [
          t("orthomosaic:temperatures", {
            lowest: formatNumber(temperature.lowest, 1),
            highest: formatNumber(temperature.highest, 1),
            unit: t(`orthomosaic:unit.${temperature.unit}`),
          }),
        ]
      : []),
    ...file,
  ].join(" · ");
}

type PrepareProps = { analysis: Analysis; file_name: string; isAgain: boolean };

function Prepare({ analysis, file_name, isAgain }: PrepareProps) {
  const ask = useAtomValue(askAtom);
  const start = useSetAtom(prepareOrthomosaic);
  const [task, setTask] = useState<Task | null>(null);
  const [isPending, whilePending] = usePending();
  const refusal = ask("orthomosaic.prepare");
  if (refusal?.isHidden) return null;
  const run = async () => {
    await whilePending(async () => {
      const ended = await start(analysis.id, file_name, null, setTask);
      if (ended.state === "SUCCESSFUL") showDone(t("orthomosaic:done", { name: file_name }));
    });
    setTask(null);
  };
  const { step = 0, max_steps = 0 } = task?.output ?? {};
  if (isPending) {
    const words = task?.output.infos.at(-1)?.message ?? t("orthomosaic:preparing");
    return <Progress label={words} value={max_steps > 0 ? step / max_steps : null} />;
  }
  return (
    <Button
      size="sm"
      icon={<Layers size={14} aria-hidden="true" />}
      reason={reasonOf(refusal)}
      onPress={() => void run()}
    >
      {t(isAgain ? "orthomosaic:again" : "orthomosaic:prepare")}
    </Button>
  );
}

function Acts({ analysis_id, id, name }: { analysis_id: number; id: number; name: string }) {
  const ask = useAtomValue(askAtom);
  const remove = useSetAtom(removeOrthomosaic);
  const [isAsked, setAsked] = useState(false);
  const [isPending, whilePending] = usePending();
  const confirm = async () => {
    await whilePending(async () => {
      await remove(analysis_id, id);
      showDone(t("orthomosaic:removed", { name }));
    });
    setAsked(false);
  };
  return (
    <span className={css.acts}>
      {ask("orthomosaic.download") === null ? (
        <IconButton
          size="sm"
          label={t("orthomosaic:download", { name })}
          onPress={() => void saveOrthomosaic(analysis_id, id).catch(showFault)}
        >
          <Download size={14} aria-hidden="true" />
        </IconButton>
      ) : null}
      {ask("orthomosaic.remove") === null ? (
        <IconButton
          size="sm"
          label={t("orthomosaic:remove", { name })}
          onPress={() => setAsked(true)}
        >
          <Trash2 size={14} aria-hidden="true" />
        </IconButton>
      ) : null}
      {isAsked ? (
        <ConfirmDialog
          title={t("orthomosaic:remove", { name })}
          confirmLabel={t("analysis-file:remove")}
          cancel={t("shell:cancel")}
          closeLabel={t("shell:close")}
          isPending={isPending}
          onConfirm={() => void confirm()}
          onClose={() => setAsked(false)}
        >
          {t("orthomosaic:remove_text")}
        </ConfirmDialog>
      ) : null}
    </span>
  );
}
