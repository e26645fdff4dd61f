// A dialog that shows a sheet for paper, and prints it alone.
import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { Printer } from "lucide-react";
import { limits } from "../domain/limits.ts";
import { t } from "../state/shell/locale.ts";
import { Button } from "../ui/button.tsx";
import { Skeleton } from "../ui/feedback.tsx";
import { Dialog } from "../ui/overlay.tsx";

/** Shows `sheet` under its choices, and a placeholder until it is drawn. */
export function PrintedSheet({
  title,
  sheet,
  onClose,
  choices,
}: {
  title: string;
  sheet: ReactNode | null;
  onClose: () => void;
  choices?: ReactNode;
}) {
  return (
    <Dialog
      size="lg"
      title={title}
      isOpen
      onClose={onClose}
      closeLabel={t("shell:close")}
      actions={
        <Button
          kind="primary"
          isDisabled={sheet === null}
          icon={<Printer size={15} aria-hidden="true" />}
          onPress={() => setTimeout(() => print(), limits.printWaitMs)}
        >
          {t("print:print")}
        </Button>
      }
    >
      {choices}
      {sheet ?? <Skeleton label={t("shell:loading")} lines={8} />}
      {sheet ? createPortal(<div data-print-sheet="">{sheet}</div>, document.body) : null}
    </Dialog>
  );
}

/** A copy of a drawn canvas. The sheet is shown in the dialog and printed, and one canvas cannot be in both. */
export function CanvasCopy({
  of,
  label,
  className,
}: {
  of: HTMLCanvasElement;
  label: string;
  className?: string | undefined;
}) {
  return (
    <canvas
      className={className}
      role="img"
      aria-label={label}
      width={of.width}
      height={of.height}
      ref={(copy) => copy?.getContext("2d")?.drawImage(of, 0, 0)}
    />
  );
}
