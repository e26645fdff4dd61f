// Writes a PDF of plain text: a title and wrapped paragraphs, on A4 pages in Helvetica.

const pageHeight = 842;
const left = 56;
const lineHeight = 16;
const linesPerPage = 44;
const charactersPerLine = 86;

/** Text in Latin-1; other characters become question marks. */
export function plainPdf(title: string, paragraphs: readonly string[]): Buffer {
  const lines = paragraphs.flatMap((paragraph) => [...wrapped(paragraph), ""]);
  const pages: string[] = [];
  for (let at = 0; at === 0 || at < lines.length; at += linesPerPage) {
    pages.push(pageText(at === 0 ? title : null, lines.slice(at, at + linesPerPage)));
  }
  // 1 catalogue, 2 pages, 3 and 4 fonts, then each page and its text.
  const kids = pages.map((_, at) => `${5 + at * 2} 0 R`).join(" ");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>",
    ...pages.flatMap((text, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 ${pageHeight}] /Contents ${6 + at * 2} 0 R ` +
        "/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>",
      `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    ]),
  ];
  return assembled(objects);
}

function wrapped(paragraph: string): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of paragraph.split(" ")) {
    if (line !== "" && line.length + word.length >= charactersPerLine) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

function pageText(title: string | null, lines: readonly string[]): string {
  const shown = (text: string) =>
    `(${text.replace(/[^\x20-\x7e\xa0-\xff]/g, "?").replace(/[\\()]/g, "\\$&")}) Tj`;
  const head = title === null ? "" : `/F2 18 Tf ${shown(title)} 0 -30 Td `;
  const body = lines.map((line) => `${shown(line)} 0 -${lineHeight} Td`).join("\n");
  return `BT ${left} ${pageHeight - 70} Td ${head}/F1 10.5 Tf\n${body}\nET`;
}

/** The file: the objects and the table of their offsets. */
function assembled(objects: readonly string[]): Buffer {
  let text = "%PDF-1.4\n";
  const starts = objects.map((object, at) => {
    const start = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return start;
  });
  const table = starts.map((start) => `${String(start).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(`${text}xref\n0 ${size}\n0000000000 65535 f \n${table}${trailer}`, "latin1");
}
