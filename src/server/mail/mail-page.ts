// The HTML of an e-mail, readable in every client: tables and inline styles only, nothing is loaded from the
// network. The logo is attached.

/** The branding of an e-mail. */
export type MailBrand = {
  /** Name of the sender: the customer with branding, else the product. */
  readonly name: string;
  /** The customer of the recipient, with or without branding. */
  readonly customer_name: string;
  /** `#rrggbb` of the bar and the button, and of the text on them. */
  readonly colour: string;
  readonly on_colour: string;
  /** PNG, shown above the text; null shows the name instead. */
  readonly logo: Buffer | null;
  /** Text beside a logo that does not contain the name. */
  readonly title?: string;
};

/** A part of an e-mail, from top to bottom. */
export type MailPart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "soft"; readonly text: string }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "link"; readonly text: string; readonly url: string };

/** Content ID of the attached logo. */
export const logoId = "logo";

const font =
  "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
const mono = "font-family:Menlo,Consolas,'Liberation Mono',monospace";
const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

/** The plain text, with each address in its own paragraph. */
export function mailText(parts: readonly MailPart[]): string {
  const texts = parts.map((part) => (part.kind === "link" ? part.url : part.text));
  return `${texts.join("\n\n")}\n`;
}

/** The HTML page; `fallback` is the text for clients in which the button does not work. */
export function mailPage(
  locale: string,
  subject: string,
  brand: MailBrand,
  parts: readonly MailPart[],
  fallback: string,
): string {
  const rows = parts.map((part) => rowOf(part, brand, fallback)).join("");
  return `<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:0;background-color:#f1f3f5">
<table ${table} width="100%" style="background-color:#f1f3f5"><tr><td align="center" style="padding:32px 12px">
<table ${table} width="100%" style="max-width:520px;background-color:#ffffff;border:1px solid #dfe3e8;border-radius:8px;border-collapse:separate">
<tr><td height="6" bgcolor="${brand.colour}" style="height:6px;line-height:6px;font-size:0;background-color:${brand.colour};border-radius:8px 8px 0 0">&nbsp;</td></tr>
<tr><td style="padding:28px 32px 4px">${headOf(brand)}</td></tr>
${rows}<tr><td style="padding:0 32px 24px;font-size:0;line-height:0">&nbsp;</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

function headOf({ name, logo, title }: MailBrand): string {
  const words = `${font};font-size:18px;line-height:40px;font-weight:600;color:#1b1f24`;
  if (logo === null) return `<span style="${words}">${escapeHtml(name)}</span>`;
  const alt = title === undefined ? escapeHtml(name) : "";
  const image = `<img src="cid:${logoId}" alt="${alt}" height="40" style="display:block;height:40px;width:auto;max-width:240px;border:0;${words}">`;
  if (title === undefined) return image;
  return `<table ${table}><tr><td>${image}</td><td style="padding-left:12px;${words}">${escapeHtml(title)}</td></tr></table>`;
}

function rowOf(part: MailPart, brand: MailBrand, fallback: string): string {
  const cell = (inner: string, style: string) =>
    `<tr><td style="padding:12px 32px 0;${style}">${inner}</td></tr>\n`;
  const text = escapeHtml(part.text);
  if (part.kind === "text")
    return cell(text, `${font};font-size:15px;line-height:23px;color:#1b1f24`);
  if (part.kind === "soft")
    return cell(text, `${font};font-size:13px;line-height:20px;color:#525b67`);
  if (part.kind === "code") {
    const box = `<table ${table} width="100%"><tr><td align="center" bgcolor="#f1f3f5" style="padding:14px 12px;background-color:#f1f3f5;border-radius:6px;${mono};font-size:28px;line-height:36px;font-weight:600;letter-spacing:3px;color:#1b1f24">${text}</td></tr></table>`;
    return cell(box, "");
  }
  const url = escapeHtml(part.url);
  const button = `<table ${table}><tr><td align="center" bgcolor="${brand.colour}" style="background-color:${brand.colour};border-radius:6px"><a href="${url}" style="display:inline-block;padding:12px 22px;${font};font-size:15px;line-height:20px;font-weight:600;color:${brand.on_colour};text-decoration:none">${text}</a></td></tr></table>`;
  const spelled = `${escapeHtml(fallback)}<br><a href="${url}" style="color:#525b67;word-break:break-all">${url}</a>`;
  return cell(button, "") + cell(spelled, `${font};font-size:12px;line-height:18px;color:#525b67`);
}

/** Text safe between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
}
