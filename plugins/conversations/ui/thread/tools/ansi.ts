import { visibleText } from '@atelier/kernel';

/** A piece of output in one colour. */
export interface Stretch {
  readonly text: string;
  readonly colour: Colour | undefined;
}

export type Colour = 'red' | 'green' | 'yellow' | 'blue' | 'dim';

const colours: Readonly<Record<number, Colour>> = {
  2: 'dim',
  30: 'dim',
  31: 'red',
  32: 'green',
  33: 'yellow',
  34: 'blue',
  35: 'blue',
  36: 'blue',
  90: 'dim',
  91: 'red',
  92: 'green',
  93: 'yellow',
  94: 'blue',
};

const start = String.fromCharCode(27);
const bell = String.fromCharCode(7);
const colour = new RegExp(`${start}\\[([\\d;]*)m`, 'g');
/** Escape sequences other than colours, window titles, and control characters. */
const other = new RegExp(
  `${start}(?:\\[[\\d;?]*[A-Za-ln-z]|\\][^${bell}${start}]*(?:${bell}|${start}\\\\)|[()][A-Z0-9]|[=>78cDEHM])|(?!${start}|\\n|\\t)\\p{Cc}`,
  'gu',
);

/** Splits a program's output into coloured pieces, with nothing hidden in them. Other escape sequences are removed; of an overwritten line only the last state is kept. */
export function stretchesOf(output: string): readonly Stretch[] {
  const text = output.replaceAll('\r\n', '\n').split('\n').map(lastState).join('\n').replaceAll(other, '');
  const stretches: Stretch[] = [];
  let now: Colour | undefined;
  let at = 0;
  const push = (to: number) => {
    if (to > at) stretches.push({ text: visibleText(text.slice(at, to), 'prose'), colour: now });
  };
  for (const { 0: found, 1: codes = '', index } of text.matchAll(colour)) {
    push(index);
    at = index + found.length;
    now = colourAfter(codes, now);
  }
  push(text.length);
  return stretches;
}

/** What a line shows after the program has gone back to its beginning. */
function lastState(line: string): string {
  const written = line.endsWith('\r') ? line.slice(0, -1) : line;
  return written.slice(written.lastIndexOf('\r') + 1);
}

function colourAfter(codes: string, before: Colour | undefined): Colour | undefined {
  let now = before;
  for (const code of codes === '' ? [0] : codes.split(';').map(Number)) {
    // The following numbers belong to a 256-colour or RGB code.
    if (code === 38 || code === 48) return now;
    if (code === 0 || code === 39 || code === 22) now = undefined;
    else now = colours[code] ?? now;
  }
  return now;
}
