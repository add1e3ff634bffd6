/** Limits lines per second, and counts the dropped ones. */
export interface LineLimit {
  /** False when the line is to be dropped. */
  opens(): boolean;
  /** Counts the bytes of a line that passed. */
  took(bytes: number): void;
  /** Reports the lines that were dropped last. */
  close(): void;
}

interface LineLimitOptions {
  readonly linesPerSecond: number;
  readonly bytesPerSecond: number;
  readonly now: () => number;
  readonly report: (dropped: number) => void;
}

/** Opens a gate for one source. Dropped lines are reported once their second is over, also if no further line comes. */
export function lineLimit({ linesPerSecond, bytesPerSecond, now, report }: LineLimitOptions): LineLimit {
  let second = 0;
  let lines = 0;
  let bytes = 0;
  let dropped = 0;
  let timer: NodeJS.Timeout | undefined;

  const tellDropped = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (dropped === 0) return;
    const count = dropped;
    dropped = 0;
    report(count);
  };

  return {
    opens() {
      const current = Math.floor(now() / 1000);
      if (current !== second) {
        tellDropped();
        second = current;
        lines = 0;
        bytes = 0;
      }
      if (lines < linesPerSecond && bytes < bytesPerSecond) {
        lines += 1;
        return true;
      }
      dropped += 1;
      timer ??= setTimeout(tellDropped, 1000).unref();
      return false;
    },
    took(size) {
      bytes += size;
    },
    close: tellDropped,
  };
}
