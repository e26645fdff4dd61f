// Shows what an import would do, and asks before components are removed or move to another parent.
import { useState } from "react";
import type { TwinChanges } from "../../state/import/twin-preview.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { Alert } from "../../ui/feedback.tsx";
import { ConfirmDialog } from "../../ui/record-panel.tsx";
import { ProblemList } from "../file-preview/problem-list.tsx";
import { RegroupedList, TwinChangeTable } from "./twin-changes.tsx";
import { TwinColumns } from "./twin-columns.tsx";
import { TwinNotes } from "./twin-notes.tsx";
import css from "./import.module.css";

export function TwinPreview({
  changes,
  plant,
  onImport,
  onBack,
}: {
  changes: TwinChanges;
  plant: string;
  onImport: () => void;
  onBack: () => void;
}) {
  const [isAsking, setAsking] = useState(false);
  const count = changes.by_type.reduce((sum, { removed }) => sum + removed, 0);
  const n = formatNumber(count);
  const moving = changes.regrouped_count;
  const moved = { count: moving, n: formatNumber(moving) };
  const asks = count > 0 || moving > 0;
  return (
    <div className={css.run}>
      <Alert
        tone={count > 0 ? "watch" : "good"}
        title={count > 0 ? t("import:preview.removes", { count, n }) : t("import:preview.keeps")}
      >
        {changes.mode === "create" ? null : t(`import:mode.${changes.mode}`)}
      </Alert>
      <TwinChangeTable {...changes} />
      {moving > 0 ? (
        <Alert tone="watch" title={t("import:preview.regroups", moved)}>
          {t("import:preview.regroups_why")}
          <RegroupedList {...changes} />
        </Alert>
      ) : null}
      <TwinColumns columns={changes.columns} />
      <TwinNotes notes={changes.notes} />
      <ProblemList
        title={t("import:left_out")}
        problems={changes.refused}
        counts={changes.refused_counts}
      />
      <div className={css.actions}>
        <Button onPress={onBack}>{t("import:preview.back")}</Button>
        <Button
          kind={count > 0 ? "danger" : "primary"}
          onPress={() => (asks ? setAsking(true) : onImport())}
        >
          {t("import:preview.import")}
        </Button>
      </div>
      {isAsking ? (
        <ConfirmDialog
          title={
            count > 0
              ? t("import:preview.ask", { count, n, plant })
              : t("import:preview.ask_regroup", moved)
          }
          confirmLabel={t(count > 0 ? "import:preview.confirm" : "import:preview.import")}
          cancel={t("shell:cancel")}
          closeLabel={t("shell:close")}
          onConfirm={() => {
            setAsking(false);
            onImport();
          }}
          onClose={() => setAsking(false)}
        >
          {count > 0 ? <p>{t("import:preview.come_back")}</p> : null}
          {moving > 0 ? (
            <p>
              {t("import:preview.regroups", moved)} {t("import:preview.regroups_why")}
            </p>
          ) : null}
        </ConfirmDialog>
      ) : null}
    </div>
  );
}
