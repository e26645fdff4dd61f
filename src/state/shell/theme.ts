// The colour theme: light, dark, high contrast for sunlight, or the one of the browser.
import { atom } from "jotai";
import { localNames, readLocal, writeLocal } from "../../client/local.ts";

export const themes = ["default", "light", "dark", "sunlight"] as const;
export type Theme = (typeof themes)[number];

const storedThemeAtom = atom<Theme>(
  themes.find((theme) => theme === readLocal(localNames.theme)) ?? "default",
);

/** The chosen theme; setting it stores and applies it. */
export const themeAtom = atom(
  (get) => get(storedThemeAtom),
  (_get, set, next: Theme) => {
    writeLocal(localNames.theme, next);
    set(storedThemeAtom, next);
    applyTheme(next);
  },
);

const systemDarkAtom = atom(false);
systemDarkAtom.onMount = (set) => {
  const query = matchMedia("(prefers-color-scheme: dark)");
  const follow = () => set(query.matches);
  follow();
  query.addEventListener("change", follow);
  return () => query.removeEventListener("change", follow);
};

/** True while a picture for paper is made: the map is drawn in light colours, whatever the theme. */
export const isLightOnlyAtom = atom(false);

/** True while the page is dark. */
export const isDarkAtom = atom((get) => {
  if (get(isLightOnlyAtom)) return false;
  const theme = get(storedThemeAtom);
  return theme === "default" ? get(systemDarkAtom) : theme === "dark";
});

/** Sets data-theme on the page; tokens.css derives color-scheme from it. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
}
