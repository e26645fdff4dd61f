// The invoice of an analysis: its state, and where it is found.
import { useAtomValue, useSetAtom } from "jotai";
import type { Analysis } from "../../domain/analysis/analysis.ts";
import {
  invoiceFormShape,
  invoiceRefusal,
  type InvoiceForm,
} from "../../domain/analysis/invoice-change.ts";
import { invoiceStates, type InvoiceState } from "../../domain/analysis/invoice.ts";
import { askAtom } from "../../state/account/ask.ts";
import { changeInvoice } from "../../state/settings/analysis-history.ts";
import { t } from "../../state/shell/locale.ts";
import { showDone, showFault } from "../../state/shell/toast.ts";
import { EmptyState } from "../../ui/feedback.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { RecordSection } from "../../ui/record-panel.tsx";
import { useRecordDraft } from "../record/record-draft.ts";
import { TabForm } from "./tab-form.tsx";
import css from "./analysis.module.css";

type InvoiceDraft = Record<Exclude<keyof InvoiceForm, "invoice_state">, string> & {
  invoice_state: InvoiceState;
};

export function InvoiceTab({ analysis }: { analysis: Analysis }) {
  const { invoice_state } = analysis;
  if (invoice_state === null) return <EmptyState title={t("refusal:permission_missing")} />;
  return <InvoiceForm analysis={analysis} invoice_state={invoice_state} />;
}

function InvoiceForm({
  analysis,
  invoice_state,
}: {
  analysis: Analysis;
  invoice_state: InvoiceState;
}) {
  const change = useSetAtom(changeInvoice);
  const ask = useAtomValue(askAtom);
  const form = useRecordDraft<InvoiceDraft, InvoiceForm>({
    draft: {
      invoice_state,
      invoice_id: analysis.invoice_id ?? "",
      invoice_link: analysis.invoice_link ?? "",
      po_reference: analysis.po_reference ?? "",
      po_pdf_link: analysis.po_pdf_link ?? "",
    },
    shape: invoiceFormShape,
    toForm: formOf,
    refuse(draft) {
      const refusal = invoiceRefusal(formOf(draft));
      return refusal ? [refusal] : [];
    },
    isNew: false,
    async save(sent) {
      try {
        await change(analysis.id, sent);
        showDone(t("analysis:done.invoice", { name: analysis.name }));
      } catch (cause) {
        showFault(cause);
        throw cause;
      }
    },
  });
  const { bind, draft } = form;
  return (
    <TabForm form={form} isReadOnly={ask("invoice.change", formOf(draft))?.isHidden === true}>
      <RecordSection>
        <Select
          label={t("analysis:invoice.field.invoice_state")}
          {...bind("invoice_state")}
          options={invoiceStates.map((id) => ({ id, label: t(`analysis:invoice.state.${id}`) }))}
        />
        <TextField
          label={t("analysis:invoice.field.invoice_id")}
          placeholder="INV-000000"
          {...bind("invoice_id")}
        />
        <TextField
          label={t("analysis:invoice.field.invoice_link")}
          type="url"
          {...bind("invoice_link")}
        />
      </RecordSection>
      <RecordSection title={t("analysis:invoice.order")}>
        <TextField label={t("analysis:invoice.field.po_reference")} {...bind("po_reference")} />
        <TextField
          label={t("analysis:invoice.field.po_pdf_link")}
          type="url"
          {...bind("po_pdf_link")}
        />
      </RecordSection>
      <p className={css.links}>
        <OutsideLink href={analysis.invoice_link} text={t("analysis:invoice.open")} />
        <OutsideLink href={analysis.po_pdf_link} text={t("analysis:invoice.open_po")} />
      </p>
    </TabForm>
  );
}

function OutsideLink({ href, text }: { href: string | null; text: string }) {
  if (href === null) return null;
  return (
    <a href={href} target="_blank" rel="noreferrer" className={css.link}>
      {text}
    </a>
  );
}

/** Empty fields are stored as none. */
function formOf({ invoice_state, ...texts }: InvoiceDraft): InvoiceForm {
  const textOf = (text: string) => (text.trim() === "" ? null : text.trim());
  return {
    invoice_state,
    invoice_id: textOf(texts.invoice_id),
    invoice_link: textOf(texts.invoice_link),
    po_reference: textOf(texts.po_reference),
    po_pdf_link: textOf(texts.po_pdf_link),
  };
}
