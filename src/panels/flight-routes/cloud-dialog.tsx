// Sends the routes of a campaign to a project of the drone cloud platform, and lists what is there.
import { useEffect, useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import type { Refusal } from "../../domain/error.ts";
import type { FlightCampaign } from "../../domain/flight/campaign/flight-campaign.ts";
import { cloudStartRefusal, isCloudNameOf } from "../../domain/flight/flown/drone-cloud.ts";
import type { FlightRouteRecord } from "../../domain/flight/route/flight-route-record.ts";
import { reasonOf } from "../../state/account/ask.ts";
import { flightRoutesAtom } from "../../state/plant/analysis/flight-campaign.ts";
import {
  cloudProjectsAtom,
  cloudRoutesAtom,
  listedProjectAtom,
  sendToDroneCloud,
} from "../../state/plant/analysis/flight-export.ts";
import { t } from "../../state/shell/locale.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { showDone } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Alert, Skeleton } from "../../ui/feedback.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { Checkbox } from "../../ui/form/toggle.tsx";
import { usePending } from "../pending.ts";
import { LoadFault } from "../load-fault.tsx";
import { TypedDialog } from "../typed-dialog.tsx";
import { useRouteWarnings } from "./route-warnings.ts";
import css from "./flight-routes.module.css";
import { serverNow } from "../../state/shell/server-time.ts";

type Props = { readonly campaign: FlightCampaign; readonly onClose: () => void };

export function CloudDialog({ campaign, onClose }: Props) {
  const projects = useAtomValue(cloudProjectsAtom);
  const [chosen, setChosen] = useState<string | null>(null);
  const [plans, setPlans] = useState(false);
  const [now] = useState(serverNow);
  const routes = valueOf(useAtomValue(flightRoutesAtom)) ?? [];
  const [isPending, whilePending] = usePending();
  const warn = useRouteWarnings();
  const known = projects.state === "ready" ? projects.value : null;
  const project = chosen ?? known?.project ?? known?.projects[0]?.id ?? null;
  const send = async () => {
    if (project === null) return;
    await whilePending(async () => {
      await sendToDroneCloud(campaign, project, plans);
      showDone(t(plans ? "flight-export:planned" : "flight-export:sent_to_drone_cloud"));
      warn();
      onClose();
    });
  };
  const actions = (
    <>
      <Button onPress={onClose}>{t("flight-export:cancel")}</Button>
      <Button
        kind="primary"
        isPending={isPending}
        isDisabled={project === null}
        reason={plans ? reasonOf(firstPast(routes, now)) : null}
        onPress={() => void send()}
      >
        {t("flight-export:send")}
      </Button>
    </>
  );
  return (
    <TypedDialog
      title={t("flight-export:to_drone_cloud")}
      typed={[chosen, plans]}
      onClose={onClose}
      closeLabel={t("flight-export:cancel")}
      actions={actions}
    >
      {projects.state === "failed" ? (
        <LoadFault fault={projects.fault} />
      ) : known === null ? (
        <Skeleton label={t("shell:loading")} lines={2} />
      ) : !known.configured ? (
        <Alert tone="watch">{t("refusal:drone_cloud_off")}</Alert>
      ) : known.projects.length === 0 ? (
        <Alert tone="watch">{t("flight-export:no_projects")}</Alert>
      ) : (
        <div className={css.form}>
          <Select
            label={t("flight-export:project")}
            options={known.projects.map(({ id, name }) => ({ id, label: name }))}
            value={project}
            onChange={setChosen}
          />
          {project === null ? null : <CloudRoutes project={project} />}
          <Checkbox isSelected={plans} onChange={setPlans}>
            {t("flight-export:plan_flights")}
          </Checkbox>
          <small>{t("flight-export:plan_hint")}</small>
        </div>
      )}
    </TypedDialog>
  );
}

/** Why no flight of these routes can be planned at its start, by the first that cannot. */
const firstPast = (routes: readonly FlightRouteRecord[], now_ms: number): Refusal | null =>
  routes.map((route) => cloudStartRefusal(route, now_ms)).find((one) => one !== null) ?? null;

/** The routes that the project has on the platform; those of the campaign on the map are named as such. */
function CloudRoutes({ project }: { project: string }) {
  const routes = useAtomValue(cloudRoutesAtom);
  const own = useAtomValue(flightRoutesAtom);
  const list = useSetAtom(listedProjectAtom);
  useEffect(() => {
    list(project);
    return () => list(null);
  }, [list, project]);
  if (routes.state === "idle") return null;
  if (routes.state === "failed") return <LoadFault fault={routes.fault} isSmall />;
  if (routes.state !== "ready") return <Skeleton label={t("shell:loading")} lines={2} />;
  const ours = valueOf(own) ?? [];
  const title = t("flight-export:cloud_routes", { count: routes.value.length });
  return (
    <section aria-label={title}>
      <small>{title}</small>
      <ul className={css.cloudRoutes}>
        {routes.value.map(({ id, name }) => (
          <li key={id}>
            {name}
            {ours.some((route) => isCloudNameOf(route, name)) ? (
              <small>{t("flight-export:cloud_known")}</small>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
