// Administration of plants: search, filter, open, create.
import { useEffect, useMemo, useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { SunMedium } from "lucide-react";
import { technologies, type Technology } from "../../domain/component/component.ts";
import type { PlantStatus } from "../../domain/plant/plant.ts";
import { t } from "../../state/shell/locale.ts";
import { customerChoicesAtom } from "../../state/settings/plant-customer.ts";
import { highlightedPlantAtom, plantsAtom, reloadPlants } from "../../state/settings/plants.ts";
import { askAtom } from "../../state/account/ask.ts";
import { Select } from "../../ui/form/choice.tsx";
import { RecordPanel } from "../record/record-panel.tsx";
import { adminColumns, mountingWords } from "./admin-columns.tsx";
import { PlantRecord } from "./plant-record.tsx";

const plantRecords = { listAtom: plantsAtom, reload: reloadPlants };
const setups = ["in_setup", "in_operation"] as const;
type Setup = (typeof setups)[number];

export function PlantsAdmin() {
  const ask = useAtomValue(askAtom);
  const customers = useAtomValue(customerChoicesAtom);
  const mark = useSetAtom(highlightedPlantAtom);
  const [customer, setCustomer] = useState(0);
  const [technology, setTechnology] = useState<Technology | "all">("all");
  const [setup, setSetup] = useState<Setup | "all">("all");
  const columns = useMemo(() => adminColumns(), []);
  useEffect(() => () => mark(null), [mark]);
  const passes = (plant: PlantStatus) =>
    (customer === 0 || plant.customer_id === customer) &&
    (technology === "all" || plant.technology === technology) &&
    (setup === "all" || plant.setup_phase === (setup === "in_setup"));
  return (
    <RecordPanel
      records={plantRecords}
      columns={columns}
      sort={{ column: "name", falling: false }}
      textOf={textOf}
      passes={passes}
      isFiltered={customer !== 0 || technology !== "all" || setup !== "all"}
      onReset={() => {
        setCustomer(0);
        setTechnology("all");
        setSetup("all");
      }}
      filters={
        <>
          {customers.length > 1 ? (
            <Select
              label={t("plants:column.customer_name")}
              labelHidden
              value={customer}
              onChange={setCustomer}
              options={[
                { id: 0, label: t("plants-admin:all_customers") },
                ...customers.map(({ id, name }) => ({ id, label: name })),
              ]}
            />
          ) : null}
          <Select
            label={t("plants:column.technology")}
            labelHidden
            value={technology}
            onChange={setTechnology}
            options={[
              { id: "all" as const, label: t("plants-admin:all_technologies") },
              ...technologies.map((id) => ({ id, label: t(`plants:technology.${id}`) })),
            ]}
          />
          <Select
            label={t("plants-admin:column.setup_phase")}
            labelHidden
            value={setup}
            onChange={setSetup}
            options={[
              { id: "all" as const, label: t("plants-admin:all_setups") },
              ...setups.map((id) => ({ id, label: t(`plants-admin:setup.${id}`) })),
            ]}
          />
        </>
      }
      form={PlantRecord}
      create={ask("plant.create")}
      icon={<SunMedium size={22} aria-hidden="true" />}
      words={{
        label: t("plants-admin:title"),
        create: t("plants:new"),
        none: t("plants:none.title"),
        noneText: t("plants-admin:none_text"),
      }}
    />
  );
}

function textOf(plant: PlantStatus): string {
  const technology = t(`plants:technology.${plant.technology}`);
  return [plant.name, plant.customer_name, technology, mountingWords(plant)].join(" ");
}
