// What can be done with one route: its files, and its deletion on the drone cloud.
import { useState } from "react";
import { useAtomValue } from "jotai";
import { Download } from "lucide-react";
import type { FlightCampaign } from "../../domain/flight/campaign/flight-campaign.ts";
import type { FlightRouteRecord } from "../../domain/flight/route/flight-route-record.ts";
import { askAtom } from "../../state/account/ask.ts";
import {
  cloudProjectsAtom,
  downloadsOf,
  removeInDroneCloud,
  saveRoutes,
} from "../../state/plant/analysis/flight-export.ts";
import { downloadWords } from "./download-words.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { t } from "../../state/shell/locale.ts";
import { showDone, showFault } from "../../state/shell/toast.ts";
import { IconButton } from "../../ui/button.tsx";
import { Dialog, Menu, type MenuGroup } from "../../ui/overlay.tsx";
import { ConfirmDialog } from "../../ui/record-panel.tsx";
import { usePending } from "../pending.ts";
import { useRouteWarnings } from "./route-warnings.ts";

export function RouteMenu({
  route,
  campaign,
}: {
  route: FlightRouteRecord;
  campaign: FlightCampaign;
}) {
  const [byHand, setByHand] = useState<string | null>(null);
  const ask = useAtomValue(askAtom);
  const warn = useRouteWarnings();
  const canDelete =
    ask("flightExport.removeFromDroneCloud") === null && ask("flightExport.projects") === null;
  const files: MenuGroup = {
    entries: downloadsOf(campaign.aircraft).map((download) => ({
      ...downloadWords(download),
      run: () => void saveRoutes(campaign, download, route).then(() => warn([route.id]), showFault),
    })),
  };
  const name = t("flight-export:download_route", { name: route.name });
  const trigger = (
    <IconButton size="sm" label={name} placement="left">
      <Download size={14} aria-hidden="true" />
    </IconButton>
  );
  return (
    <>
      {canDelete ? (
        <WithDeletion route={route} name={name} files={files} onByHand={setByHand}>
          {trigger}
        </WithDeletion>
      ) : (
        <Menu label={name} groups={[files]}>
          {trigger}
        </Menu>
      )}
      <Dialog
        title={t("flight-export:delete_in_cloud")}
        isOpen={byHand !== null}
        onClose={() => setByHand(null)}
        closeLabel={t("shell:close")}
      >
        {t("flight-export:by_hand", { name: byHand ?? "" })}
      </Dialog>
    </>
  );
}

type DeletionProps = {
  route: FlightRouteRecord;
  name: string;
  files: MenuGroup;
  /** Called with the name that must be deleted on the platform itself. */
  onByHand: (name: string) => void;
  children: React.ReactElement;
};

/** The menu with the deletion, which is shown to customers with an account on the platform. */
function WithDeletion({ route, name, files, onByHand, children }: DeletionProps) {
  const projects = valueOf(useAtomValue(cloudProjectsAtom));
  const project = projects?.project ?? projects?.projects[0]?.id ?? null;
  const [isAsking, setAsking] = useState(false);
  const [isPending, whilePending] = usePending();
  const remove = async () => {
    if (project === null) return;
    await whilePending(async () => {
      const left = await removeInDroneCloud(route, project);
      if (left === null) showDone(t("flight-export:deleted_in_cloud"));
      else onByHand(left);
    });
    setAsking(false);
  };
  const entry = {
    id: "delete",
    label: t("flight-export:delete_in_cloud"),
    tone: "danger" as const,
    run: () => setAsking(true),
  };
  const groups = project === null ? [files] : [files, { entries: [entry] }];
  return (
    <>
      <Menu label={name} groups={groups}>
        {children}
      </Menu>
      {isAsking ? (
        <ConfirmDialog
          title={t("flight-export:delete_in_cloud")}
          confirmLabel={t("flight-export:delete_in_cloud")}
          cancel={t("flight-export:cancel")}
          closeLabel={t("shell:close")}
          isPending={isPending}
          onConfirm={() => void remove()}
          onClose={() => setAsking(false)}
        >
          {t("flight-export:delete_text", { name: route.name })}
        </ConfirmDialog>
      ) : null}
    </>
  );
}
