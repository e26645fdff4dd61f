// The button of the pages that come before everything else, and of those that stand when the rest breaks.
import type { ComponentProps, ReactNode } from "react";
import { classes } from "./class-name.ts";
import css from "./plain-button.module.css";

export function PlainButton({
  isPending = false,
  kind = "primary",
  children,
  ...button
}: {
  isPending?: boolean;
  kind?: "primary" | "secondary" | "link";
  children: ReactNode;
} & Pick<ComponentProps<"button">, "type" | "onClick">) {
  return (
    <button
      {...button}
      // A press that is on its way is not made twice, and focus stays where it is.
      aria-disabled={isPending}
      onClick={(event) => {
        if (isPending) event.preventDefault();
        else button.onClick?.(event);
      }}
      className={classes(css.button, css[kind])}
    >
      {children}
    </button>
  );
}
