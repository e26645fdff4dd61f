// A package of findings for their makers: asks who made the components, because the twin does not say it.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { PackageOpen } from "lucide-react";
import type { ListedFinding } from "../../domain/finding/finding-list.ts";
import { limits } from "../../domain/limits.ts";
import type { Maker } from "../../domain/report/warranty-package.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import { analysisAtom } from "../../state/plant/analysis/analysis.ts";
import { makerPropertiesAtom, makeWarrantyPackage } from "../../state/plant/finding/warranty.ts";
import { openPanel } from "../../state/shell/dock.ts";
import { formatBytes, formatNumber, t } from "../../state/shell/locale.ts";
import { showDone } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { FindingDialog } from "../finding-life/finding-dialog.tsx";
import css from "./findings.module.css";

type WarrantyProps = { findings: readonly ListedFinding[] };

export function WarrantyButton({ findings }: WarrantyProps) {
  const ask = useAtomValue(askAtom);
  const analysis = useAtomValue(analysisAtom);
  const [isOpen, setOpen] = useState(false);
  const { key_figure_ids } = analysis ?? { key_figure_ids: [] };
  const refusal = ask("report.createWarranty", { key_figure_ids, from: "nothing" });
  if (refusal?.isHidden) return null;
  const isTooMany = findings.length > limits.findingsAtOnce;
  const most = t("report:warranty.limit", { n: formatNumber(limits.findingsAtOnce) });
  return (
    <>
      <Button
        size="sm"
        icon={<PackageOpen size={14} aria-hidden="true" />}
        reason={isTooMany ? most : reasonOf(refusal)}
        onPress={() => setOpen(true)}
      >
        {t("report:warranty.new")}
      </Button>
      {isOpen ? <WarrantyDialog findings={findings} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

const NOTHING = "nothing";
const NAME = "name";

function WarrantyDialog({ findings, onClose }: WarrantyProps & { onClose: () => void }) {
  const make = useSetAtom(makeWarrantyPackage);
  const open = useSetAtom(openPanel);
  const analysis = useAtomValue(analysisAtom);
  const ask = useAtomValue(askAtom);
  const { key_figure_ids } = analysis ?? { key_figure_ids: [] };
  const mayRead = ask("report.createWarranty", { key_figure_ids, from: "property" }) === null;
  const propertiesOf = useAtomValue(makerPropertiesAtom);
  const properties = mayRead ? propertiesOf(findings) : [];
  const [typed, setTitle] = useState<string | null>(null);
  const [from, setFrom] = useState<string>(NOTHING);
  const [name, setName] = useState("");
  const [isSent, setSent] = useState(false);
  const title = typed ?? t("report:warranty.title_default", { analysis: analysis?.name ?? "" });
  const count = findings.length;
  const maker = (): Maker => {
    if (from === NOTHING) return { from: "nothing" };
    return from === NAME
      ? { from: "name", name: name.trim() }
      : { from: "property", property_id: Number(from) };
  };
  const send = () => {
    setSent(true);
    if (title.trim() === "" || (from === NAME && name.trim() === "")) return null;
    return make(findings, { title: title.trim(), maker: maker() }).then(() =>
      showDone(t("report:warranty.started"), {
        label: t("report:warranty.open_reports"),
        run: () => open("reports"),
      }),
    );
  };
  return (
    <FindingDialog
      title={t("report:warranty.dialog", { count, n: formatNumber(count) })}
      action={t("report:warranty.make")}
      typed={[typed, from, name]}
      change={send}
      onClose={onClose}
    >
      <p className={css.soft}>
        {t("report:warranty.text", { size: formatBytes(limits.reportPictureBytes) })}
      </p>
      <TextField
        label={t("report:name")}
        value={title}
        onChange={setTitle}
        maxLength={200}
        error={isSent && title.trim() === "" ? t("refusal:field_missing") : null}
      />
      <Select
        label={t("report:warranty.maker")}
        options={[
          { id: NOTHING, label: t("report:warranty.from.nothing") },
          { id: NAME, label: t("report:warranty.from.name") },
          ...properties.map((one) => ({
            id: String(one.id),
            label: t("report:warranty.from_property", { name: one.name }),
          })),
        ]}
        value={from}
        onChange={setFrom}
      />
      {from === NAME ? (
        <TextField
          label={t("report:warranty.maker_name")}
          value={name}
          onChange={setName}
          maxLength={100}
          error={isSent && name.trim() === "" ? t("refusal:field_missing") : null}
        />
      ) : (
        <p className={css.soft}>
          {t(from === NOTHING ? "report:warranty.nothing_hint" : "report:warranty.property_hint")}
        </p>
      )}
      {properties.length === 0 && from !== NAME ? (
        <p className={css.soft}>{t("report:warranty.unnamed")}</p>
      ) : null}
    </FindingDialog>
  );
}
