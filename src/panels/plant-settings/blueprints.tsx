// Blueprints of the plant: upload, download, delete.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Download, FileText, Map as MapIcon, Trash2 } from "lucide-react";
import {
  blueprintBytes,
  blueprintEndings,
  type Blueprint,
  type BlueprintKind,
} from "../../domain/plant/blueprint.ts";
import { canOverlay } from "../../domain/plant/file-overlay.ts";
import type { Plant } from "../../domain/plant/plant.ts";
import {
  blueprintsOf,
  downloadBlueprint,
  reloadBlueprints,
  removeBlueprint,
} from "../../state/settings/blueprint.ts";
import { formatBytes, formatElapsed, t } from "../../state/shell/locale.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { showDone, showFault } from "../../state/shell/toast.ts";
import { IconButton } from "../../ui/button.tsx";
import { Alert, EmptyState, Skeleton } from "../../ui/feedback.tsx";
import { ConfirmDialog } from "../../ui/record-panel.tsx";
import { FileDrop } from "../../ui/form/file-drop.tsx";
import { BlueprintFile } from "../file-preview/blueprint-file.tsx";
import { LoadFault } from "../load-fault.tsx";
import css from "./plant-settings.module.css";

export function Blueprints({ plant }: { plant: Plant }) {
  const list = useAtomValue(blueprintsOf(plant.id));
  const count = valueOf(list)?.length ?? 0;
  const upload = useAtomValue(askAtom)("blueprint.uploadPdf", { count });
  return (
    <div className={css.figures}>
      <p className={css.lead}>{t("plant-settings:blueprint.lead")}</p>
      {upload?.isHidden ? null : upload ? (
        <Alert tone="watch" title={reasonOf(upload) ?? ""} />
      ) : (
        <Upload plant={plant} />
      )}
      {list.state === "failed" ? (
        <LoadFault fault={list.fault} onRetry={() => reloadBlueprints(plant.id)} />
      ) : list.state !== "ready" ? (
        <Skeleton label={t("shell:loading")} />
      ) : list.value.length === 0 ? (
        <EmptyState
          icon={<FileText size={22} aria-hidden="true" />}
          title={t("plant-settings:blueprint.none.title")}
        >
          {upload ? t("plant-settings:blueprint.none.text") : null}
        </EmptyState>
      ) : (
        <>
          <ul className={css.files} aria-label={t("plant-settings:blueprint.list")}>
            {list.value.map((one) => (
              <File key={one.id} blueprint={one} />
            ))}
          </ul>
          {list.value.some(({ kind }) => kind === "kml") ? (
            <p className={css.lead}>{t("plant-settings:blueprint.on_map")}</p>
          ) : null}
          {list.value.some(({ kind }) => canOverlay(kind)) ? (
            <p className={css.lead}>{t("plant-settings:blueprint.as_overlay")}</p>
          ) : null}
        </>
      )}
    </div>
  );
}

function Upload({ plant }: { plant: Plant }) {
  const [file, setFile] = useState<globalThis.File | null>(null);
  const megabytes = (kind: BlueprintKind) => blueprintBytes[kind] / 1024 ** 2;
  if (file) {
    return <BlueprintFile plant_id={plant.id} file={file} onEnd={() => setFile(null)} />;
  }
  return (
    <FileDrop
      label={t("plant-settings:blueprint.drop")}
      buttonLabel={t("plant-settings:blueprint.choose")}
      hint={t("plant-settings:blueprint.limits", {
        pdf: megabytes("pdf"),
        kml: megabytes("kml"),
        tif: megabytes("tif"),
      })}
      accept={blueprintEndings}
      many={false}
      onFiles={([first]) => setFile(first ?? null)}
    />
  );
}

function File({ blueprint }: { blueprint: Blueprint }) {
  const download = useSetAtom(downloadBlueprint);
  const remove = useSetAtom(removeBlueprint);
  const removal = useAtomValue(askAtom)("blueprint.remove");
  const [isConfirming, setConfirming] = useState(false);
  const { file_name: name, kind, bytes, created_at, user_name } = blueprint;
  const when = formatElapsed(created_at);
  const Icon = canOverlay(kind) ? MapIcon : FileText;
  const confirm = async () => {
    setConfirming(false);
    try {
      await remove(blueprint);
      showDone(t("plant-settings:blueprint.removed", { name }));
    } catch (cause) {
      showFault(cause);
    }
  };
  return (
    <li>
      <Icon size={18} aria-hidden="true" />
      <span className={css.figure}>
        <span className={css.fileName}>{name}</span>
        <small>
          {kind.toUpperCase()} · {formatBytes(bytes)} ·{" "}
          {user_name === "" ? when : t("plant-settings:blueprint.by", { when, who: user_name })}
        </small>
      </span>
      <IconButton
        label={t("plant-settings:blueprint.download", { name })}
        onPress={() => void download(blueprint).catch(showFault)}
      >
        <Download size={16} aria-hidden="true" />
      </IconButton>
      {removal?.isHidden ? null : (
        <IconButton
          label={t("plant-settings:blueprint.removal", { name })}
          reason={reasonOf(removal)}
          onPress={() => setConfirming(true)}
        >
          <Trash2 size={16} aria-hidden="true" />
        </IconButton>
      )}
      {isConfirming ? (
        <ConfirmDialog
          title={t("plant-settings:blueprint.remove.title", { name })}
          confirmLabel={t("record:delete")}
          cancel={t("shell:cancel")}
          closeLabel={t("shell:close")}
          onConfirm={() => void confirm()}
          onClose={() => setConfirming(false)}
        >
          {t("plant-settings:blueprint.remove.text")}
        </ConfirmDialog>
      ) : null}
    </li>
  );
}
