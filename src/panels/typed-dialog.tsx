// A dialog with fields: what is typed in it is unsaved work. A press beside it does not close it then, Escape and the
// cross ask first, and so does all that leaves the page. Its button "Cancel" says what it does, and asks nothing.
import { Dialog, type DialogProps } from "../ui/overlay.tsx";
import { useTyped } from "./unsaved.ts";

type TypedDialogProps = Omit<DialogProps, "isOpen" | "holdsWork"> & {
  /** What the fields hold. It is unsaved work once it differs from what the dialog opened with. */
  typed: unknown;
};

export function TypedDialog({ typed, onClose, ...dialog }: TypedDialogProps) {
  const { isTyped, leaveWork } = useTyped(typed, { drop: onClose });
  return (
    <Dialog
      {...dialog}
      isOpen
      holdsWork={isTyped}
      onClose={() => (isTyped ? leaveWork(() => undefined) : onClose())}
    />
  );
}
