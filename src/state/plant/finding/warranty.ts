// Warranty packages of findings: who made the components is asked, and the package is made by a task.
import { atom } from "jotai";
import { api } from "../../../api/index.ts";
import { call } from "../../../client/call.ts";
import type { ListedFinding } from "../../../domain/finding/finding-list.ts";
import type { CustomComponentProperty } from "../../../domain/plant/custom-component-property.ts";
import { namesMaker, type Maker } from "../../../domain/report/warranty-package.ts";
import { columnsByIdAtom } from "../../observation/observation.ts";
import { reload } from "../../shell/query.ts";
import { locale } from "../../shell/locale.ts";
import { analysisIdAtom } from "../analysis/analysis.ts";
import { plantIdAtom, plantKey } from "../plant.ts";
import { listedTarget } from "./listed.ts";

/** A function that answers the properties that can say who made the components of these findings. */
export const makerPropertiesAtom = atom((get) => {
  const columns = [...get(columnsByIdAtom).values()];
  const properties = columns.flatMap(({ ccp_column }) => ccp_column ?? []).filter(namesMaker);
  return (findings: readonly ListedFinding[]): readonly CustomComponentProperty[] => {
    const types = new Set(findings.map(({ component_type }) => component_type));
    return properties.filter(({ component_type }) => types.has(component_type));
  };
});

/** Starts a package of these findings. Rejects with the refusal. */
export const makeWarrantyPackage = atom(
  null,
  async (
    get,
    _set,
    findings: readonly ListedFinding[],
    { title, maker }: { readonly title: string; readonly maker: Maker },
  ): Promise<void> => {
    const [id, analysis_id] = [get(plantIdAtom), get(analysisIdAtom)];
    if (id === null || analysis_id === null) return;
    const places = findings.flatMap((one) => {
      const target = listedTarget(one);
      if (!target) return [];
      const { component_type, dt_id, fault_type } = target;
      return { component_type, dt_id, fault_type };
    });
    const body = { analysis_id, title, locale: locale(), maker, findings: places };
    await call(api.report.createWarranty, { params: { id }, body });
    await reload(plantKey("reports"));
  },
);
