// What a map is printed on, and at which scale. It stays as chosen until the user signs out.
import { perSession } from "../shell/lifetime.ts";

export type PrintPaper = {
  /** "screen": as large as the map is on the screen. */
  readonly size: "screen" | "letter" | "a4" | "a3" | "a2";
  readonly isUpright: boolean;
  /** 1 to this number, or what is shown whatever its scale. */
  readonly scale: number | "screen" | "plant";
};

export const printPaperAtom = perSession<PrintPaper>({
  size: "screen",
  isUpright: false,
  scale: "screen",
});
