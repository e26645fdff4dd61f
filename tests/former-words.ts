// Words that the texts of the product do not have, each with what they have instead: one word per thing on every screen.

import type { Words } from "./words.ts";

export type Language = "en" | "es" | "pt";

/** `except`: keys of texts that have the word in another meaning. */
export type FormerWord = readonly [
  language: Language,
  former: RegExp,
  said: string,
  ...except: readonly string[],
];

/** Of the glossary in `locales/README.md`, and of its style. */
export const formerWords: readonly FormerWord[] = [
  ["en", /(?<!QFly-)\bsurveys?\b(?! feet)/i, "analysis, or flight for what is flown"],
  // The folder of a warranty package has this name.
  ["en", /\bpictures?\b/i, "image", "report:warranty.files"],
  [
    "en",
    /(?<!\bon )\bsites?\b/i,
    "plant",
    "loss:source.full_load_hours",
    "key-figure:group_power_loss.source",
  ],
  ["en", /\bin work\b/i, "in progress"],
  ["en", /\bnot sure\b/i, "uncertain, unconfirmed"],
  [
    "en",
    /\b(nobody|whoever|told|anew|looked at|for good|goes away|everybody|all the same)\b/i,
    "plain words",
  ],
  [
    "en",
    /\b(is|are) no (status|list|workbook|address|recording|meters?|user|number|JSON)\b/i,
    "is not a",
  ],
  ["es", /diodo de derivaci|puentead/i, "diodo de bypass, en bypass"],
  ["es", /caja de (continua|agrupamiento|empalme)/i, "caja combinadora, caja de conexiones"],
  ["es", /(?<!\p{L})edad(?!\p{L})/iu, "antigüedad"],
  ["es", /\bdefectos\b|(?<!\bpor )\bdefecto\b/i, "fallo"],
  // Of the moment in which it was done, Latin America says the preterite.
  [
    "es",
    /^Se (ha|han) (cread|guardad|eliminad|cambiad|invitad|bloquead|cerrad|copiad)o/,
    "se creó, se guardó, se eliminó",
  ],
  ["es", /\bsin medir\b/i, "no medido"],
  ["es", /\b(vídeos?|móvil|ordenador)\b/i, "video, teléfono, computadora"],
  ["es", /\bcostes?\b/i, "costo"],
  ["es", /\bcélulas?\b/i, "celda"],
  ["es", /\bperíodos?\b/i, "periodo"],
  ["es", /\btemplad[ao]s?\b/i, "tibio"],
  [
    "es",
    /\b(de no vuelo|de no sobrevuelo|exclusión aérea|vuelo prohibido)\b/i,
    "polígono de exclusión",
  ],
  [
    "es",
    /\binspección(?! (del (módulo|tubo)|solar|de (la planta|plantas)|en el lugar))|\binspecciones\b/i,
    "análisis",
  ],
  ["es", /\b(Intro|Entrar)\b/, "Enter"],
  ["es", /\bagreg(ar|ue|ó)/i, "añadir"],
  ["es", /[“”]/, "« »"],
  // "Com defeito" says that a thing is faulty.
  ["pt", /\bdefeitos\b|(?<!\bcom )\bdefeito\b/i, "falha"],
  ["pt", /rastreador/i, "seguidor"],
  ["pt", /\blaços?\b/i, "loop", "tool:lasso"],
  ["pt", /plantas? (técnica|baixa)/i, "desenho técnico"],
  ["pt", /\bplantas?\b/i, "usina", "key-figure:vegetation.description"],
  ["pt", /\bliber(a|e|o)/i, "publicar, publicação", "outbox:storage.quota"],
  ["pt", /monitorar operações/i, "monitoramento da operação"],
  ["pt", /envio falhou/i, "falha no envio"],
  ["pt", /primeira entrada/i, "primeiro acesso"],
  ["pt", /em curso/i, "em andamento"],
  ["pt", /\b(on|off)-line\b/i, "online, offline"],
  ["pt", /\bburacos?\b/i, "furo"],
  ["pt", /\bborr(ão|ões|ad[ao]s?)\b/i, "desfoque, desfocado"],
  ["pt", /\bmorn[ao]s?\b/i, "aquecido"],
  ["pt", /polígonos? de não voo|voo proibido|exclusão aérea/i, "polígono de exclusão"],
  // Words of Portugal.
  [
    "pt",
    /(?<!\p{L})(ficheiros?|utilizador(es)?|ecrãs?|telemóve(l|is)|palavra-passe)(?!\p{L})/iu,
    "arquivo, usuário, tela, celular, senha",
  ],
  [
    "pt",
    /\b(registos?|equipas?|contact(e|o|ar)|sujidade|veredictos?|píxe(l|is)|reparaç(ão|ões))\b/i,
    "the words of Brazil",
  ],
  ["pt", /\b(está|estão|estou) a \p{L}+[aei]r\b/iu, "está + gerúndio"],
];

/** Spanish addresses its reader as usted. Forms of tú that no other person shares, and commands with a pronoun. */
const familiar = [
  /(?<!\p{L})(tú|tu|tus|ti|contigo|has|estás|puedes|debes|tienes|quieres|eres|ves|verás|podrás)(?!\p{L})/iu,
  /(?<!\p{L})(envía|inténta|ciérra|guárda|elimína|compruéba|cámbia|cópia|bórra|lléva|quíta|úsa|prepára)(me|l[oa]s?)(?!\p{L})/iu,
  /(?<!\p{L})(ábre|súbe|elíge|escríbe|pón|haz|díme|léel?)(me|l[oa]s?)(?!\p{L})/iu,
];

/** Texts that have a former word of their language. */
export function findFormer(
  words: Words,
  language: Language,
  [of, former, , ...except]: FormerWord,
) {
  if (of !== language) return [];
  return [...words].filter(
    ([key, text]) => !except.includes(key) && former.test(text.replaceAll(/\{\{.*?\}\}/g, "")),
  );
}

/** Texts that address a reader of Spanish as tú. */
export const findFamiliar = (words: Words) =>
  [...words].filter(([, text]) => familiar.some((form) => form.test(text)));

/** Texts that quote a notation with straight marks. */
const quoted = ["refusal:csv_place", "refusal:file_name_bad"];

/** Texts with a straight apostrophe or quotation mark. */
export const findStraight = (words: Words) =>
  [...words].filter(([key, text]) => !quoted.includes(key) && /['"]/.test(text));

/** Texts whose per cent is not written as the formats of the language write it: 45%, in Spanish 45 % with a hard space. */
export function findPercent(words: Words, language: Language) {
  const wrong = language === "es" ? /[\d}](?!\u00A0)\s*%/ : /[\d}]\s+%/;
  return [...words].filter(([, text]) => wrong.test(text));
}

/** Spanish texts that group a number of four digits, as the formats of the language do not. */
export const findGrouped = (words: Words) =>
  [...words].filter(([, text]) => /(?<![\d.,])\d\.\d{3}(?![\d.,]*\d)/.test(text));
