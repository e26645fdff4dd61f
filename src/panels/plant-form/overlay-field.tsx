// The choice of the blueprint that lies over the map of a plant.
import { useAtomValue } from "jotai";
import { Link } from "wouter";
import { canOverlay } from "../../domain/plant/file-overlay.ts";
import { askAtom } from "../../state/account/ask.ts";
import { blueprintsOf } from "../../state/settings/blueprint.ts";
import { t } from "../../state/shell/locale.ts";
import { Skeleton } from "../../ui/feedback.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { LoadFault } from "../load-fault.tsx";
import css from "./plant-form.module.css";

type OverlayFieldProps = {
  plant_id: number;
  /** 0 for none. */
  value: number;
  onChange: (file_overlay: number) => void;
  error: string | null;
};

/** Nothing for those who may not see blueprints: the overlay stays as it is. */
export function OverlayField(props: OverlayFieldProps) {
  return useAtomValue(askAtom)("blueprint.list") === null ? <Choice {...props} /> : null;
}

function Choice({ plant_id, value, onChange, error }: OverlayFieldProps) {
  const list = useAtomValue(blueprintsOf(plant_id));
  if (list.state === "failed") return <LoadFault fault={list.fault} isSmall />;
  if (list.state !== "ready") return <Skeleton label={t("shell:loading")} lines={1} />;
  const choices = list.value.filter(({ kind }) => canOverlay(kind));
  if (choices.length === 0) {
    return (
      <p className={css.hint}>
        {t("plant:form.file_overlay_none")}{" "}
        <Link href={`/plant/${plant_id}/settings`}>{t("plant-settings:title")}</Link>
      </p>
    );
  }
  return (
    <Select
      label={t("plant:form.file_overlay")}
      value={value}
      onChange={onChange}
      options={[
        { id: 0, label: t("plant:form.file_overlay_no") },
        ...choices.map(({ id, file_name }) => ({ id, label: file_name })),
      ]}
      hint={t("plant:form.file_overlay_hint")}
      error={error}
    />
  );
}
