// Loaded by name: a static import evaluates all its exports, which costs a process of this size two megabytes.
const { readSync, writeSync } = process.getBuiltinModule('node:fs');

/** Sends and receives lines over a socket, blocking. */
export interface SyncLines {
  /** The next line, or undefined once the other side has closed. */
  read(): string | undefined;
  /** False once the other side has closed. */
  write(line: string): boolean;
}

const lineFeed = 10;

/** Sends and receives lines over a blocking descriptor; nothing else runs meanwhile. A side that sends a too long line counts as closed. */
export function syncLines(fd: number, lineBytes: number): SyncLines {
  const chunk = Buffer.allocUnsafe(65_536);
  let rest = Buffer.alloc(0);
  return {
    read() {
      const parts: Buffer[] = [];
      let size = 0;
      for (;;) {
        const end = rest.indexOf(lineFeed);
        if (end >= 0) {
          parts.push(rest.subarray(0, end));
          rest = rest.subarray(end + 1);
          return Buffer.concat(parts).toString('utf8');
        }
        parts.push(rest);
        size += rest.length;
        if (size > lineBytes) return undefined;
        const read = attempt(() => readSync(fd, chunk));
        if (read === 0) return undefined;
        rest = Buffer.from(chunk.subarray(0, read));
      }
    },
    write(line) {
      const bytes = Buffer.from(`${line}\n`);
      for (let done = 0; done < bytes.length; ) {
        const written = attempt(() => writeSync(fd, bytes, done));
        if (written === 0) return false;
        done += written;
      }
      return true;
    },
  };
}

function attempt(work: () => number): number {
  try {
    return work();
  } catch (error) {
    if (['ECONNRESET', 'EPIPE', 'EOF'].includes((error as NodeJS.ErrnoException).code ?? '')) return 0;
    throw error;
  }
}
