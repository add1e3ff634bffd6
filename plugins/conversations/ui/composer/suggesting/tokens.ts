/** What is being written at the caret: a file that is spoken of, or a command at the very start. */
export interface Token {
  readonly kind: 'mention' | 'command';
  readonly from: number;
  readonly to: number;
  readonly typed: string;
}

const longest = 400;
const mention = /(?:^|[\s([{«])@(?:"([^"\n]*)|([^\s@"]*))$/;
const command = /^\/([a-z0-9-]*)$/;
const spoken = /(?<=^|[\s([{«])@(?:"(?:[^"\\\n]|\\.)+"|[^\s@"]*[./][^\s@"]*)/g;

/** Looks back from the caret and no further than a path is long, so that a long text costs nothing. */
export function tokenAt(text: string, caret: number): Token | undefined {
  const start = Math.max(0, caret - longest);
  const before = text.slice(start, caret);
  const name = start === 0 ? command.exec(before) : null;
  if (name !== null) return { kind: 'command', from: 0, to: caret, typed: name[1] ?? '' };
  const found = mention.exec(before);
  if (found === null) return undefined;
  const typed = found[1] ?? found[2] ?? '';
  return { kind: 'mention', from: start + before.lastIndexOf('@', before.length - typed.length), to: caret, typed };
}

/** How a file is spoken of; one whose name would be torn apart stands in quotation marks. */
export function mentionOf(path: string, isFolder: boolean): string {
  const whole = isFolder ? `${path}/` : path;
  return /[\s"'`,;()[\]{}\p{Cc}]/u.test(whole) ? `@${JSON.stringify(whole)}` : `@${whole}`;
}

/** Where files are spoken of in a text: start and end of each. */
export function mentionsIn(text: string): readonly (readonly [number, number])[] {
  return Array.from(text.matchAll(spoken), found => {
    // What ends a sentence is no part of a path.
    const words = found[0].replace(/[.,;:!?)\]}»]+$/, '');
    return { words, at: found.index };
  })
    .filter(({ words }) => /[./"]/.test(words))
    .map(({ words, at }) => [at, at + words.length] as const);
}

/** A command that was written whole, with what stands after it. */
export function commandIn(text: string): { readonly name: string; readonly rest: string } | undefined {
  const found = /^\/([a-z][a-z0-9-]*)(?:\s+([\s\S]*))?$/.exec(text.slice(0, 4000).trim());
  return found === null ? undefined : { name: found[1] ?? '', rest: found[2] ?? '' };
}
