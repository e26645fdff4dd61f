// The digital twin: its counts, and buttons to download, copy or delete it.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Boxes, Download, Trash2 } from "lucide-react";
import { hasResults } from "../../domain/analysis/analysis.ts";
import { openPanel } from "../../state/shell/dock.ts";
import { analysesAtom } from "../../state/plant/analysis/analysis.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { plantAtom, twinAtom } from "../../state/plant/plant.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import { showDone, showFault } from "../../state/shell/toast.ts";
import { downloadTwin, removeTwin, twinFormats } from "../../state/import/twin-file.ts";
import { componentTypeName } from "../../state/plant/column/value-words.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState, Skeleton } from "../../ui/feedback.tsx";
import { Dialog } from "../../ui/overlay.tsx";
import { usePending } from "../pending.ts";
import { CloneForm } from "./clone-form.tsx";
import { LoadFault } from "../load-fault.tsx";
import css from "./twin.module.css";

export function TwinPanel() {
  const plant = valueOf(useAtomValue(plantAtom));
  const twin = useAtomValue(twinAtom);
  const ask = useAtomValue(askAtom);
  const open = useSetAtom(openPanel);
  if (!plant) return <Skeleton label={t("shell:loading")} />;
  const upload = ask("digitalTwin.importFiles");
  const importButton = upload?.isHidden ? null : (
    <Button
      kind="primary"
      reason={reasonOf(upload)}
      icon={<Boxes size={15} aria-hidden="true" />}
      onPress={() => open("twin-import")}
    >
      {t(plant.twin_version > 0 ? "twin:update" : "twin:import")}
    </Button>
  );
  if (plant.twin_version === 0) {
    return (
      <div className={css.panel}>
        <EmptyState title={t("twin:none")} actions={importButton}>
          {t("twin:none_hint")}
        </EmptyState>
        {ask("digitalTwin.clone", plant) === null ? <CloneForm /> : null}
      </div>
    );
  }
  if (twin.state === "failed") return <LoadFault fault={twin.fault} />;
  const levels = valueOf(twin)?.levels ?? [];
  return (
    <div className={css.panel}>
      <table className={css.levels}>
        <caption>{t("twin:version", { version: plant.twin_version })}</caption>
        <tbody>
          {levels.map(({ component_type, component_count }) => (
            <tr key={component_type}>
              <th scope="row">{componentTypeName(component_type, true)}</th>
              <td>{formatNumber(component_count)}</td>
            </tr>
          ))}
          {plant.area_ha === null ? null : (
            <tr>
              <th scope="row">{t("twin:area")}</th>
              <td>{formatNumber(Math.round(plant.area_ha))} ha</td>
            </tr>
          )}
        </tbody>
      </table>
      {importButton}
      {ask("digitalTwin.download") === null ? <Downloads /> : null}
      <Remove name={plant.name} />
    </div>
  );
}

function Downloads() {
  const download = useSetAtom(downloadTwin);
  return (
    <section className={css.block} aria-label={t("twin:download")}>
      <h3>{t("twin:download")}</h3>
      <div className={css.actions}>
        {twinFormats.map((format) => (
          <Button
            key={format}
            size="sm"
            icon={<Download size={14} aria-hidden="true" />}
            onPress={() => void download(format).catch(showFault)}
          >
            {t(`twin:format.${format}`)}
          </Button>
        ))}
      </div>
    </section>
  );
}

function Remove({ name }: { name: string }) {
  const remove = useSetAtom(removeTwin);
  const analyses = valueOf(useAtomValue(analysesAtom)) ?? [];
  const analyses_with_results = analyses.filter(hasResults).length;
  const refusal = useAtomValue(askAtom)("digitalTwin.remove", { analyses_with_results });
  const [isConfirming, setConfirming] = useState(false);
  const [isPending, whilePending] = usePending();
  const confirm = async () => {
    await whilePending(async () => {
      await remove();
      showDone(t("twin:removed", { name }));
    });
    setConfirming(false);
  };
  if (refusal?.isHidden) return null;
  return (
    <section className={css.block}>
      <Button
        kind="danger"
        reason={reasonOf(refusal)}
        icon={<Trash2 size={15} aria-hidden="true" />}
        onPress={() => setConfirming(true)}
      >
        {t("twin:remove")}
      </Button>
      <Dialog
        role="alertdialog"
        size="sm"
        title={t("twin:remove_title", { name })}
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        closeLabel={t("shell:close")}
        actions={
          <>
            <Button onPress={() => setConfirming(false)}>{t("shell:cancel")}</Button>
            <Button kind="danger" isPending={isPending} onPress={() => void confirm()}>
              {t("twin:remove")}
            </Button>
          </>
        }
      >
        {t("twin:remove_text")}
      </Dialog>
    </section>
  );
}
