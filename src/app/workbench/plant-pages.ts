// Pages of the plant on the map, linked from its rail, the bar on a phone and the palette.
import { useAtomValue } from "jotai";
import { useLocation, useParams } from "wouter";
import { panels } from "../../panels/index.ts";
import { hasPermissionAtom } from "../../state/account/session.ts";
import type { Panel } from "../../panels/panel.ts";

export const plantPages = panels.filter(({ overview }) => overview === "/plant/:id");

/** The pages that the viewer may open, and a function that opens one. */
export function usePlantPages(): { panels: readonly Panel[]; open: (panel: Panel) => void } {
  const may = useAtomValue(hasPermissionAtom);
  const { id = "" } = useParams<{ id: string }>();
  const [, navigate] = useLocation();
  return {
    panels: plantPages.filter(({ permission }) => may(permission)),
    open: ({ address }) => navigate(address.replace(":id", id)),
  };
}
