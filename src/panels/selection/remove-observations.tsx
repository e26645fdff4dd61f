// Deletes all observations of the selected components, after a question.
import { Suspense, useState } from "react";
import { useAtomValue } from "jotai";
import { Trash2 } from "lucide-react";
import { limits } from "../../domain/limits.ts";
import { askAtom } from "../../state/account/ask.ts";
import { selectedObservationsAtom } from "../../state/observation/several.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { IconButton } from "../../ui/button.tsx";
import { chunk } from "../../ui/chunk.tsx";

const RemoveDialog = chunk(
  async () => (await import("./remove-dialog.tsx")).RemoveDialog,
  limits.chunkLoadMs,
);

/** Nothing where the selected components have no observation. */
export function RemoveObservations() {
  const { length } = useAtomValue(selectedObservationsAtom);
  const [isAsking, setAsking] = useState(false);
  const mayRemove = useAtomValue(askAtom)("observation.remove") === null;
  if (!mayRemove || length === 0) return null;
  return (
    <>
      <IconButton
        size="sm"
        label={t("observation:delete_selected", { n: formatNumber(length) })}
        onPress={() => setAsking(true)}
      >
        <Trash2 size={14} aria-hidden="true" />
      </IconButton>
      {isAsking ? (
        <Suspense fallback={null}>
          <RemoveDialog onClose={() => setAsking(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
