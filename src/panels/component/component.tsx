// The card of one component: what the map shows, the other values of the analysis, history, changes, images.
import { useEffect, useRef } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { MousePointerClick } from "lucide-react";
import { componentResultAtom, openComponentAtom } from "../../state/plant/component.ts";
import { findingsAtom, stepFinding } from "../../state/plant/finding.ts";
import { t } from "../../state/shell/locale.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState, Skeleton } from "../../ui/feedback.tsx";
import { Changes } from "./changes.tsx";
import { Head } from "./head.tsx";
import { Properties } from "./properties.tsx";
import { Lightbox } from "./lightbox.tsx";
import { Lead } from "./lead.tsx";
import { Values } from "./values.tsx";
import { LoadFault } from "../load-fault.tsx";
import css from "./component.module.css";

export function ComponentCard() {
  const open = useAtomValue(openComponentAtom);
  const result = useAtomValue(componentResultAtom);
  const card = useRef<HTMLElement>(null);
  const hadFocus = useRef(false);
  // A press on a part or on the component above replaces the pressed button: the focus stays in the card.
  const last = useRef(open);
  useEffect(() => {
    const isSame = last.current === open;
    last.current = open;
    if (isSame || !hadFocus.current || document.activeElement !== document.body) return;
    card.current?.focus();
  });
  if (!open) return <Nothing />;
  return (
    // The handlers only note where the focus is.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <article
      ref={card}
      tabIndex={-1}
      className={css.card}
      aria-label={t("component:title")}
      onFocus={() => (hadFocus.current = true)}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (relatedTarget) hadFocus.current = currentTarget.contains(relatedTarget);
      }}
    >
      <Head />
      <Lead result={result.state === "ready" ? result.value : null} />
      {result.state === "failed" ? <LoadFault fault={result.fault} /> : null}
      {result.state === "loading" || result.state === "idle" ? (
        <Skeleton label={t("shell:loading")} lines={6} />
      ) : null}
      {result.state === "ready" ? (
        <>
          <Values result={result.value} />
          <Changes result={result.value} />
          <Properties type={open.component_type} />
        </>
      ) : null}
      <Lightbox />
    </article>
  );
}

function Nothing() {
  const findings = valueOf(useAtomValue(findingsAtom));
  const step = useSetAtom(stepFinding);
  return (
    <EmptyState
      icon={<MousePointerClick size={20} aria-hidden="true" />}
      title={t("component:nothing")}
      actions={
        findings && findings.rows.length > 0 ? (
          <Button onPress={() => step(1)}>{t("component:worst")}</Button>
        ) : null
      }
    >
      {t("component:nothing_hint")}
    </EmptyState>
  );
}
