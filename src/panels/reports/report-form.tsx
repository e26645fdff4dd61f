// What a new report has: analysis, title, language, sections, picture for the cover.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { userLocales, type Locale } from "../../domain/account/user.ts";
import { hasResults } from "../../domain/analysis/analysis.ts";
import {
  managerSections,
  reportAnnexes,
  reportSections,
  type ReportAnnex,
  type ReportSection,
} from "../../domain/report/report.ts";
import { analysesAtom, analysisIdAtom } from "../../state/plant/analysis/analysis.ts";
import { makeReport, reportTemplateAtom } from "../../state/plant/analysis/report.ts";
import { faultWords } from "../../state/shell/fault.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { locale as shownLocale, t } from "../../state/shell/locale.ts";
import { showDone } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Alert } from "../../ui/feedback.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { FileDrop } from "../../ui/form/file-drop.tsx";
import { Checkbox } from "../../ui/form/toggle.tsx";
import { DialogActions } from "../dialog-actions.tsx";
import { TypedDialog } from "../typed-dialog.tsx";
import css from "./reports.module.css";

/** The forms of a report by the sections that they have; `own` is a choice of sections that is none of both. */
const forms = { manager: managerSections, long: reportSections, own: null } as const;
type Form = keyof typeof forms;

function formOf(sections: readonly ReportSection[]): Form {
  const has = (form: readonly ReportSection[]) =>
    form.length === sections.length && form.every((one) => sections.includes(one));
  if (has(managerSections)) return "manager";
  return has(reportSections) ? "long" : "own";
}

export function ReportFormDialog({ onClose }: { onClose: () => void }) {
  const analyses = (valueOf(useAtomValue(analysesAtom)) ?? []).filter(hasResults);
  const shown = useAtomValue(analysisIdAtom);
  const template = valueOf(useAtomValue(reportTemplateAtom));
  const make = useSetAtom(makeReport);
  const [analysis_id, setAnalysis] = useState(
    analyses.find(({ id }) => id === shown)?.id ?? analyses[0]?.id ?? null,
  );
  const [title, setTitle] = useState("");
  const [locale, setLocale] = useState<Locale>(shownLocale());
  const [chosen, setChosen] = useState<readonly ReportSection[] | null>(null);
  const [annexes, setAnnexes] = useState<readonly ReportAnnex[]>([]);
  const [keeps, setKeeps] = useState(false);
  const [picture, setPicture] = useState<File | null>(null);
  const [fault, setFault] = useState<readonly string[]>([]);
  const [isPending, setPending] = useState(false);
  const sections = chosen ?? template?.sections ?? managerSections;
  const analysis = analyses.find(({ id }) => id === analysis_id)?.name ?? "";
  const usual = t("report:name_default", { analysis });
  const isComplete = analysis_id !== null && sections.length > 0;
  const submit = async () => {
    if (analysis_id === null) return;
    setPending(true);
    try {
      const form = {
        analysis_id,
        title: title.trim(),
        locale,
        sections: [...sections],
        annexes: [...annexes],
      };
      await make({ ...form, picture, keeps });
      showDone(t("report:started"));
      onClose();
    } catch (cause) {
      const words = faultWords(cause);
      setFault(words.details.length > 0 ? words.details : [words.title]);
    }
    setPending(false);
  };
  return (
    <TypedDialog
      size="md"
      title={t("report:new")}
      typed={[analysis_id, title, locale, chosen, annexes, keeps, picture]}
      onClose={onClose}
      closeLabel={t("shell:close")}
      actions={
        <DialogActions
          onClose={onClose}
          kind="primary"
          isDisabled={!isComplete}
          isPending={isPending}
          onPress={() => void submit()}
        >
          {t("report:make")}
        </DialogActions>
      }
    >
      <div className={css.form}>
        {fault.map((words) => (
          <Alert key={words} tone="danger">
            {words}
          </Alert>
        ))}
        <Select
          label={t("report:analysis")}
          options={analyses.map(({ id, name: label }) => ({ id, label }))}
          value={analysis_id}
          onChange={setAnalysis}
        />
        <TextField
          label={t("report:name")}
          hint={t("report:name_hint")}
          // The words of the report's language are the server's.
          placeholder={locale === shownLocale() ? usual : ""}
          value={title}
          onChange={setTitle}
          maxLength={200}
        />
        <Select
          label={t("report:language")}
          options={userLocales.map((id) => ({ id, label: t(`shell:locale.${id}`) }))}
          value={locale}
          onChange={setLocale}
        />
        <Select
          label={t("report:form")}
          options={(Object.keys(forms) as Form[])
            .filter((id) => id !== "own" || formOf(sections) === "own")
            .map((id) => ({ id, label: t(`report:form_of.${id}`) }))}
          value={formOf(sections)}
          onChange={(form) => setChosen(forms[form] ?? chosen)}
        />
        <fieldset className={css.sections}>
          <legend>{t("report:sections")}</legend>
          <small>{t("report:sections_hint")}</small>
          {reportSections.map((section) => (
            <Checkbox
              key={section}
              isSelected={sections.includes(section)}
              onChange={(isOn) =>
                setChosen(
                  reportSections.filter((one) => (one === section ? isOn : sections.includes(one))),
                )
              }
            >
              {t(`report:section.${section}`)}
            </Checkbox>
          ))}
        </fieldset>
        <Checkbox isSelected={keeps} onChange={setKeeps}>
          {t("report:keep")}
        </Checkbox>
        <fieldset className={css.sections}>
          <legend>{t("report:annexes")}</legend>
          {reportAnnexes.map((annex) => (
            <Checkbox
              key={annex}
              isSelected={annexes.includes(annex)}
              onChange={(isOn) =>
                setAnnexes(
                  reportAnnexes.filter((one) => (one === annex ? isOn : annexes.includes(one))),
                )
              }
            >
              {t(`report:annex.${annex}`)}
            </Checkbox>
          ))}
        </fieldset>
        <div className={css.picture}>
          <span>{t("report:picture")}</span>
          {picture ? <small>{picture.name}</small> : null}
          {picture ? (
            <Button onPress={() => setPicture(null)}>{t("report:remove_picture")}</Button>
          ) : (
            <FileDrop
              label={t("report:picture_hint")}
              buttonLabel={t("report:choose_picture")}
              accept={[".jpg", ".jpeg", ".png", ".webp"]}
              many={false}
              onFiles={([file]) => setPicture(file ?? null)}
            />
          )}
        </div>
      </div>
    </TypedDialog>
  );
}
