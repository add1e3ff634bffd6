/** How much of a command's output is passed on: its beginning, at once, and its end. */
export interface OutputLimits {
  readonly headBytes: number;
  readonly tailBytes: number;
  readonly headLines: number;
  readonly tailLines: number;
}

/** Below the engine's own limits (50 KB, 2,000 lines), because the engine writes longer output into a file. */
export const outputLimits: OutputLimits = { headBytes: 16_000, tailBytes: 32_000, headLines: 600, tailLines: 1_200 };

const newline = 0x0a;

/** Passes the beginning on and keeps the end. What lies between is only counted, so that no output fills the memory. */
export function boundedOutput(pass: (data: Buffer) => void, limits: OutputLimits = outputLimits) {
  let head = 0;
  let headLines = 0;
  let tail: Buffer[] = [];
  let tailSize = 0;
  let total = 0;

  const keep = (data: Buffer): void => {
    tail.push(data.length > limits.tailBytes ? Buffer.from(data.subarray(-limits.tailBytes)) : data);
    tailSize += Math.min(data.length, limits.tailBytes);
    if (tailSize <= 4 * limits.tailBytes && tail.length < 1_000) return;
    const last = Buffer.from(Buffer.concat(tail).subarray(-limits.tailBytes));
    tail = [last];
    tailSize = last.length;
  };

  return {
    add(data: Buffer): void {
      total += data.length;
      if (tail.length > 0) return keep(data);
      const end = endOfHead(data, limits.headBytes - head, limits.headLines - headLines);
      const first = data.subarray(0, end);
      head += first.length;
      headLines += linesIn(first);
      if (first.length > 0) pass(first);
      if (end < data.length) keep(data.subarray(end));
    },
    /** Passes the end on, after a line that says how many bytes are left out. */
    end(): { readonly cut: number } {
      const rest = Buffer.concat(tail).subarray(-limits.tailBytes);
      const last = rest.subarray(startOfTail(rest, limits.tailLines));
      const cut = total - head - last.length;
      if (cut > 0) pass(Buffer.from(`\n[${cut.toLocaleString('en')} bytes of output are left out here]\n`));
      if (last.length > 0) pass(last);
      return { cut };
    },
  };
}

/** Where the head ends in `data`: after `bytes` bytes or `lines` lines, never within a character. */
function endOfHead(data: Buffer, bytes: number, lines: number): number {
  let end = Math.min(data.length, Math.max(0, bytes));
  while (end < data.length && isContinuation(data[end])) end += 1;
  let at = -1;
  for (let left = lines; left > 0; left -= 1) {
    at = data.indexOf(newline, at + 1);
    if (at < 0 || at >= end) return end;
  }
  return Math.min(end, at + 1);
}

function startOfTail(data: Buffer, lines: number): number {
  let start = 0;
  while (start < 4 && isContinuation(data[start])) start += 1;
  let at = data.length;
  for (let left = lines + 1; left > 0 && at > 0; left -= 1) {
    at = data.lastIndexOf(newline, at - 1);
    if (at < start) return start;
  }
  return Math.max(start, at + 1);
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

function linesIn(data: Buffer): number {
  let lines = 0;
  for (let at = data.indexOf(newline); at >= 0; at = data.indexOf(newline, at + 1)) lines += 1;
  return lines;
}
