// Name and location of the component, and its actions.
import { useAtomValue, useSetAtom, useStore } from "jotai";
import {
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  Copy,
  Crosshair,
  Images,
  Link,
  Navigation,
  SquareCheck,
  Table2,
} from "lucide-react";
import { guideTo } from "../../state/field/guide.ts";
import { copyLink, copyText } from "../../state/shell/clipboard.ts";
import {
  openComponent,
  openComponentAtom,
  openRowAtom,
  parentRows,
  showOnMap,
  walkTo,
} from "../../state/plant/component/component.ts";
import { shortName } from "../../state/plant/component/component-words.ts";
import { openPanel } from "../../state/shell/dock.ts";
import { t } from "../../state/shell/locale.ts";
import { geometryVersionAtom } from "../../state/plant/plant.ts";
import { select } from "../../state/plant/component/selection.ts";
import { openComponentImages } from "../../state/plant/image/survey-image.ts";
import { tableFocusAtom, tableTypeAtom } from "../../state/plant/filter/table.ts";
import { componentTypeName } from "../../state/plant/column/value-words.ts";
import { IconButton } from "../../ui/button.tsx";
import css from "./component.module.css";

export function Head() {
  useAtomValue(geometryVersionAtom);
  const store = useStore();
  const open = useAtomValue(openComponentAtom);
  const at = useAtomValue(openRowAtom);
  const go = useSetAtom(openComponent);
  const moveTo = useSetAtom(walkTo);
  const show = useSetAtom(showOnMap);
  const mark = useSetAtom(select);
  const takeMe = useSetAtom(guideTo);
  const images = useSetAtom(openComponentImages);
  if (!open) return null;
  const parents = at ? parentRows(at).toReversed() : [];
  const name = at ? shortName(at) : open.dt_id;
  const tools = at
    ? [
        { label: t("component:show_on_map"), Icon: Crosshair, run: () => show(at) },
        {
          label: t("component:show_in_table"),
          Icon: Table2,
          run: () => {
            store.set(tableTypeAtom, at.component_type);
            store.set(openPanel, "table");
            store.set(tableFocusAtom, { row: at.row });
          },
        },
        {
          label: t("survey-image:title"),
          Icon: Images,
          run: () => images(at),
        },
        {
          label: t("component:select"),
          Icon: SquareCheck,
          run: () => mark({ component_type: at.component_type, rows: [at.row], mode: "toggle" }),
        },
      ]
    : [];
  return (
    <header className={css.head}>
      {parents.length > 0 ? (
        <nav aria-label={t("component:parents")}>
          <ol className={css.parents}>
            {parents.map((parent) => (
              <li key={parent.component_type}>
                <button type="button" onClick={() => go(parent, true)}>
                  <span className="visually-hidden">
                    {componentTypeName(parent.component_type)}{" "}
                  </span>
                  {shortName(parent)}
                </button>
              </li>
            ))}
          </ol>
        </nav>
      ) : null}
      <div className={css.name}>
        <small>{componentTypeName(open.component_type)}</small>
        <h3>{name}</h3>
        {name === open.dt_id ? null : <code>{open.dt_id}</code>}
        {at ? (
          <span className={css.takeMe}>
            <IconButton
              size="sm"
              kind="secondary"
              label={t("field:take_me")}
              onPress={() => takeMe(at)}
            >
              <Navigation size={15} aria-hidden="true" />
            </IconButton>
          </span>
        ) : null}
      </div>
      {/* No toolbar: the arrow keys walk through the components, not through these buttons. */}
      <div className={css.tools} role="group" aria-label={t("component:tools")}>
        <IconButton
          size="sm"
          label={t("workbench:walk.previous")}
          keys="←"
          onPress={() => moveTo("previous")}
        >
          <ArrowLeft size={15} aria-hidden="true" />
        </IconButton>
        <IconButton size="sm" label={t("workbench:walk.up")} keys="↑" onPress={() => moveTo("up")}>
          <ArrowUp size={15} aria-hidden="true" />
        </IconButton>
        <IconButton
          size="sm"
          label={t("workbench:walk.next")}
          keys="→"
          onPress={() => moveTo("next")}
        >
          <ArrowRight size={15} aria-hidden="true" />
        </IconButton>
        <span className={css.gap} />
        {tools.map(({ label, Icon, run }) => (
          <IconButton key={label} size="sm" label={label} onPress={run}>
            <Icon size={15} aria-hidden="true" />
          </IconButton>
        ))}
        <IconButton
          size="sm"
          label={t("component:copy_id")}
          onPress={() => void copyText(open.dt_id, t("component:id_copied"))}
        >
          <Copy size={15} aria-hidden="true" />
        </IconButton>
        <IconButton
          size="sm"
          label={t("workbench:copy_link")}
          onPress={() => void copyLink(store.get)}
        >
          <Link size={15} aria-hidden="true" />
        </IconButton>
      </div>
    </header>
  );
}
