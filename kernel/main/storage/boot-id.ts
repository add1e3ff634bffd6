import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';

/** Names this run of the machine: a process number written before it began means nothing now. */
export function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return `since ${Math.round(Date.now() - uptime() * 1000)}`;
  }
}

/** True when both were written in the same run of the machine. */
export function isSameBoot(one: string, other: string): boolean {
  const [since, otherSince] = [one, other].map(id => Number(/^since (\d+)$/.exec(id)?.[1]));
  if (since === undefined || otherSince === undefined || Number.isNaN(since) || Number.isNaN(otherSince)) return one === other;
  // The clock may have been corrected in between.
  return Math.abs(since - otherSince) < 60_000;
}
