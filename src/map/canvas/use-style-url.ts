// The style of the base map: one from the settings, or (undefined) the shipped map.
import { useCallback, useState } from "react";
import { useAtomValue } from "jotai";
import { baseMapStylesAtom, isSatelliteAtom } from "../../state/map/base-map.ts";
import { retriesAtom } from "../../state/shell/retry.ts";
import { isDarkAtom } from "../../state/shell/theme.ts";

/** The style's address, and a function that reports a style that cannot be loaded; the shipped map is used then. */
export function useStyleUrl(): { styleUrl: string | undefined; onStyleFault: () => void } {
  const styles = useAtomValue(baseMapStylesAtom);
  const isDark = useAtomValue(isDarkAtom);
  const isSatellite = useAtomValue(isSatelliteAtom);
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set());
  // A style that could not be loaded is tried again once the network is back.
  const retries = useAtomValue(retriesAtom);
  const [tried, setTried] = useState(retries);
  if (tried !== retries) {
    setTried(retries);
    if (broken.size > 0) setBroken(new Set());
  }
  const drawn = isDark ? styles?.dark : styles?.light;
  const wanted = (isSatellite ? styles?.satellite : null) ?? drawn ?? undefined;
  const onStyleFault = useCallback(() => {
    if (wanted) setBroken((before) => new Set([...before, wanted]));
  }, [wanted]);
  return { styleUrl: wanted && !broken.has(wanted) ? wanted : undefined, onStyleFault };
}
