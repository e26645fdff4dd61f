// The form of a new or an edited observation.
import { useRef, useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import type { ComponentType } from "../../domain/component/component.ts";
import {
  observationValueProblems,
  requestedValues,
} from "../../domain/observation/observation-column.ts";
import {
  observationFieldsShape,
  type Observation,
  type ObservationFields,
} from "../../domain/observation/observation.ts";
import { askAtom } from "../../state/account/ask.ts";
import { canWait, keepOnDevice, storageWords } from "../../state/observation/keep-on-device.ts";
import { addToMany } from "../../state/observation/bulk.ts";
import { createObservation, editObservation, fieldsOf } from "../../state/observation/change.ts";
import { conflictOf, type Conflict } from "../../state/observation/conflict.ts";
import { columnsByIdAtom, keepObservations } from "../../state/observation/observation.ts";
import { closeView, showView } from "../../state/observation/open.ts";
import { waitingOfAtom } from "../../state/observation/shown.ts";
import { sendPhotos } from "../../state/observation/photo.ts";
import { recentColumnsAtom, recentFirst, rememberEntry } from "../../state/observation/recent.ts";
import type { NewPhoto } from "../../state/observation/source.ts";
import { columnsOf } from "../../state/observation/words.ts";
import { analysesAtom, analysisIdAtom } from "../../state/plant/analysis.ts";
import { componentTypeInText, componentTypeName } from "../../state/plant/value-words.ts";
import { formatDate, formatNumber, t } from "../../state/shell/locale.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { showDone, showFailure, showFault, showNote } from "../../state/shell/toast.ts";
import { Alert } from "../../ui/feedback.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { RecordSection } from "../../ui/record-panel.tsx";
import { useRecordDraft } from "../record/record-draft.ts";
import { RecordForm } from "../record/record-form.tsx";
import { ColumnFields } from "./column-fields.tsx";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { draftOf, requestOf, valuesOf, type ObservationDraft } from "./observation-draft.ts";
import { PhotoField } from "./photo-field.tsx";
import { SameAsLast } from "./same-as-last.tsx";
import { TakeMe } from "./take-me.tsx";

type FormProps = {
  component_type: ComponentType;
  dt_id: string;
  /** The plant's own name of the component. */
  pcs?: string | undefined;
  /** Null for a new one. */
  one: Observation | null;
  /** The same observation for all of these. */
  dt_ids?: readonly string[];
};

const NONE = 0;

export function ObservationForm({ component_type, dt_id, pcs, one, dt_ids }: FormProps) {
  const columns = useAtomValue(columnsByIdAtom);
  const analyses = valueOf(useAtomValue(analysesAtom)) ?? [];
  const currentAnalysis = useAtomValue(analysisIdAtom);
  const ask = useAtomValue(askAtom);
  const close = useSetAtom(closeView);
  const show = useSetAtom(showView);
  const [files, setFiles] = useState<readonly NewPhoto[]>([]);
  const [share, setShare] = useState<number | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const save = useSave({
    one,
    component_type,
    dt_id,
    pcs,
    dt_ids,
    files,
    setShare,
    setConflict,
  });
  const [draft] = useState(() => draftOf(one, one ? null : currentAnalysis));
  const recentOf = useAtomValue(recentColumnsAtom);
  // The order stays while the form is open.
  const [recent] = useState(() => recentOf(component_type));
  const shownColumns = recentFirst(columnsOf(columns.values(), component_type), recent);
  const form = useRecordDraft<ObservationDraft, ObservationFields>({
    draft,
    shape: observationFieldsShape,
    toForm: (filled) => requestOf(filled, save.stored()),
    refuse: (filled) =>
      observationValueProblems(
        valuesOf(filled),
        { component_type, analysis_id: filled.analysis_id },
        columns,
        one?.column_values,
      ),
    save: save.run,
    isNew: one === null,
  });
  const name = one?.fieldgeometry_component.pcs || pcs || dt_id;
  const back = () => {
    const stored = save.stored();
    if (stored) show({ view: "one", id: stored.id });
    else close();
  };
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
        subtitle={dt_ids ? null : componentTypeName(component_type)}
        form={form}
        onClose={back}
        saveLabel={t("shell:save")}
      >
        {one === null && save.stored() && files.length > 0 ? (
          <Alert tone="info">
            <p>{t("observation:photos_missing", { count: files.length })}</p>
          </Alert>
        ) : null}
        {dt_ids ? null : <TakeMe dt_id={dt_id} one={one} />}
        {one === null ? <SameAsLast component_type={component_type} form={form} /> : null}
        <RecordSection>
          <TextField
            label={t("observation:observed_at")}
            type="datetime-local"
            isRequired
            {...form.bind("observed_at")}
          />
          <Select
            label={t("observation:analysis")}
            options={[
              { id: NONE, label: t("observation:no_analysis") },
              ...analyses.map(({ id, name: label, flown_at }) => ({
                id,
                label,
                hint: formatDate(flown_at),
              })),
            ]}
            value={form.draft.analysis_id ?? NONE}
            onChange={(id) => form.setFields({ analysis_id: id === NONE ? null : id })}
            error={form.problemOf("request.analysis_id")}
          />
        </RecordSection>
        <TextField label={t("observation:notes")} lines={3} {...form.bind("notes")} />
        <ColumnFields columns={shownColumns} recent={one ? [] : recent} form={form} />
        {ask("observationImage.add") === null && !dt_ids ? (
          <PhotoField
            one={one}
            files={files}
            share={share}
            onFiles={(next) => {
              setFiles(next);
              form.setFields({ photos: next.map(({ file_id }) => file_id) });
            }}
          />
        ) : null}
      </RecordForm>
      {conflict ? (
        <ConflictDialog
          {...conflict}
          columns={columns}
          onClose={() => setConflict(null)}
          onDone={() => {
            form.release();
            show({ view: "one", id: conflict.current.id });
          }}
        />
      ) : null}
    </>
  );
}

type SaveOptions = {
  one: Observation | null;
  component_type: ComponentType;
  dt_id: string;
  pcs: string | undefined;
  dt_ids: readonly string[] | undefined;
  files: readonly NewPhoto[];
  setShare: (share: number | null) => void;
  setConflict: (conflict: Conflict) => void;
};

/** Stores the fields, then the photos. What is stored once is not created again where the photos fail. */
function useSave(options: SaveOptions) {
  const { one, component_type, dt_id, pcs, dt_ids, files, setShare, setConflict } = options;
  const addAll = useSetAtom(addToMany);
  const create = useSetAtom(createObservation);
  const edit = useSetAtom(editObservation);
  const send = useSetAtom(sendPhotos);
  const keep = useSetAtom(keepOnDevice);
  const waitingOf = useAtomValue(waitingOfAtom);
  // As the form was opened: it may be sent while it is edited.
  const [waited] = useState(() => one !== null && waitingOf(one.id) !== undefined);
  const show = useSetAtom(showView);
  const remember = useSetAtom(rememberEntry);
  const [external_id] = useState(() => crypto.randomUUID());
  const stored = useRef(one);
  const run = async (fields: ObservationFields): Promise<void> => {
    if (!one) {
      const column_values = requestedValues(fields.request);
      remember({ component_type, notes: fields.notes, column_values });
    }
    const hold = async () => {
      const now = stored.current;
      await keep({
        external_id: one?.external_id ?? external_id,
        dt_id,
        pcs: now?.fieldgeometry_component.pcs ?? pcs ?? "",
        fields,
        photos: files,
        stored: now,
        // What was created in this form has these fields; only its photos are missing.
        sent: one === null && now ? fieldsOf(now) : null,
        waited,
      });
    };
    const place = () => stored.current?.fieldgeometry_component.pcs || pcs || dt_id;
    try {
      if (waited) {
        await hold();
        showDone(t("outbox:changed", { name: place() }));
        show({ view: "list" });
        return;
      }
      if (dt_ids) {
        const count = await addAll({ ...fields, external_id, dt_ids });
        showDone(t("observation:bulk_created", { count }));
        show({ view: "list" });
        return;
      }
      const before = stored.current;
      const now = before
        ? await edit(before, fields)
        : await create({ ...fields, external_id, dt_id });
      stored.current = now;
      if (files.length > 0) {
        setShare(0);
        await send(now.id, files, setShare);
      }
      const key = one ? "observation:changed" : "observation:created";
      showDone(t(key, { name: now.fieldgeometry_component.pcs || dt_id }));
      show({ view: "one", id: now.id });
    } catch (cause) {
      setShare(null);
      if (!dt_ids && canWait(cause)) {
        await hold().catch((fault: unknown) => {
          const words = storageWords(fault);
          if (words) showFailure(words);
          throw cause;
        });
        showNote(t("outbox:kept", { name: place() }));
        show({ view: "list" });
        return;
      }
      const words = storageWords(cause);
      if (words) {
        showFailure(words);
        throw cause;
      }
      const found = stored.current && conflictOf(cause, stored.current, fields);
      if (found) {
        keepObservations([found.current]);
        setConflict(found);
      } else showFault(cause);
      throw cause;
    }
  };
  return { run, stored: () => stored.current };
}
