// A newer app is on the server: say so, count down, reload; never while the user uploads.
import { useEffect, useState } from "react";
import { useAtomValue } from "jotai";
import { RefreshCw } from "lucide-react";
import { watchVersion } from "../client/version.ts";
import { limits } from "../domain/limits.ts";
import { t } from "../state/locale.ts";
import { isUploadingAtom } from "../state/upload.ts";
import { Button } from "../ui/button.tsx";

export function UpdateNotice() {
  const [isNewer, setNewer] = useState(false);
  const [seconds, setSeconds] = useState<number>(limits.updateCountdownS);
  const isUploading = useAtomValue(isUploadingAtom);
  useEffect(() => watchVersion(() => setNewer(true)), []);
  useEffect(() => {
    if (!isNewer || isUploading) return;
    const timer = setInterval(() => setSeconds((left) => left - 1), 1000);
    return () => clearInterval(timer);
  }, [isNewer, isUploading]);
  useEffect(() => {
    if (seconds <= 0 && !isUploading) location.reload();
  }, [seconds, isUploading]);
  if (!isNewer || isUploading) return null;
  return (
    <Button
      size="sm"
      kind="primary"
      icon={<RefreshCw size={14} aria-hidden="true" />}
      onPress={() => location.reload()}
    >
      {t("shell:update_now", { count: Math.max(0, seconds) })}
    </Button>
  );
}
