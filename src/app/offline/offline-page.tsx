// Shown in place of every page that needs a network while the app is offline, and of the home page where several plants are
// on this device.
import { useState } from "react";
import { useAtomValue } from "jotai";
import { CloudOff } from "lucide-react";
import { Link } from "wouter";
import { offlineAtom } from "../../state/account/offline.ts";
import { heldAtom } from "../../state/plant/offline.ts";
import { t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/feedback.tsx";
import { GoOnlineDialog } from "./go-online.tsx";

export function OfflinePage({ isHome }: { isHome: boolean }) {
  const ids = useAtomValue(offlineAtom)?.plant_ids ?? [];
  const held = useAtomValue(heldAtom).filter(({ plant_id }) => ids.includes(plant_id));
  const [isOpen, setOpen] = useState(false);
  return (
    <EmptyState
      isPage
      icon={<CloudOff size={22} aria-hidden="true" />}
      title={t(isHome ? "offline:home_title" : "offline:page_title")}
    >
      <p>{t("offline:page_text")}</p>
      {held.map(({ plant_id, plant_name }) => (
        <p key={plant_id}>
          <Link href={`/plant/${plant_id}`}>{t("offline:open", { name: plant_name })}</Link>
        </p>
      ))}
      <Button onPress={() => setOpen(true)}>{t("offline:return")}</Button>
      {isOpen ? <GoOnlineDialog onClose={() => setOpen(false)} /> : null}
    </EmptyState>
  );
}
