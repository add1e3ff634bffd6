import { closeSync, openSync, readSync } from 'node:fs';

/** The range of row ids on one page of a table, both ends included. */
export interface RowRange {
  readonly from: bigint;
  readonly to: bigint;
}

const least = -(2n ** 63n);
const greatest = 2n ** 63n - 1n;
const interiorPage = 5;
const deepest = 20;

/**
 * Which rows are on which page of a table, read from the interior pages, so that exactly the rows of a destroyed page can be left
 * out. An invalid page counts for the whole range that its parent assigns to it.
 */
export function tableRanges(file: string, pageSize: number, root: number): RowRange[] {
  const descriptor = openSync(file, 'r');
  const seen = new Set<number>();
  const ranges: RowRange[] = [];
  const walk = (number: number, from: bigint, to: bigint, depth: number): void => {
    const page = seen.has(number) || depth > deepest ? undefined : readPage(descriptor, pageSize, number);
    seen.add(number);
    const children = page && childrenOf(page);
    if (!children) {
      if (from <= to) ranges.push({ from, to });
      return;
    }
    let next = from;
    for (const { child, last } of children) {
      walk(child, next, last < to ? last : to, depth + 1);
      if (last >= next) next = last + 1n;
    }
  };
  try {
    walk(root, least, greatest, 0);
  } finally {
    closeSync(descriptor);
  }
  return ranges;
}

function readPage(descriptor: number, pageSize: number, number: number): Buffer | undefined {
  const page = Buffer.alloc(pageSize);
  const read = readSync(descriptor, page, 0, pageSize, (number - 1) * pageSize);
  return read === pageSize ? page : undefined;
}

// https://www.sqlite.org/fileformat.html, "B-tree Pages": the kind at 0, the number of cells at 3, the last child at 8, the places of the
// cells from 12 on; a cell is its child's page number and the greatest row id in it.
function childrenOf(page: Buffer): readonly { child: number; last: bigint }[] | undefined {
  if (page[0] !== interiorPage) return undefined;
  const cells = page.readUInt16BE(3);
  if (12 + 2 * cells > page.length) return undefined;
  const children: { child: number; last: bigint }[] = [];
  for (let cell = 0; cell < cells; cell += 1) {
    const at = page.readUInt16BE(12 + 2 * cell);
    if (at + 5 > page.length) return undefined;
    children.push({ child: page.readUInt32BE(at), last: varint(page, at + 4) });
  }
  return [...children, { child: page.readUInt32BE(8), last: greatest }];
}

function varint(page: Buffer, start: number): bigint {
  let value = 0n;
  for (let index = 0; index < 9; index += 1) {
    const byte = page[start + index] ?? 0;
    if (index === 8) return BigInt.asIntN(64, (value << 8n) | BigInt(byte));
    value = (value << 7n) | BigInt(byte & 0x7f);
    if (byte < 0x80) break;
  }
  return BigInt.asIntN(64, value);
}
