import { getAccessMode } from '../access/get-access-mode.ts';
import type { OutsideSource } from './sources.ts';

/** Tools whose answer holds nothing but what the model gave them, or what Atelier itself says. */
const silent: ReadonlySet<string> = new Set(['write', 'edit', getAccessMode.name]);
const readers: ReadonlySet<string> = new Set(['read', 'ls', 'grep', 'find']);
const shells: ReadonlySet<string> = new Set(['bash', 'powershell']);
/** The beginning says what a command does, the end mostly which file. */
const ends = { first: 50, last: 45 };

/**
 * Where the answer of a call comes from; undefined if nothing in it can be from outside. Every file counts, also one of the project: who
 * wrote a file cannot be known from it, and a command may print any file.
 */
export function sourceOf(
  name: string,
  args: Readonly<Record<string, unknown>>,
  hasNetwork: boolean,
): Omit<OutsideSource, 'at'> | undefined {
  if (silent.has(name)) return undefined;
  if (readers.has(name)) return { kind: 'file', name: shortened(args.path ?? '.') };
  if (shells.has(name)) return { kind: hasNetwork ? 'network' : 'command', name: shortened(args.command) };
  return { kind: 'tool', name };
}

function shortened(value: unknown): string {
  const line = String(value ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > ends.first + ends.last + 1 ? `${line.slice(0, ends.first)}…${line.slice(-ends.last)}` : line;
}
