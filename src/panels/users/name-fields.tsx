// The names of a user, in the invitation and in the form of the user.
import { t } from "../../state/shell/locale.ts";
import { TextField, type TextFieldProps } from "../../ui/form/field.tsx";

type Name = "first_name" | "last_name";
const names: readonly Name[] = ["first_name", "last_name"];

export function NameFields({
  bind,
}: {
  bind: (name: Name) => Pick<TextFieldProps, "error"> & {
    value: string;
    onChange: (name: string) => void;
  };
}) {
  return names.map((name) => (
    <TextField
      key={name}
      label={t(`user:field.${name}`)}
      isRequired
      maxLength={100}
      autoComplete="off"
      {...bind(name)}
    />
  ));
}
