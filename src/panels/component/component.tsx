// The card of one component: what the map shows, the other values of the analysis, history, changes, images.
import { useEffect, useRef } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { MousePointerClick } from "lucide-react";
import { componentResultAtom, openComponentAtom } from "../../state/plant/component/component.ts";
import { findingsAtom, stepFinding } from "../../state/plant/analysis/finding.ts";
import { shownValueAtom } from "../../state/plant/column/shown-value.ts";
import { t } from "../../state/shell/locale.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState, Skeleton } from "../../ui/feedback.tsx";
import { Changes } from "./changes.tsx";
import { Cost } from "./cost.tsx";
import { Head } from "./head.tsx";
import { Properties } from "./properties.tsx";
import { InsideFaults } from "./inside.tsx";
import { Lead } from "./lead.tsx";
import { FindingLives } from "./finding-life.tsx";
import { Serial } from "./serial.tsx";
import { Timeline } from "./timeline.tsx";
import { Values } from "./values.tsx";
import { LoadFault } from "../load-fault.tsx";
import css from "./component.module.css";

/** How long after another component was opened the card takes back a lost focus. */
const LOOK_FOR_MS = 10_000;

export function ComponentCard() {
  const open = useAtomValue(openComponentAtom);
  const result = useAtomValue(componentResultAtom);
  // Where the map shows a value of the component itself, that leads; else what is broken inside does.
  const isWhole = useAtomValue(shownValueAtom)?.aggregate === null;
  const card = useRef<HTMLElement>(null);
  const hadFocus = useRef(false);
  // A press on a part or on the component above replaces the pressed button: the focus stays in the card.
  // It goes when its part of the card has new content, which may be after the answers of the server.
  useEffect(() => {
    const element = card.current;
    if (!open || !element || !hadFocus.current) return;
    const look = () => {
      if (document.activeElement === document.body) element.focus();
    };
    look();
    const changes = new MutationObserver(look);
    changes.observe(element, { childList: true, subtree: true });
    const ending = setTimeout(() => changes.disconnect(), LOOK_FOR_MS);
    return () => {
      changes.disconnect();
      clearTimeout(ending);
    };
  }, [open]);
  // Of another type the beginning is read first: a tracker says there what is broken inside it.
  const type = open?.component_type;
  useEffect(() => {
    if (type !== undefined) card.current?.firstElementChild?.scrollIntoView({ block: "nearest" });
  }, [type]);
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
      {isWhole ? null : <InsideFaults />}
      <Lead result={result.state === "ready" ? result.value : null} />
      {isWhole ? <InsideFaults /> : null}
      <Cost />
      <FindingLives />
      <Serial />
      {result.state === "failed" ? <LoadFault fault={result.fault} /> : null}
      {result.state === "loading" || result.state === "idle" ? (
        <Skeleton label={t("shell:loading")} lines={6} />
      ) : null}
      {result.state === "ready" ? (
        <>
          <Values result={result.value} />
          <Changes result={result.value} />
        </>
      ) : null}
      <Properties type={open.component_type} dt_id={open.dt_id} />
      <Timeline dt_id={open.dt_id} result={result.state === "ready" ? result.value : null} />
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
