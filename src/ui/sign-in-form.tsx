// The form of the pages before the product: plain elements, so that signing in loads next to nothing.
import { useId, type ComponentProps, type ReactNode } from "react";
import { classes } from "./class-name.ts";
import css from "./sign-in-form.module.css";

export function SignInField({
  label,
  ...input
}: { label: string } & Omit<ComponentProps<"input">, "className" | "id">) {
  const id = useId();
  return (
    <div className={css.field}>
      <label htmlFor={id}>
        {label}
        {input.required ? (
          <span aria-hidden="true" className={css.required}>
            {" *"}
          </span>
        ) : null}
      </label>
      <input {...input} id={id} className={css.input} />
    </div>
  );
}

export function SignInButton({
  isPending = false,
  kind = "primary",
  children,
  ...button
}: {
  isPending?: boolean;
  kind?: "primary" | "secondary";
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
