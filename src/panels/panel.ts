// A panel: a page of its own, or a panel docked around the map. It declares its own address, dock,
// title and permission; routes, guard, menus and docks are read off the list in index.ts.
import { atom } from "jotai";
import type { ComponentType } from "react";
import type { Requirement } from "../domain/account/permission.ts";
import { limits } from "../domain/limits.ts";
import type { PlantStatus } from "../domain/plant/plant.ts";
import type { Ask, Asked } from "../state/account/ask.ts";
import { chunk } from "../ui/chunk.tsx";
import type { Dock } from "../state/shell/dock.ts";

type Icon = ComponentType<{ size?: number | string; "aria-hidden"?: boolean | "true" }>;

export type PanelDeclaration = {
  /** Names the panel: its folder, `?panel=`, what is remembered of it. */
  readonly id: string;
  /** Route pattern it stands on: "/plants", "/plant/:id". */
  readonly address: string;
  /**
   * `page` fills the window below the header; `map` lies over the map of its address; the others stand
   * around that map. `settings` stands beside the map of the world, with the other settings panels in
   * a rail; in the order of the list.
   */
  readonly dock: "page" | "map" | "settings" | Dock;
  /** Word key of the title. */
  readonly title: string;
  /** What the signed-in user needs; null for none. */
  readonly permission: Requirement;
  /** Word key of a sentence below the title; settings panels only. */
  readonly subtitle?: string;
  /** Records can be made here, at `?id=new`: the palette's entry and who may. */
  readonly creates?: {
    readonly name: string;
    /** Asks the call that makes one. */
    readonly refusal: (ask: Ask) => Asked | null;
  };
  /** Address of the overview it belongs to ("/plant/:id"), led back to by a link; settings panels only. */
  readonly overview?: string;
  /** Marked with a shield wherever it is named. The permission decides who may open it. */
  readonly superAdmin?: true;
  /** A settings panel that starts as wide as the window. */
  readonly fullWidth?: true;
  /** Opens without a session. */
  readonly public?: true;
  readonly icon?: Icon;
  /** Stands open on the first visit. */
  readonly opens?: true;
  /** Opened by what it belongs to, so the rail has no button of its own. */
  readonly hidden?: true;
  /** Where an entry leads to it: the header or the settings menu. */
  readonly menu?: "header" | "settings";
  /** The single key that toggles it. */
  readonly keys?: readonly string[];
  /** Loads the component, which takes no props. */
  readonly load: () => Promise<ComponentType>;
};

export type Panel = PanelDeclaration & { readonly component: ComponentType };

/** Declares a panel. */
export function definePanel(declared: PanelDeclaration): Panel {
  return { ...declared, component: chunk(declared.load, limits.chunkLoadMs) };
}

export type WorldMapProps = {
  readonly plants: readonly PlantStatus[];
  /** Called when a plant is to be opened. */
  readonly onOpen: (id: number) => void;
};

/**
 * The map of the world's plants; null until the app has put it there. Panels do not reach into the
 * map's room, so what draws arrives from outside.
 */
export const worldMapAtom = atom<{ component: ComponentType<WorldMapProps> } | null>(null);
