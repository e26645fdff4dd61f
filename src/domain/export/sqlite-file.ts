// Writes an SQLite 3 database file front to back, without a database: https://www.sqlite.org/fileformat2.html
// Every table is written once, its rows in order, so pages are never changed after they are full.

export type SqlValue = string | number | Uint8Array | null;

export type SqlTable = {
  readonly name: string;
  /** CREATE TABLE. */
  readonly sql: string;
  /** Columns of each index that the statement implies (PRIMARY KEY, UNIQUE), in its order. */
  readonly indexes: readonly (readonly number[])[];
  /** A column that is the number of the row (INTEGER PRIMARY KEY) is null. */
  readonly rows: readonly { readonly id: number; readonly values: readonly SqlValue[] }[];
};

const PAGE = 32_768;
/** Bytes of a record that stay in its page before the rest goes to overflow pages. */
const MOST_LOCAL = PAGE - 35;
const MOST_LOCAL_INDEX = Math.floor(((PAGE - 12) * 64) / 255) - 23;
const LEAST_LOCAL = Math.floor(((PAGE - 12) * 32) / 255) - 23;
const HEADER = 100;
const [INDEX_LEAF, TABLE_LEAF, TABLE_INNER] = [0x0a, 0x0d, 0x05];
const encoder = new TextEncoder();

/** Big-endian groups of seven bits. */
function varint(value: number): number[] {
  // Negative numbers fill all nine bytes; only -1 occurs.
  if (value < 0) return Array.from({ length: 9 }, () => 0xff);
  const groups = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) {
    groups.unshift((rest % 128) + 128);
  }
  return groups;
}

/** A record: the types of the values, then the values. Whole numbers become integers, others doubles. */
function recordOf(values: readonly SqlValue[]): Uint8Array {
  const types: number[] = [];
  const bodies: (Uint8Array | null)[] = [];
  let size = 0;
  for (const value of values) {
    let body: Uint8Array | null = null;
    if (value === null) types.push(0);
    else if (typeof value === "number") {
      body = new Uint8Array(8);
      const view = new DataView(body.buffer);
      const isWhole = Number.isSafeInteger(value);
      if (isWhole) view.setBigInt64(0, BigInt(value));
      else view.setFloat64(0, value);
      types.push(isWhole ? 6 : 7);
    } else {
      body = typeof value === "string" ? encoder.encode(value) : value;
      types.push(...varint(body.length * 2 + (typeof value === "string" ? 13 : 12)));
    }
    bodies.push(body);
    size += body?.length ?? 0;
  }
  // The length of the header counts itself: two bytes from 127 on.
  const head = types.length + 1 > 127 ? varint(types.length + 2) : [types.length + 1];
  const record = new Uint8Array(head.length + types.length + size);
  record.set(head);
  record.set(types, head.length);
  let at = head.length + types.length;
  for (const body of bodies) {
    if (!body) continue;
    record.set(body, at);
    at += body.length;
  }
  return record;
}

type Leaf = { add(cell: Uint8Array): void; fits(cell: Uint8Array): boolean; bytes(): Uint8Array };

/** A page of cells, filled from its end. @param start where its header begins: 100 in the first page */
function pageOf(type: number, start = 0, rightMost?: number): Leaf {
  const page = new Uint8Array(PAGE);
  const view = new DataView(page.buffer);
  const head = start + (rightMost === undefined ? 8 : 12);
  let [count, content] = [0, PAGE];
  return {
    fits: (cell) => content - cell.length >= head + 2 * (count + 1),
    add(cell) {
      content -= cell.length;
      page.set(cell, content);
      view.setUint16(head + 2 * count, content);
      count += 1;
    },
    bytes() {
      page[start] = type;
      view.setUint16(start + 3, count);
      view.setUint16(start + 5, content);
      if (rightMost !== undefined) view.setUint32(start + 8, rightMost);
      return page;
    },
  };
}

type Child = { readonly page: number; readonly last: number };

/** Numbers the pages in the order in which they are written. */
export type SqliteWriter = {
  /** Begins a table whose rows follow one by one. */
  begin(): TableWriter;
  /** The whole file. */
  end(tables: readonly SqlTable[], begun: BegunTable): Blob;
};
export type TableWriter = {
  add(id: number, values: readonly SqlValue[]): void;
  /** Hands full pages over to the browser, so that they need no memory of the program. */
  flush(): void;
  /** @returns the first page of its tree */
  end(): number;
};
type BegunTable = { readonly name: string; readonly sql: string; readonly root: number };

export type SqliteIdentity = { readonly application_id: number; readonly user_version: number };

export function sqliteWriter({ application_id, user_version }: SqliteIdentity): SqliteWriter {
  // The first page is written last, when all others have their numbers.
  let count = 1;
  let parts: Uint8Array<ArrayBuffer>[] = [];
  const blobs: Blob[] = [];
  const write = (page: Uint8Array): number => {
    parts.push(new Uint8Array(page));
    count += 1;
    return count;
  };
  const flush = () => {
    blobs.push(new Blob(parts));
    parts = [];
  };

  /** The record with what does not fit in its page in overflow pages, which are written first, last one first. */
  const payload = (record: Uint8Array, most: number): Uint8Array => {
    if (record.length <= most) return record;
    const room = PAGE - 4;
    const rest = LEAST_LOCAL + ((record.length - LEAST_LOCAL) % room);
    const local = rest <= most ? rest : LEAST_LOCAL;
    let next = 0;
    const pieces = Math.ceil((record.length - local) / room);
    for (let piece = pieces - 1; piece >= 0; piece--) {
      const page = new Uint8Array(PAGE);
      new DataView(page.buffer).setUint32(0, next);
      const from = local + piece * room;
      page.set(record.subarray(from, Math.min(record.length, from + room)), 4);
      next = write(page);
    }
    const kept = new Uint8Array(local + 4);
    kept.set(record.subarray(0, local));
    new DataView(kept.buffer).setUint32(local, next);
    return kept;
  };

  const tableCell = (id: number, values: readonly SqlValue[]) => {
    const record = recordOf(values);
    const head = [...varint(record.length), ...varint(id)];
    return joined(head, payload(record, MOST_LOCAL));
  };

  function begin(): TableWriter {
    let leaf = pageOf(TABLE_LEAF);
    let last = 0;
    const leaves: Child[] = [];
    const close = () => leaves.push({ page: write(leaf.bytes()), last });
    return {
      add(id, values) {
        const cell = tableCell(id, values);
        if (!leaf.fits(cell)) {
          close();
          leaf = pageOf(TABLE_LEAF);
        }
        leaf.add(cell);
        last = id;
      },
      flush,
      end() {
        close();
        let level = leaves;
        while (level.length > 1) level = levelAbove(level);
        return level[0]!.page;
      },
    };
  }

  function levelAbove(level: readonly Child[]): Child[] {
    // A cell has at most 13 bytes and its pointer 2.
    const width = Math.floor((PAGE - 12) / 15);
    const above: Child[] = [];
    for (let i = 0; i < level.length; i += width) {
      const children = level.slice(i, i + width);
      const right = children.at(-1)!;
      const page = pageOf(TABLE_INNER, 0, right.page);
      for (const child of children.slice(0, -1)) {
        const pointer = new Uint8Array(4);
        new DataView(pointer.buffer).setUint32(0, child.page);
        page.add(joined([...pointer, ...varint(child.last)]));
      }
      above.push({ page: write(page.bytes()), last: right.last });
    }
    return above;
  }

  function indexRoot({ rows }: SqlTable, columns: readonly number[]): number {
    const page = pageOf(INDEX_LEAF);
    const keys = rows.map(({ id, values }) => [...columns.map((at) => values[at]!), id]);
    for (const key of keys.toSorted((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1))) {
      const record = recordOf(key);
      page.add(joined(varint(record.length), payload(record, MOST_LOCAL_INDEX)));
    }
    return write(page.bytes());
  }

  return {
    begin,
    end(tables, begun) {
      const schema: SqlValue[][] = [];
      for (const table of tables) {
        const writer = begin();
        for (const { id, values } of table.rows) writer.add(id, values);
        schema.push(["table", table.name, table.name, writer.end(), table.sql]);
        for (const [i, columns] of table.indexes.entries()) {
          const name = `sqlite_autoindex_${table.name}_${i + 1}`;
          schema.push(["index", name, table.name, indexRoot(table, columns), null]);
        }
      }
      schema.push(["table", begun.name, begun.name, begun.root, begun.sql]);
      const first = pageOf(TABLE_LEAF, HEADER);
      for (const [i, values] of schema.entries()) first.add(tableCell(i + 1, values));
      const page = first.bytes();
      page.set(headerOf(count));
      flush();
      return new Blob([new Uint8Array(page), ...blobs]);
    },
  };

  function headerOf(pages: number): Uint8Array {
    const bytes = new Uint8Array(HEADER);
    const view = new DataView(bytes.buffer);
    bytes.set(encoder.encode("SQLite format 3\0"));
    view.setUint16(16, PAGE);
    // Rollback journal, no reserved bytes, and the fixed shares of a page.
    bytes.set([1, 1, 0, 64, 32, 32], 18);
    const words: readonly [number, number][] = [
      [24, 1],
      [28, pages],
      [40, 1],
      [44, 4],
      [56, 1],
      [60, user_version],
      [68, application_id],
      [92, 1],
      [96, 3_037_000],
    ];
    for (const [at, value] of words) view.setUint32(at, value);
    return bytes;
  }
}

function joined(head: readonly number[], body: Uint8Array = new Uint8Array()): Uint8Array {
  const bytes = new Uint8Array(head.length + body.length);
  bytes.set(head);
  bytes.set(body, head.length);
  return bytes;
}
