// The analysis and the evaluation batch that the images of a campaign are for.
import { useAtomValue } from "jotai";
import type { FlightCampaignForm } from "../../domain/flight/campaign/flight-campaign.ts";
import { analysesAtom } from "../../state/plant/analysis/analysis.ts";
import { evaluationBatchesAtom } from "../../state/settings/evaluation-batch.ts";
import { surveyDay } from "../../state/shell/site-clock.ts";
import { t } from "../../state/shell/locale.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { Select } from "../../ui/form/choice.tsx";
import { LoadFault } from "../load-fault.tsx";

type Reference = Pick<FlightCampaignForm, "analysis_id" | "eval_batch_num">;

/** The id of the option that stands for none. */
const NONE = 0;

export function CampaignReferences({
  form,
  onChange,
}: {
  form: Reference;
  onChange: (changes: Partial<Reference>) => void;
}) {
  const analyses = useAtomValue(analysesAtom);
  const batches = useAtomValue(evaluationBatchesAtom);
  const none = { id: NONE, label: t("flight:field.none") };
  const listed = valueOf(analyses) ?? [];
  const numbered = valueOf(batches) ?? [];
  // One that the list lacks, such as an analysis that the viewer does not see, stays as it is.
  const kept = (id: number | null, ids: readonly number[]) =>
    id === null || ids.includes(id) ? [] : [{ id, label: String(id) }];
  return (
    <>
      {analyses.state === "failed" ? <LoadFault fault={analyses.fault} isSmall /> : null}
      <Select
        label={t("flight:field.analysis_id")}
        value={form.analysis_id ?? NONE}
        onChange={(id) => onChange({ analysis_id: id === NONE ? null : id })}
        options={[
          none,
          ...listed.map((analysis) => {
            return { id: analysis.id, label: analysis.name, hint: surveyDay(analysis) };
          }),
          ...kept(
            form.analysis_id,
            listed.map(({ id }) => id),
          ),
        ]}
      />
      {batches.state === "failed" ? <LoadFault fault={batches.fault} isSmall /> : null}
      {numbered.length > 0 || form.eval_batch_num !== null ? (
        <Select
          label={t("flight:field.eval_batch_num")}
          value={form.eval_batch_num ?? NONE}
          onChange={(number) => onChange({ eval_batch_num: number === NONE ? null : number })}
          options={[
            none,
            ...numbered.map(({ number, name }) => ({ id: number, label: `${number} · ${name}` })),
            ...kept(
              form.eval_batch_num,
              numbered.map(({ number }) => number),
            ),
          ]}
        />
      ) : null}
    </>
  );
}
