// The cameras of a drone model.
import { Plus, Trash2 } from "lucide-react";
import { cameraKinds } from "../../domain/provider/drone-model.ts";
import { t } from "../../state/shell/locale.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { NumberField } from "../number-field/number-field.tsx";
import { emptyCamera, type CameraDraft } from "./model-draft.ts";
import css from "./drones.module.css";

const numbers = ["width", "height", "focal_px", "min_interval"] as const;
const units = { width: "px", height: "px", focal_px: "px", min_interval: "s" } as const;

export function CameraFields({
  cameras,
  onChange,
  problemOf,
}: {
  cameras: readonly CameraDraft[];
  onChange: (cameras: CameraDraft[]) => void;
  /** The error of a field such as `cameras.0.width`, or null. */
  problemOf: (field: string) => string | null;
}) {
  const changeCamera = (at: number, changes: Partial<CameraDraft>) =>
    onChange(cameras.map((camera, one) => (one === at ? { ...camera, ...changes } : camera)));
  return (
    <section className={css.cameraFields} aria-label={t("drone:camera.title")}>
      <h4>{t("drone:camera.title")}</h4>
      {cameras.map((camera, at) => (
        // The index is the key, because cameras have no id.
        <fieldset key={at} className={css.camera}>
          <legend className="visually-hidden">
            {t("drone:camera.number", { number: at + 1 })}
          </legend>
          <Select
            label={t("drone:camera.kind")}
            value={camera.kind}
            onChange={(kind) => changeCamera(at, { kind })}
            options={cameraKinds.map((id) => ({ id, label: t(`drone:camera.${id}`) }))}
          />
          {numbers.map((field) => (
            <NumberField
              key={field}
              label={t(`drone:camera.${field}`)}
              unit={units[field]}
              value={camera[field]}
              onChange={(value) => changeCamera(at, { [field]: value })}
              error={problemOf(`cameras.${at}.${field}`)}
              minValue={0}
            />
          ))}
          <div className={css.removeCamera}>
            <IconButton
              size="sm"
              label={t("drone:camera.remove", { number: at + 1 })}
              onPress={() => onChange(cameras.toSpliced(at, 1))}
            >
              <Trash2 size={14} aria-hidden="true" />
            </IconButton>
          </div>
        </fieldset>
      ))}
      {cameras.length < 10 ? (
        <div>
          <Button
            icon={<Plus size={14} aria-hidden="true" />}
            onPress={() => onChange([...cameras, emptyCamera])}
          >
            {t("drone:camera.add")}
          </Button>
        </div>
      ) : null}
    </section>
  );
}
