// Pages of the plant on the map, linked from its rail, the bar on a phone and the palette.
import { useAtomValue, useSetAtom } from "jotai";
import { useLocation, useParams } from "wouter";
import { navigate as navigateNow } from "wouter/use-browser-location";
import { panels } from "../../panels/index.ts";
import { hasPermissionAtom } from "../../state/account/session.ts";
import type { Panel } from "../../panels/panel.ts";
import { openPanel } from "../../state/shell/dock.ts";
import { leave } from "../../state/shell/leave.ts";

export const plantPages = panels.filter(({ overview }) => overview === "/plant/:id");

export type PlantPages = {
  /** The pages that the viewer may open. */
  readonly panels: readonly Panel[];
  readonly open: (panel: Panel) => void;
  /** Goes back to the plant, and opens the panel there that lay behind the page. */
  readonly close: (panelId?: string) => void;
};

export function usePlantPages(): PlantPages {
  const may = useAtomValue(hasPermissionAtom);
  const { id = "" } = useParams<{ id: string }>();
  const [, navigate] = useLocation();
  const show = useSetAtom(openPanel);
  return {
    panels: plantPages.filter(({ permission }) => may(permission)),
    open: ({ address }) => navigate(address.replace(":id", id)),
    close: (panelId) =>
      leave(() => {
        // Not the router's, which would ask a second time.
        navigateNow(`/plant/${id}`);
        if (panelId !== undefined) show(panelId);
      }),
  };
}
