// Creates an empty analysis, then opens it.
import { useRef, useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { useLocation, useSearchParams } from "wouter";
import { analysisFormShape, type AnalysisForm } from "../../domain/analysis/analysis.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import { allAnalysesAtom, createAnalysis, lastAnalysisOf } from "../../state/settings/analyses.ts";
import { plantsAtom, clockOfPlantAtom } from "../../state/settings/plants.ts";
import { SiteTimeField } from "../record/site-time-field.tsx";
import { valueOf } from "../../state/shell/loaded.ts";
import { t } from "../../state/shell/locale.ts";
import { surveyDay } from "../../state/shell/site-clock.ts";
import { showDone, showFault } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import { ComboBox } from "../../ui/form/combo-box.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { LoadFault } from "../load-fault.tsx";
import { useRecordDraft } from "../record/record-draft.ts";
import { instantOf } from "./analysis-draft.ts";
import css from "./analysis.module.css";
import { serverTime } from "../../state/shell/server-time.ts";

type NewDraft = { plant_id: number | null; name: string; flown_at: string };

export function NewAnalysis() {
  const plants = valueOf(useAtomValue(plantsAtom));
  const all = valueOf(useAtomValue(allAnalysesAtom)) ?? [];
  const ask = useAtomValue(askAtom);
  const create = useSetAtom(createAnalysis);
  const [query] = useSearchParams();
  const [, navigate] = useLocation();
  const clockOf = useAtomValue(clockOfPlantAtom);
  const given = Number(query.get("plant")) || null;
  const [now] = useState(serverTime);
  const created = useRef<number | null>(null);
  const form = useRecordDraft<NewDraft, AnalysisForm>({
    draft: {
      plant_id: given,
      name: "",
      // Noon of today at the plant.
      flown_at: `${clockOf(given ?? 0).date(now)}T12:00`,
    },
    shape: analysisFormShape,
    toForm: (draft) => ({
      ...draft,
      flown_at: instantOf(clockOf(draft.plant_id ?? 0).zone, draft.flown_at),
    }),
    isNew: false,
    async save(sent) {
      try {
        const analysis = await create(sent);
        created.current = analysis.id;
        showDone(t("analyses:done.created", { name: analysis.name }));
      } catch (cause) {
        showFault(cause);
        throw cause;
      }
    },
  });
  const { draft, bind } = form;
  const refusal = ask(
    "analysis.create",
    all.filter(({ plant_id }) => plant_id === draft.plant_id),
  );
  const missing = [
    draft.plant_id === null ? t("analyses:field.plant") : null,
    draft.name.trim() === "" ? t("analyses:field.name") : null,
    draft.flown_at === "" ? t("analyses:field.flown_at") : null,
  ].filter((one) => one !== null);
  const reason =
    reasonOf(refusal) ??
    (missing.length > 0 ? t("analysis:missing_fields", { fields: missing.join(", ") }) : null);
  const save = async () => {
    if (reason !== null) return;
    if ((await form.submit()) && created.current !== null) navigate(`/analysis/${created.current}`);
  };
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div className={css.fields}>
        <ComboBox
          label={t("analyses:field.plant")}
          {...bind("plant_id")}
          options={(plants ?? []).map(({ id, name, customer_name }) => ({
            id,
            label: name,
            hint: customer_name,
          }))}
          openLabel={t("analysis:choose_plant")}
          emptyText={t(plants ? "analysis:no_plant" : "shell:loading")}
          isRequired
        />
        <TextField label={t("analyses:field.name")} {...bind("name")} isRequired />
        <SiteTimeField
          label={t("analyses:field.flown_at")}
          zone={clockOf(draft.plant_id ?? 0).zone}
          {...bind("flown_at")}
        />
        <LastAnalysis plant_id={draft.plant_id} flown_at={draft.flown_at} />
        {reason ? <p className={css.soft}>{reason}</p> : null}
        <Button kind="primary" type="submit" reason={reason} isPending={form.isPending}>
          {t("analyses:create")}
        </Button>
      </div>
    </form>
  );
}

/** What came before: it says whether the plant, the name and the day are the meant ones. */
function LastAnalysis({ plant_id, flown_at }: Pick<NewDraft, "plant_id" | "flown_at">) {
  const isKnown = plant_id !== null && !Number.isNaN(Date.parse(flown_at));
  const last = useAtomValue(lastAnalysisOf(isKnown ? `${plant_id} ${flown_at.slice(0, 10)}` : ""));
  if (last.state === "failed") return <LoadFault fault={last.fault} isSmall />;
  if (last.state !== "ready") return null;
  const { analysis } = last.value;
  return (
    <p className={css.soft} role="status">
      {analysis
        ? t("analysis:last", { name: analysis.name, date: surveyDay(analysis) })
        : t("analysis:last_none")}
    </p>
  );
}
