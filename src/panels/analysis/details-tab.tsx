// The fields of an analysis, its drone and its packages.
import { useAtomValue, useSetAtom } from "jotai";
import {
  analysisChangesShape,
  type AnalysisChanges,
} from "../../domain/analysis/analysis-change.ts";
import type { Analysis } from "../../domain/analysis/analysis.ts";
import { isPackageFor } from "../../domain/provider/product-package.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import { availableDronesOf, changeAnalysis } from "../../state/settings/analysis.ts";
import { plantsAtom } from "../../state/settings/plants.ts";
import { productPackages } from "../../state/settings/product-package.ts";
import { SiteTimeField } from "../record/site-time-field.tsx";
import { siteClock } from "../../state/shell/site-clock.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { t } from "../../state/shell/locale.ts";
import { showDone, showFault } from "../../state/shell/toast.ts";
import { batchName } from "../../state/settings/evaluation-batch.ts";
import { Select } from "../../ui/form/choice.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { Checkbox } from "../../ui/form/toggle.tsx";
import { RecordSection } from "../../ui/record-panel.tsx";
import { useRecordDraft } from "../record/record-draft.ts";
import { changesOf, draftOf, type AnalysisDraft } from "./analysis-draft.ts";
import { TabForm } from "./tab-form.tsx";
import css from "./analysis.module.css";

export function DetailsTab({ analysis }: { analysis: Analysis }) {
  const ask = useAtomValue(askAtom);
  const change = useSetAtom(changeAnalysis);
  const form = useRecordDraft<AnalysisDraft, AnalysisChanges>({
    draft: draftOf(analysis),
    shape: analysisChangesShape,
    toForm: (draft) => changesOf(draft, analysis),
    isNew: false,
    async save(changes) {
      try {
        await change(analysis.id, changes);
        showDone(t("analysis:done.saved", { name: analysis.name }));
      } catch (cause) {
        showFault(cause);
        throw cause;
      }
    },
  });
  const refusalOf = (...fields: (keyof AnalysisChanges)[]) =>
    ask("analysis.update", { analysis, fields });
  const isReadOnly = refusalOf("name") !== null;
  const drone = refusalOf("drone_id");
  const packages = refusalOf("product_package_ids");
  const { draft, setFields, bind } = form;
  const toggle = (id: number, isChosen: boolean) =>
    setFields({
      product_package_ids: isChosen
        ? [...draft.product_package_ids, id].toSorted((a, b) => a - b)
        : draft.product_package_ids.filter((one) => one !== id),
    });
  return (
    <TabForm form={form} isReadOnly={isReadOnly}>
      <RecordSection>
        <TextField
          label={t("analyses:field.name")}
          {...bind("name")}
          isRequired
          isReadOnly={isReadOnly}
        />
        <SiteTimeField
          label={t("analyses:field.flown_at")}
          zone={siteClock(analysis.time_zone).zone}
          {...bind("flown_at")}
          isReadOnly={isReadOnly}
        />
        <Select
          label={t("analysis:field.drone_id")}
          value={draft.drone_id ?? 0}
          onChange={(id) => setFields({ drone_id: id === 0 ? null : id })}
          options={useDroneOptions(analysis)}
          isDisabled={drone !== null}
          error={form.problemOf("drone_id")}
          hint={reasonOf(drone)}
        />
      </RecordSection>
      {analysis.evaluation_batches.length > 0 ? (
        <dl className={css.facts}>
          <dt>{t("analysis:field.evaluation_batches")}</dt>
          <dd>{analysis.evaluation_batches.map(batchName).join(", ")}</dd>
        </dl>
      ) : null}
      <RecordSection title={t("analysis:field.product_package_ids")}>
        <PackageList
          analysis={analysis}
          chosen={draft.product_package_ids}
          isDisabled={packages !== null}
          reason={reasonOf(packages)}
          onToggle={toggle}
        />
      </RecordSection>
      <TextField
        label={t("analysis:field.notes")}
        lines={5}
        {...bind("notes")}
        isReadOnly={isReadOnly}
      />
    </TabForm>
  );
}

/** None, the drones that can fly at the plant, and the present one if it no longer can. */
function useDroneOptions({ plant_id, drone_id, drone_name }: Analysis) {
  const drones = valueOf(useAtomValue(availableDronesOf(plant_id))) ?? [];
  const isKnown = drone_id === null || drones.some(({ id }) => id === drone_id);
  return [
    { id: 0, label: t("analysis:no_drone") },
    ...drones.map(({ id, internal_identifier, model_name }) => ({
      id,
      label: internal_identifier,
      hint: model_name,
    })),
    ...(isKnown ? [] : [{ id: drone_id, label: drone_name ?? t("analysis:other_drone") }]),
  ];
}

function PackageList(props: {
  analysis: Analysis;
  chosen: readonly number[];
  isDisabled: boolean;
  reason: string | null;
  onToggle: (id: number, isChosen: boolean) => void;
}) {
  const { analysis, chosen, isDisabled, reason, onToggle } = props;
  const listed = valueOf(useAtomValue(productPackages.listAtom));
  const plant = valueOf(useAtomValue(plantsAtom))?.find(({ id }) => id === analysis.plant_id);
  const all =
    listed?.filter(
      (one) => !plant || chosen.includes(one.id) || isPackageFor(plant.technology, one),
    ) ?? analysis.product_packages;
  return (
    <div className={css.packages}>
      {all.map(({ id, name }) => (
        <Checkbox
          key={id}
          isSelected={chosen.includes(id)}
          isDisabled={isDisabled}
          onChange={(isChosen) => onToggle(id, isChosen)}
        >
          {name}
        </Checkbox>
      ))}
      {all.length === 0 ? <p className={css.soft}>{t("analysis:no_packages")}</p> : null}
      {reason ? <small className={css.soft}>{reason}</small> : null}
    </div>
  );
}
