// The component whose card is open.
import { atom } from "jotai";
import type { ComponentResult } from "../domain/analysis-result.ts";
import type { ComponentType } from "../domain/component.ts";
import { idle, type Loaded } from "./loaded.ts";

export type OpenComponent = { readonly component_type: ComponentType; readonly dt_id: string };

/** Null while no card is open. */
export const openComponentAtom = atom<OpenComponent | null>(null);
export const componentResultAtom = atom<Loaded<ComponentResult>>(idle);
