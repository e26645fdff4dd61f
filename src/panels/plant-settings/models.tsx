// The 3D models of the plant: uploaded, renamed, placed, deleted.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Box, Boxes, Pencil, Trash2 } from "lucide-react";
import {
  modelBytes,
  modelEndings,
  modelFileRefusal,
  type PlantModel,
} from "../../domain/model/plant-model.ts";
import type { Plant } from "../../domain/plant/plant.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import {
  modelsOf,
  reloadModels,
  removeModel,
  sendModel,
} from "../../state/settings/plant-model.ts";
import { formatBytes, formatElapsed, formatNumber, t } from "../../state/shell/locale.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { showDone, showFault } from "../../state/shell/toast.ts";
import { IconButton } from "../../ui/button.tsx";
import { Alert, EmptyState, Skeleton } from "../../ui/feedback.tsx";
import { ConfirmDialog } from "../../ui/record-panel.tsx";
import { LoadFault } from "../load-fault.tsx";
import { Dimensions } from "./dimensions.tsx";
import { FileUpload } from "./file-upload.tsx";
import { ModelForm } from "./model-form.tsx";
import css from "./plant-settings.module.css";

export function Models({ plant }: { plant: Plant }) {
  const list = useAtomValue(modelsOf(plant.id));
  const count = valueOf(list)?.length ?? 0;
  const ask = useAtomValue(askAtom);
  const upload = ask("plantModel.upload", { count });
  const maySize = ask("twinDimension.set") === null;
  return (
    <div className={css.figures}>
      <p className={css.lead}>{t("plant-settings:model.lead")}</p>
      {upload?.isHidden ? null : upload ? (
        <Alert tone="watch" title={reasonOf(upload) ?? ""} />
      ) : (
        <Upload plant={plant} />
      )}
      {list.state === "failed" ? (
        <LoadFault fault={list.fault} onRetry={() => reloadModels(plant.id)} />
      ) : list.state !== "ready" ? (
        <Skeleton label={t("shell:loading")} />
      ) : list.value.length === 0 ? (
        <EmptyState
          icon={<Boxes size={22} aria-hidden="true" />}
          title={t("plant-settings:model.none.title")}
        >
          {t("plant-settings:model.none.text")}
        </EmptyState>
      ) : (
        <>
          <ul className={css.files} aria-label={t("layer:models")}>
            {list.value.map((one) => (
              <Model key={one.id} model={one} />
            ))}
          </ul>
          <p className={css.lead}>{t("plant-settings:model.next")}</p>
        </>
      )}
      {maySize ? <Dimensions plant={plant} /> : null}
    </div>
  );
}

function Upload({ plant }: { plant: Plant }) {
  const send = useSetAtom(sendModel);
  return (
    <FileUpload
      words="plant-settings:model"
      hint={t("plant-settings:model.limits", {
        zip: modelBytes.tileset / 1024 ** 2,
        glb: modelBytes.glb / 1024 ** 2,
      })}
      accept={modelEndings}
      refusalOf={modelFileRefusal}
      send={async (file, onProgress) => {
        const { own_place } = await send({ plant_id: plant.id, file, onProgress });
        const words = own_place ? "stored_placed" : "stored";
        return t(`plant-settings:model.${words}`, { name: file.name });
      }}
    />
  );
}

function Model({ model }: { model: PlantModel }) {
  const ask = useAtomValue(askAtom);
  const remove = useSetAtom(removeModel);
  const [open, setOpen] = useState<"form" | "removal" | null>(null);
  const { name, file_name, kind, bytes, created_at, user_name, placement, own_place } = model;
  const when = formatElapsed(created_at);
  const place = placement ?? own_place;
  const confirm = async () => {
    setOpen(null);
    try {
      await remove(model);
      showDone(t("plant-settings:model.removed", { name }));
    } catch (cause) {
      showFault(cause);
    }
  };
  return (
    <li>
      {kind === "glb" ? (
        <Box size={18} aria-hidden="true" />
      ) : (
        <Boxes size={18} aria-hidden="true" />
      )}
      <span className={css.figure}>
        <span className={css.fileName}>{name}</span>
        <small>
          {kind === "glb"
            ? t("plant-settings:model.glb", { version: model.version })
            : t("plant-settings:model.tileset", {
                version: model.version,
                count: model.tile_count,
              })}
          {" · "}
          {t(`plant-settings:model.${placement ? "by_hand" : "own"}`, {
            lat: formatNumber(place?.lat ?? 0, 5),
            lon: formatNumber(place?.lon ?? 0, 5),
          })}
        </small>
        <small>
          {file_name} · {formatBytes(bytes)} ·{" "}
          {user_name === "" ? when : t("plant-settings:blueprint.by", { when, who: user_name })}
        </small>
      </span>
      {ask("plantModel.change", { model, change: {} })?.isHidden ? null : (
        <>
          <IconButton
            label={t("plant-settings:model.change", { name })}
            onPress={() => setOpen("form")}
          >
            <Pencil size={16} aria-hidden="true" />
          </IconButton>
          <IconButton
            label={t("plant-settings:model.removal", { name })}
            reason={reasonOf(ask("plantModel.remove"))}
            onPress={() => setOpen("removal")}
          >
            <Trash2 size={16} aria-hidden="true" />
          </IconButton>
        </>
      )}
      {open === "form" ? <ModelForm model={model} onClose={() => setOpen(null)} /> : null}
      {open === "removal" ? (
        <ConfirmDialog
          title={t("plant-settings:model.remove.title", { name })}
          confirmLabel={t("record:delete")}
          cancel={t("shell:cancel")}
          closeLabel={t("shell:close")}
          onConfirm={() => void confirm()}
          onClose={() => setOpen(null)}
        >
          {t("plant-settings:model.remove.text")}
        </ConfirmDialog>
      ) : null}
    </li>
  );
}
