// The heights of the ground around the plant, which flight routes follow.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Mountain, Trash2 } from "lucide-react";
import {
  elevationFileRefusal,
  heightUnits,
  type Elevation,
  type HeightUnit,
} from "../../domain/flight/ground/elevation.ts";
import { flightAreasOf } from "../../domain/flight/area/flight-area.ts";
import { limits } from "../../domain/limits.ts";
import type { Plant } from "../../domain/plant/plant.ts";
import { askAtom } from "../../state/account/ask.ts";
import {
  elevationOf,
  reloadElevation,
  removeElevation,
  sendElevation,
} from "../../state/settings/elevation.ts";
import { formatBytes, formatElapsed, formatNumber, t } from "../../state/shell/locale.ts";
import { showDone, showFault } from "../../state/shell/toast.ts";
import { IconButton } from "../../ui/button.tsx";
import { Alert, EmptyState, Skeleton } from "../../ui/feedback.tsx";
import { ConfirmDialog } from "../../ui/record-panel.tsx";
import { LoadFault } from "../load-fault.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { FileUpload } from "./file-upload.tsx";
import css from "./plant-settings.module.css";

export function Terrain({ plant }: { plant: Plant }) {
  const elevation = useAtomValue(elevationOf(plant.id));
  const mayUpload = useAtomValue(askAtom)("elevation.upload") === null;
  return (
    <div className={css.figures}>
      <p className={css.lead}>{t("plant-settings:terrain.lead")}</p>
      {mayUpload ? <Upload plant={plant} /> : null}
      {elevation.state === "failed" ? (
        <LoadFault fault={elevation.fault} onRetry={() => reloadElevation(plant.id)} />
      ) : elevation.state !== "ready" ? (
        <Skeleton label={t("shell:loading")} />
      ) : elevation.value.elevation === null ? (
        <EmptyState
          icon={<Mountain size={22} aria-hidden="true" />}
          title={t("plant-settings:terrain.none.title")}
        >
          {t("plant-settings:terrain.none.text")}
        </EmptyState>
      ) : (
        <Known plant={plant} elevation={elevation.value.elevation} />
      )}
    </div>
  );
}

const units = ["unknown", ...(Object.keys(heightUnits) as HeightUnit[])] as const;

function Upload({ plant }: { plant: Plant }) {
  const send = useSetAtom(sendElevation);
  const [unit, setUnit] = useState<(typeof units)[number]>("unknown");
  return (
    <>
      <Select
        label={t("plant-settings:terrain.unit.label")}
        hint={t("plant-settings:terrain.unit.hint")}
        options={units.map((id) => ({ id, label: t(`plant-settings:terrain.unit.${id}`) }))}
        value={unit}
        onChange={setUnit}
      />
      <FileUpload
        words="plant-settings:terrain"
        hint={t("plant-settings:terrain.limits", {
          most: limits.elevationFileBytes / 1024 ** 2,
          km: limits.elevationAroundKm,
        })}
        accept={[".tif", ".tiff"]}
        refusalOf={elevationFileRefusal}
        send={async (file, onProgress) => {
          await send({
            plant_id: plant.id,
            file,
            unit: unit === "unknown" ? null : unit,
            onProgress,
          });
          return t("plant-settings:terrain.stored", { name: file.name });
        }}
      />
    </>
  );
}

/** False where a corner of a flight area or a take-off position has no height. */
function coversAreas(plant: Plant, [west, south, east, north]: Elevation["bounds"]): boolean {
  const { flight, take_offs } = flightAreasOf(plant);
  const places = [...flight.flatMap(([ring = []]) => ring), ...take_offs.map(({ place }) => place)];
  return places.every(([lon, lat]) => lon >= west && lon <= east && lat >= south && lat <= north);
}

function Known({ plant, elevation }: { plant: Plant; elevation: Elevation }) {
  const remove = useSetAtom(removeElevation);
  const mayRemove = useAtomValue(askAtom)("elevation.remove") === null;
  const [isConfirming, setConfirming] = useState(false);
  const { file_name: name, bytes, created_at, user_name, bounds } = elevation;
  const when = formatElapsed(created_at);
  const facts = t("plant-settings:terrain.facts", {
    lowest: formatNumber(elevation.lowest_m, 0),
    highest: formatNumber(elevation.highest_m, 0),
    resolution: formatNumber(elevation.resolution_m, 1),
  });
  const confirm = async () => {
    setConfirming(false);
    try {
      await remove(plant.id);
      showDone(t("plant-settings:terrain.removed", { name }));
    } catch (cause) {
      showFault(cause);
    }
  };
  return (
    <>
      <ul className={css.files} aria-label={t("plant-settings:section.terrain")}>
        <li>
          <Mountain size={18} aria-hidden="true" />
          <span className={css.figure}>
            <span className={css.fileName}>{name}</span>
            <small>{facts}</small>
            <small>
              {formatBytes(bytes)} ·{" "}
              {user_name === "" ? when : t("plant-settings:blueprint.by", { when, who: user_name })}
            </small>
          </span>
          {mayRemove ? (
            <IconButton
              label={t("plant-settings:terrain.removal", { name })}
              onPress={() => setConfirming(true)}
            >
              <Trash2 size={16} aria-hidden="true" />
            </IconButton>
          ) : null}
        </li>
      </ul>
      {coversAreas(plant, bounds) ? (
        <p className={css.lead}>{t("plant-settings:terrain.next")}</p>
      ) : (
        <Alert tone="watch">{t("refusal:elevation_incomplete")}</Alert>
      )}
      {isConfirming ? (
        <ConfirmDialog
          title={t("plant-settings:terrain.remove.title", { name })}
          confirmLabel={t("record:delete")}
          cancel={t("shell:cancel")}
          closeLabel={t("shell:close")}
          onConfirm={() => void confirm()}
          onClose={() => setConfirming(false)}
        >
          {t("plant-settings:terrain.remove.text")}
        </ConfirmDialog>
      ) : null}
    </>
  );
}
