// The button of the sign-in pages and the error pages, without dependencies.
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
      // A pending button ignores presses but keeps the focus.
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
