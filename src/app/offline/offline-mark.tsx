// The header's button: takes the plant on the map offline, and shows that the app is offline.
import { useEffect, useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { CloudDownload, CloudOff } from "lucide-react";
import { useLocation } from "wouter";
import { meAtom } from "../../state/account/me.ts";
import { offlineAtom } from "../../state/account/offline.ts";
import { startOffline } from "../../state/plant/offline.ts";
import { isPlantMissingAtom, plantIdAtom } from "../../state/plant/plant.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { t } from "../../state/shell/locale.ts";
import { showFault } from "../../state/shell/toast.ts";
import { limits } from "../../domain/limits.ts";
import { IconButton } from "../../ui/button.tsx";
import { chunk } from "../../ui/chunk.tsx";
import { LatePart } from "../page/late-part.tsx";

const GoOnlineDialog = chunk(
  async () => (await import("./go-online.tsx")).GoOnlineDialog,
  limits.chunkLoadMs,
);
const TakeOfflineDialog = chunk(
  async () => (await import("./take-offline.tsx")).TakeOfflineDialog,
  limits.chunkLoadMs,
);

export function OfflineMark() {
  const flag = useAtomValue(offlineAtom);
  const plant_id = useAtomValue(plantIdAtom);
  const account_id = valueOf(useAtomValue(meAtom))?.id;
  const start = useSetAtom(startOffline);
  const [path] = useLocation();
  const [open, setOpen] = useState<"take" | "return" | null>(null);
  useEffect(() => {
    if (account_id !== undefined) void start(account_id).catch(showFault);
  }, [account_id, start]);
  const isMissing = useAtomValue(isPlantMissingAtom);
  const isOnPlant = path.startsWith("/plant/") && plant_id !== null && !isMissing;
  const canTake = isOnPlant && !flag?.plant_ids.includes(plant_id);
  return (
    <>
      {flag ? (
        <IconButton label={t("offline:mark")} onPress={() => setOpen("return")}>
          <CloudOff size={18} aria-hidden="true" />
        </IconButton>
      ) : null}
      {canTake ? (
        <IconButton label={t("offline:take")} onPress={() => setOpen("take")}>
          <CloudDownload size={18} aria-hidden="true" />
        </IconButton>
      ) : null}
      <LatePart>
        {open === "take" ? <TakeOfflineDialog onClose={() => setOpen(null)} /> : null}
        {open === "return" ? <GoOnlineDialog onClose={() => setOpen(null)} /> : null}
      </LatePart>
    </>
  );
}
