// The form fields of a new or stored plant.
import { technologies } from "../../domain/component/component.ts";
import { mountingOrientations, mountingTypes } from "../../domain/plant/plant.ts";
import { t } from "../../state/shell/locale.ts";
import { Segments, Select } from "../../ui/form/choice.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { NumberField } from "../number-field/number-field.tsx";
import { Switch } from "../../ui/form/toggle.tsx";
import { OverlayField } from "./overlay-field.tsx";
import { PositionFields } from "./position-fields.tsx";
import { missingOf, type Missing, type PlantDraft } from "./plant-draft.ts";
import css from "./plant-form.module.css";

export function PlantFields({
  draft,
  onChange,
  problemOf,
  fixedTechnology = null,
  estimate = null,
  plant_id = null,
}: {
  draft: PlantDraft;
  onChange: (changes: Partial<PlantDraft>) => void;
  /** The error of a field; null until the user tries to save. */
  problemOf: (field: string) => string | null;
  /** Text that says why the technology cannot be changed. */
  fixedTechnology?: string | null;
  /** The stored capacity where it was estimated from the area. */
  estimate?: number | null;
  /** Null for a new plant, which has no blueprints to choose from. */
  plant_id?: number | null;
}) {
  const set = onChange;
  const missing = missingOf(draft);
  const errorOf = (field: Missing, name: string = field) => {
    const problem = problemOf(name);
    return problem !== null && missing.includes(field) ? t(`plant:enter.${field}`) : problem;
  };
  const isPhotovoltaic = draft.technology === "photovoltaic";
  return (
    <div className={css.fields}>
      <TextField
        label={t("plant:form.name")}
        value={draft.name}
        onChange={(name) => set({ name })}
        error={errorOf("name")}
        isRequired
      />
      <Segments
        label={t("plant:form.technology")}
        value={draft.technology}
        onChange={(technology) => set({ technology })}
        options={technologies.map((id) => ({
          id,
          label: t(`plants:technology.${id}`),
          isDisabled: fixedTechnology !== null && id !== draft.technology,
        }))}
      />
      {fixedTechnology ? <small className={css.hint}>{fixedTechnology}</small> : null}
      <NumberField
        label={t("plant:form.nominal_capacity")}
        unit="MW"
        value={draft.nominal_capacity}
        onChange={(nominal_capacity) => set({ nominal_capacity })}
        minValue={0}
        maxValue={100_000}
        hint={
          estimate !== null && draft.nominal_capacity === estimate
            ? t("plant:form.estimated")
            : undefined
        }
        error={errorOf("nominal_capacity")}
        isRequired
      />
      {isPhotovoltaic ? (
        <>
          <Select
            label={t("plant:form.mounting_type")}
            value={draft.mounting_type}
            onChange={(mounting_type) => set({ mounting_type })}
            options={mountingTypes.map((id) => ({ id, label: t(`plant:mounting_type.${id}`) }))}
            error={errorOf("mounting_type")}
            isRequired
          />
          {draft.mounting_type === "fixed" ? (
            <Select
              label={t("plant:form.mounting_orientation")}
              value={draft.mounting_orientation}
              onChange={(mounting_orientation) => set({ mounting_orientation })}
              options={mountingOrientations.map((id) => ({
                id,
                label: t(`plant:mounting_orientation.${id}`),
              }))}
              error={errorOf("mounting_orientation")}
              isRequired
            />
          ) : null}
          <NumberField
            label={t("plant:form.module_inclination")}
            unit="°"
            value={draft.module_inclination}
            onChange={(module_inclination) => set({ module_inclination })}
            minValue={0}
            maxValue={90}
          />
        </>
      ) : null}
      <NumberField
        label={t("plant:form.orientation_angle")}
        unit="°"
        value={draft.orientation_angle}
        onChange={(orientation_angle) => set({ orientation_angle })}
        minValue={0}
        maxValue={360}
      />
      <PositionFields
        legend={t("plant:form.location")}
        lat={draft.lat}
        lon={draft.lon}
        onChange={set}
        latError={errorOf("position", "lat")}
        lonError={errorOf("position", "lon")}
        isRequired
      />
      <PositionFields
        legend={t("plant:form.take_off_position")}
        lat={draft.take_off_lat}
        lon={draft.take_off_lon}
        onChange={({ lat, lon }) =>
          set({
            ...(lat !== undefined && { take_off_lat: lat }),
            ...(lon !== undefined && { take_off_lon: lon }),
          })
        }
        latError={errorOf("take_off_position")}
        isRequired={draft.drone_in_a_box || draft.has_flight_polygons}
      />
      <NumberField
        label={t("plant:form.flight_ceiling")}
        unit="m"
        value={draft.flight_ceiling}
        onChange={(flight_ceiling) => set({ flight_ceiling })}
        minValue={10}
        maxValue={500}
        hint={t("plant:form.flight_ceiling_hint")}
      />
      {plant_id === null ? null : (
        <OverlayField
          plant_id={plant_id}
          value={draft.file_overlay}
          onChange={(file_overlay) => set({ file_overlay })}
          error={problemOf("file_overlay")}
        />
      )}
      <Switch isSelected={draft.setup_phase} onChange={(setup_phase) => set({ setup_phase })}>
        {t("plant:form.setup_phase")}
      </Switch>
      <Switch
        isSelected={draft.drone_in_a_box}
        onChange={(drone_in_a_box) => set({ drone_in_a_box })}
      >
        {t("plant:form.drone_in_a_box")}
      </Switch>
    </div>
  );
}
