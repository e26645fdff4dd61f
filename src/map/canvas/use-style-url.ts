// Which style lies under the plant: one of the settings', or (undefined) the shipped map.
import { useCallback, useState } from "react";
import { useAtomValue } from "jotai";
import { baseMapStylesAtom, isSatelliteAtom } from "../../state/map/base-map.ts";
import { isDarkAtom } from "../../state/shell/theme.ts";

/** The style's address and how to say that it could not be read; then the shipped map serves. */
export function useStyleUrl(): { styleUrl: string | undefined; onStyleFault: () => void } {
  const styles = useAtomValue(baseMapStylesAtom);
  const isDark = useAtomValue(isDarkAtom);
  const isSatellite = useAtomValue(isSatelliteAtom);
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set());
  const drawn = isDark ? styles?.dark : styles?.light;
  const wanted = (isSatellite ? styles?.satellite : null) ?? drawn ?? undefined;
  const onStyleFault = useCallback(() => {
    if (wanted) setBroken((before) => new Set([...before, wanted]));
  }, [wanted]);
  return { styleUrl: wanted && !broken.has(wanted) ? wanted : undefined, onStyleFault };
}
