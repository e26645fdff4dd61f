// Adds a comment to a finding; "@" mentions people who see the plant.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import type { ListedFinding } from "../../domain/finding/finding-list.ts";
import {
  handleOf,
  matchingPeople,
  mentionSearch,
  stillMentioned,
  toMessage,
  type Person,
} from "../../domain/finding/mention.ts";
import { limits } from "../../domain/limits.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { listedTarget } from "../../state/plant/finding/listed.ts";
import { commentFinding, findingPeopleAtom } from "../../state/plant/finding/life.ts";
import { t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { MentionArea } from "../../ui/form/mention-area.tsx";
import { LoadFault } from "../load-fault.tsx";
import { usePending } from "../pending.ts";
import { useUnsaved } from "../unsaved.ts";
import css from "./finding-life.module.css";

export function CommentForm({ finding }: { finding: ListedFinding }) {
  const comment = useSetAtom(commentFinding);
  const ask = useAtomValue(askAtom);
  const known = useAtomValue(findingPeopleAtom);
  const people = valueOf(known)?.users ?? [];
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState<readonly Person[]>([]);
  const [isPending, whilePending] = usePending();
  useUnsaved(text.trim() !== "", { kind: "editing", drop: () => setText("") });
  const refusal = ask("findingLife.comment");
  if (refusal?.isHidden) return null;
  const mentioned = stillMentioned(text, chosen, people);
  const submit = async () => {
    const target = listedTarget(finding);
    if (!target || text.trim() === "") return;
    const message = toMessage(text.trim(), chosen, people);
    if (!(await whilePending(() => comment(target, message)))) return;
    setText("");
    setChosen([]);
  };
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <MentionArea
        label={t("finding:comment")}
        hint={
          mentioned.length > 0
            ? t("finding:mention.chosen", { names: mentioned.map(({ name }) => name).join(", ") })
            : t("finding:mention.hint")
        }
        lines={2}
        maxLength={limits.findingCommentLetters}
        value={text}
        onChange={setText}
        offerAt={(written, caret) => {
          const begun = mentionSearch(written, caret);
          // That there is no such person is known once all are.
          if (!begun || known.state !== "ready") return null;
          const options = matchingPeople(people, begun.search).map((one) => ({
            id: one.id,
            label: handleOf(one, people).slice(1),
          }));
          // Behind a whole name and a space the next words are no search.
          const isOver = options.length === 0 && begun.search.includes(" ");
          return isOver ? null : { start: begun.start, options };
        }}
        onTake={(id) => {
          const one = people.find((person) => person.id === id);
          if (!one) return "";
          setChosen([...chosen, one]);
          return handleOf(one, people);
        }}
        listLabel={t("finding:mention.people")}
        emptyText={t("finding:mention.none")}
      />
      {known.state === "failed" ? (
        <LoadFault fault={known.fault} what={t("finding:mention.fault")} isSmall />
      ) : null}
      <Button
        size="sm"
        type="submit"
        reason={reasonOf(refusal)}
        isDisabled={isPending || text.trim() === ""}
      >
        {t("finding:add_comment")}
      </Button>
    </form>
  );
}
