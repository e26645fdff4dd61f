// The readable page of the API: plain HTML without scripts.
import { escapeHtml } from "../mail/mail-page.ts";
import type { OpenApi, Operation } from "./open-api-shape.ts";

export const docsStyle = `
:root { color-scheme: light dark; --line: #8883; --soft: #8881; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 960px; margin: 32px auto; padding: 0 16px; }
h2 { margin: 40px 0 8px; text-transform: capitalize; }
details { border-top: 1px solid var(--line); padding: 8px 0; }
summary { cursor: pointer; display: grid; grid-template-columns: 5em 1fr; gap: 0 8px; }
summary span { grid-column: 2; opacity: 0.75; }
code, pre { font: 13px/1.5 ui-monospace, Menlo, Consolas, monospace; }
pre { background: var(--soft); padding: 12px; border-radius: 4px; overflow: auto; }
table { border-collapse: collapse; }
td, th { text-align: left; padding: 4px 12px 4px 0; vertical-align: top; }
`;

/** One heading per noun, one collapsible row per call. */
export function docsPage({ info, paths, servers }: OpenApi): string {
  const base = servers[0]?.url ?? "";
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const byNoun = Map.groupBy(calls, ({ operation }) => operation.tags[0] ?? "");
  const sections = [...byNoun].map(([noun, callsOfNoun]) => {
    const rows = callsOfNoun.map(({ path, method, operation }) =>
      row(`${base}${path}`, method.toUpperCase(), operation),
    );
    return `<h2 id="${noun}">${noun}</h2>${rows.join("")}`;
  });
  const link = `<p><a href="openapi.json">OpenAPI 3.1 description</a>; in production it asks for a session or an access token, as this page does.</p>`;
  return pageOf(
    info,
    `<p>${escapeHtml(info["description"] ?? "")}</p>${link}${proofOf(info)}${sections.join("")}`,
  );
}

/** What a program needs to know before it can sign in. */
export function proofPage({ info }: OpenApi): string {
  return pageOf(info, proofOf(info));
}

function proofOf(info: OpenApi["info"]): string {
  const steps = (info["x-proof"] ?? "").split("\n").map((step) => `<li>${escapeHtml(step)}</li>`);
  return `<h2 id="proof">Proof of work</h2><ol>${steps.join("")}</ol>`;
}

function pageOf(info: OpenApi["info"], body: string): string {
  const title = escapeHtml(info["title"] ?? "");
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}: API</title><style>${docsStyle}</style></head><body><h1>${title}: API</h1>${body}</body></html>`;
}

type Answer = { readonly content?: object; readonly headers?: object };

function row(path: string, method: string, operation: Operation): string {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const fields = parameters.map(
    (field) =>
      `<tr><td><code>${escapeHtml(String(field["name"]))}</code><td>${escapeHtml(String(field["in"]))}<td>${field["required"] === true ? "required" : ""}<td><code>${jsonText(field["schema"])}</code>`,
  );
  const table = fields.length > 0 ? `<table>${fields.join("")}</table>` : "";
  const body = requestBody ? `<h4>Body</h4><pre>${jsonText(requestBody["content"], 2)}</pre>` : "";
  const [status, { content, headers }] = Object.entries(responses)[0] as [string, Answer];
  const answer = { ...(headers && { headers }), ...(content && { ...content }) };
  return `<details id="${escapeHtml(operationId)}"><summary><b>${method}</b><code>${escapeHtml(path)}</code><span>${escapeHtml(summary)}</span></summary><p>${escapeHtml(description)}${accessText(operation)}</p>${table}${body}<h4>Answer ${status}</h4><pre>${jsonText(answer, 2)}</pre></details>`;
}

/** Which access tokens make the call; nothing for calls that none makes. */
function accessText({ security }: Operation): string {
  const scopes = security.flatMap((one) => one["access_token"] ?? []);
  return scopes.length === 0
    ? ""
    : ` An access token needs the scope <code>${escapeHtml(scopes.join(", "))}</code>.`;
}

function jsonText(value: unknown, indent?: number): string {
  return escapeHtml(JSON.stringify(value, null, indent));
}
