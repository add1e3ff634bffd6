import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';

/** Identifies this boot of the machine: a process id from an earlier boot has no meaning. */
export function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return `since ${Math.round(Date.now() - uptime() * 1000)}`;
  }
}

/** True if both were written in the same boot of the machine. */
export function isSameBoot(one: string, other: string): boolean {
  const [since, otherSince] = [one, other].map(id => Number(/^since (\d+)$/.exec(id)?.[1]));
  if (since === undefined || otherSince === undefined || Number.isNaN(since) || Number.isNaN(otherSince)) return one === other;
  // The clock may have been corrected in between.
  return Math.abs(since - otherSince) < 60_000;
}
