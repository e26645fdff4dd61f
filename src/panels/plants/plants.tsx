// The plants that the viewer may see, as a map, a table and statistics.
import { useState } from "react";
import { useAtomValue } from "jotai";
import { ChartColumn, Ellipsis, FileInput, Map as MapIcon, Plus, Table2 } from "lucide-react";
import { useLocation, useSearchParams } from "wouter";
import { foldedLetters } from "../../domain/text.ts";
import { faultWords } from "../../state/shell/fault.ts";
import { t } from "../../state/shell/locale.ts";
import { reloadPlants, plantsAtom } from "../../state/settings/plants.ts";
import { isSmallScreenAtom } from "../../state/shell/small-screen.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import { showNote } from "../../state/shell/toast.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Segments } from "../../ui/form/choice.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../ui/feedback.tsx";
import { SearchField } from "../../ui/form/field.tsx";
import { PageDrop } from "../../ui/form/page-drop.tsx";
import { Menu } from "../../ui/overlay.tsx";
import { Page } from "../../ui/page.tsx";
import { usePageAlerts } from "../page-alerts.tsx";
import { AreaImport } from "./area-import.tsx";
import { PlantsMap } from "./plants-map.tsx";
import { PlantsStatistics } from "./plants-statistics.tsx";
import { PlantsTable } from "./plants-table.tsx";
import css from "./plants.module.css";

const views = ["map", "table", "statistics"] as const;
type View = (typeof views)[number];
const icons = { map: MapIcon, table: Table2, statistics: ChartColumn };

export function Plants() {
  const plants = useAtomValue(plantsAtom);
  const isNarrow = useAtomValue(isSmallScreenAtom);
  const [query, setQuery] = useSearchParams();
  const [text, setText] = useState("");
  const alerts = usePageAlerts();
  /** The import of outlines that is open, with the file that was dropped. */
  const [importing, setImporting] = useState<{ readonly file: File | null } | null>(null);
  const chooseOutlines = () => setImporting({ file: null });

  const view: View = views.find((one) => one === query.get("view")) ?? "map";
  const known = plants.state === "ready" ? plants.value : [];
  const needle = foldedLetters(text.trim());
  const found = known.filter(({ name, customer_name }) =>
    foldedLetters(`${name} ${customer_name}`).includes(needle),
  );
  return (
    <div className={css.page}>
      <Page
        {...alerts}
        layout="page"
        title={t("plants:title")}
        tools={
          <>
            {plants.state === "ready" ? <span className={css.count}>{found.length}</span> : null}
            <Segments
              label={t("plants:views")}
              value={view}
              onChange={(next) => setQuery({ view: next }, { replace: true })}
              options={views.map((id) => {
                const Icon = icons[id];
                return {
                  id,
                  label: t(`plants:view.${id}`),
                  icon: isNarrow ? null : <Icon size={14} aria-hidden="true" />,
                };
              })}
            />
            <div className={css.search}>
              <SearchField
                label={t("plants:search")}
                clearLabel={t("shell:clear")}
                value={text}
                onChange={setText}
              />
            </div>
            <NewPlant onImport={chooseOutlines} />
          </>
        }
      />
      <div className={css.body}>
        {plants.state === "failed" ? (
          <ErrorState
            {...faultWords(plants.fault)}
            actions={
              <Button kind="primary" onPress={() => void reloadPlants()}>
                {t("shell:retry")}
              </Button>
            }
          />
        ) : plants.state !== "ready" ? (
          <Skeleton label={t("shell:loading")} lines={8} />
        ) : known.length === 0 ? (
          <EmptyState
            icon={<MapIcon size={22} aria-hidden="true" />}
            title={t("plants:none.title")}
            actions={<NewPlant onImport={chooseOutlines} />}
          >
            {t("plants:none.text")}
          </EmptyState>
        ) : view === "map" ? (
          <PlantsMap plants={found} />
        ) : view === "table" ? (
          <PlantsTable plants={found} />
        ) : (
          <PlantsStatistics plants={found} />
        )}
      </div>
      {importing ? (
        <AreaImport given={importing.file} onClose={() => setImporting(null)} />
      ) : (
        <OutlineDrop onFile={(file) => setImporting({ file })} />
      )}
    </div>
  );
}

/** A file of outlines can be dropped anywhere on the page. */
function OutlineDrop({ onFile }: { onFile: (file: File) => void }) {
  const refusal = useAtomValue(askAtom)("plant.create");
  const words = refusal ? t("file-preview:drop.over_refused") : t("plants:areas.over");
  const onDrop = ({ files: [first] }: DataTransfer) => {
    if (first) onFile(first);
  };
  return (
    <PageDrop words={words} isRefused={refusal !== null} onDrop={onDrop} onRefused={showNote} />
  );
}

function NewPlant({ onImport }: { onImport: () => void }) {
  const ask = useAtomValue(askAtom);
  const isNarrow = useAtomValue(isSmallScreenAtom);
  const [, navigate] = useLocation();
  const refusal = ask("plant.create");
  if (refusal?.isHidden) return null;
  const reason = reasonOf(refusal);
  const outlines = <FileInput size={15} aria-hidden="true" />;
  const more = {
    id: "areas",
    label: t("plants:areas.act"),
    icon: outlines,
    run: onImport,
  };
  return (
    <>
      {isNarrow ? null : (
        <Button icon={outlines} reason={reason} onPress={onImport}>
          {t("plants:areas.act")}
        </Button>
      )}
      <Button
        kind="primary"
        reason={reason}
        icon={<Plus size={15} aria-hidden="true" />}
        onPress={() => navigate("/plants/new")}
      >
        {t("plants:new")}
      </Button>
      {isNarrow ? (
        <Menu label={t("plants:acts_column")} groups={[{ entries: [more] }]}>
          <IconButton label={t("plants:acts_column")}>
            <Ellipsis size={16} aria-hidden="true" />
          </IconButton>
        </Menu>
      ) : null}
    </>
  );
}
