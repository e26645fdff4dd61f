// The form of a new or an edited observation.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import type { ComponentType } from "../../domain/component/component.ts";
import {
  missingValueProblems,
  observationValueProblems,
} from "../../domain/observation/observation-column.ts";
import {
  observationFieldsShape,
  type Observation,
  type ObservationFields,
} from "../../domain/observation/observation.ts";
import { photosOf } from "../../domain/observation/recording/recording.ts";
import { askAtom } from "../../state/account/ask.ts";
import { offlineAtom } from "../../state/account/offline.ts";
import type { Conflict } from "../../state/observation/conflict.ts";
import { columnsByIdAtom } from "../../state/observation/observation.ts";
import { closeView, showView, type Brought } from "../../state/observation/open.ts";
import { recentColumnsAtom, recentFirst } from "../../state/observation/recent.ts";
import { columnsOf } from "../../state/observation/words.ts";
import { analysesAtom, analysisIdAtom } from "../../state/plant/analysis/analysis.ts";
import { componentTypeInText, componentTypeName } from "../../state/plant/column/value-words.ts";
import { faultName } from "../../state/plant/finding/words.ts";
import { plantClockAtom } from "../../state/plant/plant.ts";
import { SiteTimeField } from "../record/site-time-field.tsx";
import { siteInstant } from "../../domain/plant/site-time.ts";
import { surveyDay } from "../../state/shell/site-clock.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { isSmallScreenAtom } from "../../state/shell/small-screen.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { Alert } from "../../ui/feedback.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { RecordSection } from "../../ui/record-panel.tsx";
import { PhotoField } from "../photo-field.tsx";
import { RecordingField } from "../recording-field.tsx";
import { useRecordDraft } from "../record/record-draft.ts";
import { RecordForm } from "../record/record-form.tsx";
import { ColumnFields } from "./column-fields.tsx";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { DateDoubt } from "./date-doubt.tsx";
import { useFormFiles, type FormFiles } from "./form-files.ts";
import {
  appliedDraft,
  begunWith,
  draftOf,
  requestOf,
  RUNNING,
  valuesOf,
  type ObservationDraft,
} from "./observation-draft.ts";
import { SameAsLast } from "./same-as-last.tsx";
import { useSave } from "./save-observation.ts";
import { TakeMe } from "./take-me.tsx";
import css from "./observation.module.css";

type FormProps = {
  component_type: ComponentType;
  dt_id: string;
  /** The plant's own name of the component. */
  pcs?: string | undefined;
  /** What the notes of a new one begin with. */
  notes?: string | undefined;
  /** The finding that a new one is about. */
  fault_type?: number | null;
  /** Photos that a new one begins with. */
  brought?: Brought | null | undefined;
  /** Null for a new one. */
  one: Observation | null;
  /** The same observation for all of these. */
  dt_ids?: readonly string[];
};

const NONE = 0;

export function ObservationForm(props: FormProps) {
  const { component_type, dt_id, pcs, notes = "", fault_type = null, one, dt_ids } = props;
  const { brought = null } = props;
  const columns = useAtomValue(columnsByIdAtom);
  const analyses = valueOf(useAtomValue(analysesAtom)) ?? [];
  const currentAnalysis = useAtomValue(analysisIdAtom);
  const ask = useAtomValue(askAtom);
  const close = useSetAtom(closeView);
  const show = useSetAtom(showView);
  const { files, photos: pictures, recordings, keep } = useFormFiles(brought?.photos);
  const [share, setShare] = useState<number | null>(null);
  const [isLate, setLate] = useState(false);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const save = useSave({
    one,
    component_type,
    dt_id,
    pcs,
    dt_ids,
    fault_type,
    files,
    setShare,
    setLate,
    setConflict,
  });
  const { zone } = useAtomValue(plantClockAtom);
  const [draft] = useState(() => ({
    ...draftOf(zone, one, one ? null : currentAnalysis),
    ...(one ? {} : { notes }),
  }));
  const [begun] = useState(() => brought && begunWith(zone, brought));
  const recentOf = useAtomValue(recentColumnsAtom);
  // The order stays while the form is open.
  const [recent] = useState(() => recentOf(component_type));
  const shownColumns = recentFirst(columnsOf(columns.values(), component_type), recent);
  const before = one?.column_values ?? null;
  const applied = (filled: ObservationDraft) => appliedDraft(filled, columns, before ?? []);
  const valueProblems = (
    values: Observation["column_values"],
    { analysis_id }: ObservationDraft,
  ) => {
    const about = { component_type, analysis_id };
    return [
      ...observationValueProblems(values, about, columns, before ?? []),
      ...missingValueProblems(values, about, columns, before),
    ];
  };
  const form = useRecordDraft<ObservationDraft, ObservationFields>({
    draft,
    begun,
    shape: observationFieldsShape,
    toForm: (filled) => requestOf(zone, applied(filled), save.stored() ?? one),
    refuse: (filled) => [
      ...valueProblems(valuesOf(applied(filled)), filled),
      ...(filled.photos.includes(RUNNING)
        ? [{ reason: "recording_runs", field: "recording" }]
        : []),
    ],
    save: save.run,
    isNew: one === null,
  });
  const name = one?.fieldgeometry_component.pcs || pcs || dt_id;
  const back = () => {
    const stored = save.stored();
    if (stored) show({ view: "one", id: stored.id });
    else close();
  };
  // In the field the photo is taken first, while one looks at the thing.
  const isPhotoFirst = useAtomValue(isSmallScreenAtom) && one === null;
  const keepFiles = (change: Partial<FormFiles>) => form.setFields({ photos: keep(change) });
  const photos =
    ask("observationImage.add") === null && !dt_ids ? (
      <>
        <PhotoField
          one={one}
          files={pictures}
          recordings={recordings.length}
          share={share}
          onFiles={(photos) => keepFiles({ photos })}
        />
        {share === null ? (
          <RecordingField
            one={one}
            files={recordings}
            others={(one ? photosOf(one.images).length : 0) + pictures.length}
            error={form.problemOf("recording")}
            onFiles={(recordings) => keepFiles({ recordings })}
            onRecording={(isRunning) => keepFiles({ isRunning })}
          />
        ) : null}
      </>
    ) : null;
  return (
    <>
      <RecordForm
        title={
          dt_ids
            ? t("observation:bulk_of", {
                n: formatNumber(dt_ids.length),
                type: componentTypeInText(component_type, dt_ids.length !== 1),
              })
            : t(one ? "observation:edit_of" : "observation:new_of", { name })
        }
        subtitle={dt_ids ? null : subtitleOf(component_type, one ? one.fault_type : fault_type)}
        form={form}
        onClose={back}
        saveLabel={t("shell:save")}
      >
        {isLate ? (
          <Alert tone="watch">
            <p role="status">{t("outbox:storage.late")}</p>
          </Alert>
        ) : null}
        {/* What is typed while the storage keeps the observation would not be in it. */}
        <fieldset disabled={isLate} className={css.lock}>
          {one === null && save.stored() && files.length > 0 ? (
            <Alert tone="info">
              <p>{t("observation:photos_missing", { count: files.length })}</p>
              <p>{files.map(({ file }) => file.name).join(", ")}</p>
            </Alert>
          ) : null}
          {isPhotoFirst ? photos : null}
          {dt_ids ? null : <TakeMe wide dt_id={dt_id} one={one} />}
          {one === null ? <SameAsLast component_type={component_type} form={form} /> : null}
          <RecordSection>
            <SiteTimeField
              label={t("observation:observed_at")}
              zone={zone}
              {...form.bind("observed_at")}
            />
            <DateDoubt observed_at={siteInstant(zone, form.draft.observed_at) ?? ""} />
            <Select
              label={t("observation:analysis")}
              options={[
                { id: NONE, label: t("observation:no_analysis") },
                ...analyses.map((analysis) => ({
                  id: analysis.id,
                  label: analysis.name,
                  hint: surveyDay(analysis),
                })),
              ]}
              value={form.draft.analysis_id ?? NONE}
              onChange={(id) => form.setFields({ analysis_id: id === NONE ? null : id })}
              error={form.problemOf("request.analysis_id")}
            />
          </RecordSection>
          <TextField label={t("observation:notes")} lines={3} {...form.bind("notes")} />
          <ColumnFields
            stored={before ?? []}
            columns={shownColumns}
            recent={one ? [] : recent}
            form={form}
          />
          {isPhotoFirst ? null : photos}
          <Kept isBulk={dt_ids !== undefined} />
        </fieldset>
      </RecordForm>
      {conflict ? (
        <ConflictDialog
          key={conflict.current.revision}
          {...conflict}
          columns={columns}
          photos={files.length}
          onClose={() => setConflict(null)}
          onDiscard={() => {
            form.release();
            show({ view: "one", id: conflict.current.id });
          }}
          onSave={async (choice) => {
            await save.settle(conflict, choice);
            form.release();
          }}
        />
      ) : null}
    </>
  );
}

/** The type of the component, and the finding that the observation is about. */
function subtitleOf(component_type: ComponentType, fault_type: number | null): string {
  const type = componentTypeName(component_type);
  return fault_type === null ? type : `${type} · ${faultName({ component_type, fault_type })}`;
}

/** Where the observation is kept once it is saved, and when it is sent. */
function Kept({ isBulk }: { isBulk: boolean }) {
  const isOffline = useAtomValue(offlineAtom) !== null;
  if (isBulk) return <p className={css.quiet}>{t("observation:kept.bulk")}</p>;
  return (
    <p className={css.quiet}>
      {t(isOffline ? "observation:kept.offline" : "observation:kept.online")}
    </p>
  );
}
