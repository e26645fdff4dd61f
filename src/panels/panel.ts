// A panel: a page, or a panel docked around the map. It declares its address, dock, title and permission.
// Routes, guard, menus and docks use the list in index.ts.
import { atom } from "jotai";
import type { ComponentType } from "react";
import type { Requirement } from "../domain/account/permission.ts";
import { limits } from "../domain/limits.ts";
import type { PlantStatus } from "../domain/plant/plant.ts";
import type { Ask, Asked } from "../state/account/ask.ts";
import { chunk, type ChunkComponent } from "../ui/chunk.tsx";
import type { Dock } from "../state/shell/dock.ts";

type Icon = ComponentType<{ size?: number | string; "aria-hidden"?: boolean | "true" }>;

export type PanelDeclaration = {
  /** Id of the panel: its folder, `?panel=` and its key in the browser's storage. */
  readonly id: string;
  /** Route pattern: "/plants", "/plant/:id". */
  readonly address: string;
  /**
   * `page` fills the window below the header; `map` overlays the map of its address; `left`, `right` and
   * `bottom` dock around that map. `settings` fills the window too, with a rail of all settings panels in the
   * order of the list, and the world map on request; with an `overview` it docks beside that plant's map.
   */
  readonly dock: "page" | "map" | "settings" | Dock;
  /** Locale key of the title. */
  readonly title: string;
  /** The permission that the signed-in user needs; null for none. */
  readonly permission: Requirement;
  /** Locale key of a sentence below the title; settings panels only. */
  readonly subtitle?: string;
  /** Records can be created at `?id=new`: the palette's entry and its permission check. */
  readonly creates?: {
    readonly name: string;
    /** Why the viewer cannot create a record; null if they can. */
    readonly refusal: (ask: Ask) => Asked | null;
  };
  /** Address of the overview that the panel links back to ("/plant/:id"); settings panels only. */
  readonly overview?: string;
  /** A panel beside the map that is none of the settings, without their rail: where closing it leads. */
  readonly alone?: string;
  /** Shows a shield beside the title. The permission decides who may open the panel. */
  readonly superAdmin?: true;
  /** Can be opened without a session. */
  readonly public?: true;
  readonly icon?: Icon;
  /** Open on the first visit. */
  readonly opens?: true;
  /** A table: beside the map of a phone on its side it would have no rows, so it has all of the window there. */
  readonly needsRoom?: true;
  /** Opened from elsewhere, so the rail has no button for it. */
  readonly hidden?: true;
  /** The menu that links to it. */
  readonly menu?: "header" | "settings";
  /** The shortcuts that toggle it. */
  readonly keys?: readonly string[];
  /** Loads the component, which takes no props. */
  readonly load: () => Promise<ComponentType>;
};

export type Panel = PanelDeclaration & { readonly component: ChunkComponent<object> };

/** Declares a panel. */
export function definePanel(declared: PanelDeclaration): Panel {
  return { ...declared, component: chunk(declared.load, limits.chunkLoadMs) };
}

export type WorldMapProps = {
  readonly plants: readonly PlantStatus[];
  /** Called with the id of the plant to open. */
  readonly onOpen: (id: number) => void;
};

/**
 * The world map of plants; null until the app has set it. Panels may not import from `map`, so the app
 * injects the component.
 */
export const worldMapAtom = atom<{ component: ComponentType<WorldMapProps> } | null>(null);
