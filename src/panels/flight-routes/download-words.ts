// What an entry of the download menus is called.
import type { Download } from "../../state/plant/analysis/flight-export.ts";
import { t } from "../../state/shell/locale.ts";

/** The format, and the drone that the camera hangs on where there is a file for each. */
export function downloadWords({ format, airframe }: Download): { id: string; label: string } {
  const name = t(`flight-export:format.${format}`);
  if (airframe === undefined) return { id: format, label: name };
  const label = t("flight-export:format_on", { name, drone: drones[airframe] });
  return { id: `${format}-${airframe}`, label };
}

const drones = { M300: "Matrice 300", M350: "Matrice 350" } as const;
