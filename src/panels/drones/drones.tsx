// Drones, drone models and packages of the drone app, as tabs. The address has the open tab.
import { useAtomValue } from "jotai";
import { useSearchParams } from "wouter";
import { t } from "../../state/shell/locale.ts";
import { askAtom } from "../../state/account/ask.ts";
import { Segments } from "../../ui/form/choice.tsx";
import { AppList } from "./app-list.tsx";
import { DroneList } from "./drone-list.tsx";
import { ModelList } from "./model-list.tsx";
import css from "./drones.module.css";

const tabs = ["drones", "models", "app"] as const;
type Tab = (typeof tabs)[number];
const lists = { drones: DroneList, models: ModelList, app: AppList } as const;

export function Drones() {
  const ask = useAtomValue(askAtom);
  const [query, setQuery] = useSearchParams();
  const offered = tabs.filter((tab) => tab === "drones" || ask("droneModel.list") === null);
  const tab = offered.find((one) => one === query.get("tab")) ?? "drones";
  const List = lists[tab];
  const show = (next: Tab) => setQuery(next === "drones" ? {} : { tab: next });
  return (
    <div className={css.panel}>
      {offered.length > 1 ? (
        <div className={css.tabs}>
          <Segments
            label={t("drone:tabs")}
            value={tab}
            onChange={show}
            options={offered.map((id) => ({ id, label: t(`drone:tab.${id}`) }))}
          />
        </div>
      ) : null}
      <div className={css.list}>
        <List key={tab} />
      </div>
    </div>
  );
}
