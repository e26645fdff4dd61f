// Texts in KML: names, coordinates, tables in descriptions, and a bare ampersand.

/** A name as one line: XML keeps line breaks that programs put between words. */
export const lineOf = (text: string) => text.trim().replace(/\s*[\r\n\t]\s*/g, " ");

/** Why coordinates cannot be read: blanks inside a position, or anything else. */
export function coordinateFault(text: string): string {
  return /\d\s*,\s+[-+\d.]|\d\s+,/.test(text) ? "kml_coordinates_blank" : "kml_coordinates";
}

const MAX_TABLE = 200_000;
const MAX_ROWS = 500;

const plainText = (html: string) =>
  html
    .replace(/<[^<>]*>/g, " ")
    .replace(/&nbsp;/gi, " ")
    .replace(/&lt;/gi, "<")
    .replace(/&gt;/gi, ">")
    .replace(/&quot;/gi, '"')
    .replace(/&#39;|&apos;/gi, "'")
    .replace(/&amp;/gi, "&")
    .replace(/\s+/g, " ")
    .trim();

/** The words of a description without its markup, a line for each of its lines; "" for one that is too long. */
export function descriptionText(html: string): string {
  if (html.length > MAX_TABLE) return "";
  return html
    .replace(/<(?:script|style)\b[^<>]*>[^<]*/gi, "")
    .replace(/<\/?(?:a|b|em|font|i|small|span|strong|sub|sup|u)\b[^<>]*>/gi, "")
    .replace(/<(?:br|\/p|\/div|\/li|\/tr|\/h\d)\b[^<>]*>/gi, "\n")
    .split("\n")
    .map(plainText)
    .join("\n")
    .replace(/\n{2,}/g, "\n")
    .trim();
}

/** The attributes in the HTML table of a description, as ArcGIS writes them: rows of a name and a value. */
export function tableProperties(html: string): Record<string, string> {
  const properties: Record<string, string> = {};
  if (html.length > MAX_TABLE || !/<table/i.test(html)) return properties;
  for (const row of html.split(/<tr\b[^<>]*>/i).slice(1, MAX_ROWS)) {
    // The innermost table: a row that holds another table has no cells of its own.
    const cells = row
      .split(/<t[dh]\b[^<>]*>/i)
      .slice(1)
      .map((cell) => plainText(cell.split(/<\/t[dhr]\b|<table/i)[0]!));
    const [name = "", value = ""] = cells;
    const isEmpty = value === "" || /^<null>$/i.test(value);
    if (cells.length === 2 && name !== "" && name.length <= 100 && !isEmpty)
      properties[name] ??= value;
  }
  return properties;
}

const openings = /<!\[CDATA\[|<!--|&/g;
const entity = /^&(?:[A-Za-z_:][\w:.-]*|#\d+|#x[\da-fA-F]+);/;
/** A longer name is none of an entity. */
const MAX_ENTITY = 64;

/** Answers, for each part of an XML text in order, the line of the first `&` that begins no entity, or null. */
export function ampersandWatch(): (part: string, isLast: boolean) => number | null {
  let rest = "";
  let line = 1;
  let end: "]]>" | "-->" | null = null;
  const lines = (text: string) => {
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) line += 1;
  };
  return (part, isLast) => {
    const text = rest + part;
    let from = 0;
    const pass = (to: number) => {
      lines(text.slice(from, to));
      from = to;
    };
    for (;;) {
      if (end !== null) {
        const stop = text.indexOf(end, from);
        if (stop < 0) break;
        pass(stop + 3);
        end = null;
      }
      openings.lastIndex = from;
      const found = openings.exec(text);
      if (found === null) break;
      pass(found.index);
      if (found[0] !== "&") {
        end = found[0] === "<!--" ? "-->" : "]]>";
        pass(found.index + found[0].length);
        continue;
      }
      const isWhole = entity.test(text.slice(from, from + MAX_ENTITY));
      if (!isWhole && (isLast || text.length - from >= MAX_ENTITY)) return line;
      if (!isWhole) {
        rest = text.slice(from);
        return null;
      }
      pass(from + 1);
    }
    // An opening may be cut: its first letters are kept.
    const keep = isLast ? text.length : Math.max(from, text.length - 8);
    pass(keep);
    rest = text.slice(keep);
    return null;
  };
}
