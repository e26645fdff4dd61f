// Observations beside the map: the list, one of them, or a form.
import { useEffect, useState } from "react";
import { useAtomValue } from "jotai";
import { limits } from "../../domain/limits.ts";
import type { Observation } from "../../domain/observation/observation.ts";
import { offlineAtom } from "../../state/account/offline.ts";
import { prepareKeeping } from "../../state/observation/keep-on-device.ts";
import {
  observationColumnsAtom,
  observationsAtom,
  reloadObservations,
} from "../../state/observation/observation.ts";
import { observationByIdAtom } from "../../state/observation/shown.ts";
import { openViewAtom } from "../../state/observation/open.ts";
import { t } from "../../state/shell/locale.ts";
import { Skeleton } from "../../ui/feedback.tsx";
import { LoadFault } from "../load-fault.tsx";
import { useStayCurrent } from "../stay-current.ts";
import { AgreementTable } from "./agreement-table.tsx";
import { ChooseComponent } from "./choose-component.tsx";
import { DeletedList } from "./deleted-list.tsx";
import { NameList } from "./name-list.tsx";
import { ObservationForm } from "./observation-form.tsx";
import { ObservationList } from "./observation-list.tsx";
import { OneObservation } from "./one-observation.tsx";

export function Observations() {
  useEffect(prepareKeeping, []);
  const all = useAtomValue(observationsAtom);
  const columns = useAtomValue(observationColumnsAtom);
  const byId = useAtomValue(observationByIdAtom);
  const open = useAtomValue(openViewAtom);
  const isOffline = useAtomValue(offlineAtom) !== null;
  const isForm = open.view === "edit" || open.view === "new" || open.view === "bulk";
  // Others write in the field meanwhile. What a form began with stays: its save finds the conflict.
  useStayCurrent(reloadObservations, isOffline || isForm ? null : limits.listPollMs);
  /** In the form. It stays there if it is deleted elsewhere, so that nothing written is lost. */
  const [last, setLast] = useState<{ id: number; one: Observation } | null>(null);
  for (const part of [all, columns]) {
    if (part.state === "failed") return <LoadFault fault={part.fault} />;
  }
  if (all.state !== "ready" || columns.state !== "ready") {
    return <Skeleton label={t("shell:loading")} lines={6} />;
  }
  const one = "id" in open ? byId(open.id) : undefined;
  const id = open.view === "edit" ? open.id : null;
  const edited = id === null ? null : (one ?? (last?.id === id ? last.one : null));
  if (edited !== (last?.one ?? null) || (id !== null && edited && id !== last?.id)) {
    setLast(id !== null && edited ? { id, one: edited } : null);
  }
  if (edited) {
    const { component_type, dt_id } = edited.fieldgeometry_component;
    // It keeps what is written when the server gives the observation its ID.
    return <ObservationForm key={`edit ${id}`} {...{ component_type, dt_id }} one={edited} />;
  }
  if (open.view === "new") {
    const { component_type, dt_id, pcs, notes, fault_type = null, brought } = open;
    const of = { component_type, dt_id, pcs, notes, fault_type, brought };
    const photos = brought?.photos[0]?.file_id ?? "";
    const key = `new ${dt_id} ${fault_type ?? ""} ${photos} ${notes ?? ""}`;
    return <ObservationForm key={key} {...of} one={null} />;
  }
  if (open.view === "bulk") {
    const { component_type, dt_ids } = open;
    return (
      <ObservationForm
        key={`bulk ${dt_ids.length} ${dt_ids[0]}`}
        {...{ component_type, dt_id: dt_ids[0] ?? "", dt_ids }}
        one={null}
      />
    );
  }
  if (open.view === "waiting") return <Skeleton label={t("shell:loading")} lines={6} />;
  if (open.view === "choose") return <ChooseComponent />;
  if (open.view === "names") return <NameList />;
  if (open.view === "deleted") return <DeletedList />;
  if (open.view === "compare") return <AgreementTable />;
  if (open.view === "one" && one) return <OneObservation key={one.external_id} one={one} />;
  return <ObservationList />;
}
