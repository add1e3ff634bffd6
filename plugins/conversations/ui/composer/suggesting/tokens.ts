/** What is being typed at the caret: a mention of a file, or a command at the start of the text. */
export interface Token {
  readonly kind: 'mention' | 'command';
  readonly from: number;
  readonly to: number;
  readonly typed: string;
}

const longest = 400;
const mention = /(?:^|[\s([{«])@(?:"([^"\n]*)|([^\s@"]*))$/;
const command = /^\/([a-z0-9:-]*)$/;
const mentions = /(?<=^|[\s([{«])@(?:"(?:[^"\\\n]|\\.)+"|[^\s@"]*[./][^\s@"]*)/g;

/** The token before the caret. Looks back at most 400 characters, so that the length of the text does not matter. */
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

/** The text of a mention; a path with spaces or punctuation is quoted. */
export function mentionOf(path: string, isFolder: boolean): string {
  const whole = isFolder ? `${path}/` : path;
  return /[\s"'`,;()[\]{}\p{Cc}]/u.test(whole) ? `@${JSON.stringify(whole)}` : `@${whole}`;
}

/** The mentions in a text: start and end of each. */
export function mentionsIn(text: string): readonly (readonly [number, number])[] {
  return Array.from(text.matchAll(mentions), found => {
    // Punctuation at the end of a sentence is not part of the path.
    const words = found[0].replace(/(?<![.,;:!?)\]}»])[.,;:!?)\]}»]+$/, '');
    return { words, at: found.index };
  })
    .filter(({ words }) => /[./"]/.test(words))
    .map(({ words, at }) => [at, at + words.length] as const);
}

/** The command at the start of a text, with the text after it. */
export function commandIn(text: string): { readonly name: string; readonly rest: string } | undefined {
  const found = /^\/([a-z][a-z0-9-]*)(?:\s+([\s\S]*))?$/.exec(text.slice(0, 4000).trim());
  return found === null ? undefined : { name: found[1] ?? '', rest: found[2] ?? '' };
}
