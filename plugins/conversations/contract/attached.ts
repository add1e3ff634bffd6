/** A file that stands in a message's text. */
export interface AttachedText {
  readonly name: string;
  readonly kind: 'text' | 'file' | 'path';
  readonly size: number;
  readonly text: string;
}

const opening = /^<attached kind="(text|file|path)" name="([^"]*)" size="(\d+)">\n/;
const closing = '\n</attached>\n\n';

/** A message's text with its attached files before it, as the model reads them. */
export function withAttached(text: string, attached: readonly AttachedText[]): string {
  return (
    attached
      .map(file => `<attached kind="${file.kind}" name="${escaped(file.name)}" size="${file.size}">\n${shielded(file.text)}${closing}`)
      .join('') + text
  );
}

/** The person's own words and the files before them; a text that nobody attached anything to is only text. */
export function splitAttached(message: string): { readonly text: string; readonly attached: readonly AttachedText[] } {
  const attached: AttachedText[] = [];
  let rest = message;
  for (;;) {
    const head = opening.exec(rest);
    const end = head === null ? -1 : rest.indexOf(closing, head[0].length - 1);
    if (head === null || end === -1) return { text: rest, attached };
    const [whole, kind, name, size] = head;
    const text = rest.slice(whole.length, Math.max(whole.length, end));
    attached.push({
      kind: kind as AttachedText['kind'],
      name: plain(name ?? ''),
      size: Number(size),
      text: text.replaceAll('<\\/attached>', '</attached>'),
    });
    rest = rest.slice(end + closing.length);
  }
}

/** A file may not close its own frame. */
const shielded = (text: string): string => text.replaceAll('</attached>', '<\\/attached>');
const escaped = (name: string): string =>
  name
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll(/[\r\n]/g, ' ');
const plain = (name: string): string => name.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
