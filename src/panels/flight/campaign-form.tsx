// The fields of a flight campaign, with what the cameras need of the flight.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import type { Technology } from "../../domain/component/component.ts";
import {
  campaignFieldsRefusal,
  campaignStartRefusal,
  isStartOver,
  changesRoutes,
  flightCampaignFormShape,
  flightTypesOf,
  type FlightCampaign,
  type FlightCampaignForm,
} from "../../domain/flight/campaign/flight-campaign.ts";
import { aircraftRefusal, flownTypes } from "../../domain/flight/campaign/flown-types.ts";
import { plantLight } from "../../domain/flight/area/plant-light.ts";
import { aircraft } from "../../domain/flight/plan/aircraft.ts";
import { startLightRefusal } from "../../domain/flight/time/flight-light.ts";
import { aircraftModels, type FlightType } from "../../domain/flight/route/flight-route.ts";
import { instantOfLocal, plantLocal } from "../../domain/plant/plant-time.ts";
import { plantTimeZone } from "../../domain/plant/plant-zone.ts";
import type { Plant } from "../../domain/plant/plant.ts";
import { flightRulesAtom } from "../../state/map/flight-area.ts";
import { createCampaign, updateCampaign } from "../../state/plant/analysis/flight-campaign.ts";
import { t } from "../../state/shell/locale.ts";
import { refusalWords } from "../../state/shell/refusal-words.ts";
import { Button } from "../../ui/button.tsx";
import { Alert } from "../../ui/feedback.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { Checkbox } from "../../ui/form/toggle.tsx";
import { usePending } from "../pending.ts";
import { useLeavePanel, useUnsaved } from "../unsaved.ts";
import { CampaignOverrides } from "./campaign-overrides.tsx";
import { CampaignPreview, usePreview } from "./campaign-preview.tsx";
import { CampaignReferences } from "./campaign-references.tsx";
import { CaptureFacts } from "./capture-facts.tsx";
import { DayChart } from "./day-chart.tsx";
import css from "./flight.module.css";
import { serverNow } from "../../state/shell/server-time.ts";

const switches = [
  "auto_export",
  "battery_hotswapping",
  "optimize_torsion_flights",
  "drone_in_a_box",
  "interpolate_curves",
  "fields_apart",
] as const;

/** Torsion is that of collectors. */
const switchesFor = (technology: Technology) =>
  switches.filter(
    (field) => field !== "optimize_torsion_flights" || technology === "parabolic_trough",
  );

type Props = {
  readonly plant: Plant;
  /** Null for a new one. */
  readonly campaign: FlightCampaign | null;
  readonly onClose: () => void;
};

/** Begin of a new campaign: the next day at ten by the clock at the plant. */
const FIRST_HOUR = "10:00";
const DAY_MS = 86_400_000;

/** The campaign without what the server adds, or a new one. */
function formOf(campaign: FlightCampaign | null, plant: Plant): FlightCampaignForm {
  if (campaign) return flightCampaignFormShape.parse(campaign);
  const flight_types = flightTypesOf(plant.technology).slice(0, 1);
  const zone = plantTimeZone(plant);
  const [day = ""] = plantLocal(zone, serverNow() + DAY_MS).split("T");
  const start = instantOfLocal(zone, `${day}T${FIRST_HOUR}`) ?? serverNow();
  const start_at = new Date(start).toISOString();
  return flightCampaignFormShape.parse({ name: "-", aircraft: "M3T", start_at, flight_types });
}

export function CampaignForm({ plant, campaign, onClose }: Props) {
  const { technology } = plant;
  const [form, setForm] = useState(() => formOf(campaign, plant));
  const [name, setName] = useState(campaign?.name ?? "");
  const [isPending, whilePending] = usePending();
  const create = useSetAtom(createCampaign);
  const update = useSetAtom(updateCampaign);
  const rules = useAtomValue(flightRulesAtom);
  const set = (changes: Partial<FlightCampaignForm>) => setForm({ ...form, ...changes });
  const time_zone = plantTimeZone(plant);
  // A campaign from before the rule can still get another name.
  const isStartKept =
    campaign !== null && Date.parse(campaign.start_at) === Date.parse(form.start_at);
  const refusal =
    campaignFieldsRefusal(form, technology) ??
    (campaign && !changesRoutes(formOf(campaign, plant), form) ? null : aircraftRefusal(form)) ??
    (campaign && rules
      ? campaignStartRefusal(campaign, form.start_at, { ...rules, time_zone, now_ms: serverNow() })
      : null) ??
    (isStartKept ? null : startLightRefusal(form.start_at, plantLight(plant)));
  const valid = refusal === null ? form : null;
  usePreview(valid);
  /** Routes that saving replaces. */
  const lost = campaign && changesRoutes(formOf(campaign, plant), form) ? campaign.route_count : 0;
  /** Flight types that the optimisation of torsion flights leaves out. */
  const left = form.optimize_torsion_flights
    ? flownTypes({ ...form, optimize_torsion_flights: false }).filter(
        (type) => !flownTypes(form).includes(type),
      )
    : [];
  const canSwap = aircraft[form.aircraft].hot_swap;
  const isReady = name.trim() !== "" && refusal === null;
  const save = async (): Promise<boolean> => {
    return whilePending(async () => {
      const body = { ...form, name: name.trim() };
      await (campaign ? update(campaign.id, body) : create(body));
      onClose();
    });
  };
  const [first] = useState({ form, name });
  const isEdited = JSON.stringify({ form, name }) !== JSON.stringify(first);
  useUnsaved(isEdited, {
    kind: "editing",
    save: async () => isReady && (await save()),
    drop: onClose,
  });
  const leave = useLeavePanel();
  const choose = (type: FlightType, isOn: boolean) => {
    const others = form.flight_types.filter((one) => one !== type);
    set({ flight_types: isOn ? [...others, type] : others });
  };
  return (
    <form
      className={css.block}
      aria-label={t(campaign ? "flight:campaign.edit" : "flight:campaign.new")}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) void save();
      }}
    >
      <CampaignPreview form={valid} />
      <TextField
        label={t("flight:field.name")}
        value={name}
        onChange={setName}
        isRequired
        maxLength={120}
      />
      <Select
        label={t("flight:field.aircraft")}
        value={form.aircraft}
        onChange={(model) => set({ aircraft: model })}
        options={aircraftModels.map((id) => ({ id, label: id }))}
        error={refusal?.field === "aircraft" ? refusalWords(refusal) : null}
      />
      <TextField
        label={t("flight:field.start_at")}
        type="datetime-local"
        value={plantLocal(time_zone, Date.parse(form.start_at))}
        onChange={(text) => {
          const start = instantOfLocal(time_zone, text);
          if (start !== null) set({ start_at: new Date(start).toISOString() });
        }}
        isRequired
        error={refusal?.field === "start_at" ? refusalWords(refusal) : null}
        hint={[
          t("flight:field.start_zone", { zone: time_zone }),
          ...(campaign && rules
            ? [
                t(
                  isStartOver(campaign, { ...rules, now_ms: serverNow() })
                    ? "flight:field.start_over_hint"
                    : "flight:field.start_hint",
                  { days: rules.allowed_diff },
                ),
              ]
            : []),
        ].join(" ")}
      />
      <CampaignReferences form={form} onChange={set} />
      <fieldset className={css.fields}>
        <legend>{t("flight:field.flight_types")}</legend>
        {flightTypesOf(technology).map((type) => (
          <Checkbox
            key={type}
            isSelected={form.flight_types.includes(type)}
            onChange={(isOn) => choose(type, isOn)}
          >
            {t(`flight:type.${type}`)}
          </Checkbox>
        ))}
      </fieldset>
      <fieldset className={css.fields}>
        <legend>{t("flight:field.options")}</legend>
        {switchesFor(technology).map((field) => (
          <Checkbox
            key={field}
            isSelected={form[field]}
            isDisabled={field === "battery_hotswapping" && !canSwap && !form[field]}
            onChange={(isOn) => set({ [field]: isOn })}
          >
            {t(`flight:field.${field}`)}
          </Checkbox>
        ))}
        {canSwap ? null : (
          <small
            className={css.quiet}
            role={refusal?.field === "battery_hotswapping" ? "alert" : undefined}
          >
            {t("flight:field.hot_swap_none", { aircraft: form.aircraft })}
          </small>
        )}
        {left.length > 0 ? (
          <small className={css.quiet}>
            {t("flight:field.torsion_left", {
              types: left.map((type) => t(`flight:type.${type}`)).join(", "),
            })}
          </small>
        ) : null}
      </fieldset>
      <CampaignOverrides form={form} technology={technology} refusal={refusal} onChange={set} />
      <CaptureFacts form={form} technology={technology} />
      <DayChart form={form} plant={plant} />
      {lost > 0 ? (
        <Alert tone="watch">{t("flight:campaign.save_text", { count: lost })}</Alert>
      ) : null}
      <div className={css.acts}>
        <Button
          kind="primary"
          type="submit"
          isPending={isPending}
          isDisabled={name.trim() === ""}
          reason={refusal && refusalWords(refusal)}
        >
          {t(campaign ? "flight:campaign.save" : "flight:campaign.create")}
        </Button>
        <Button onPress={() => leave(onClose)}>{t("flight:campaign.cancel")}</Button>
      </div>
    </form>
  );
}
