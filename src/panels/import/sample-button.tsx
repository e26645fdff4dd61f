// Downloads a sample of the file that an import expects.
import { Download } from "lucide-react";
import { t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import css from "./import.module.css";

export function SampleButton({ onPress }: { onPress: () => void }) {
  return (
    <div className={css.sample}>
      <Button kind="quiet" size="sm" onPress={onPress}>
        <Download size={14} aria-hidden="true" />
        {t("import:sample")}
      </Button>
    </div>
  );
}
