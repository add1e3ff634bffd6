/** A file that is embedded in a message's text. */
export interface AttachedText {
  readonly name: string;
  readonly kind: 'text' | 'file' | 'path';
  readonly size: number;
  /** So many bytes of it are in the text, from its beginning; left out: all. */
  readonly sent?: number;
  readonly text: string;
}

const opening = /^<attached kind="(text|file|path)" name="([^"]*)" size="(\d+)"(?: only-first-bytes="(\d{1,12})")?>\n/;
const closing = '\n</attached>\n\n';

/** A message's text with its attached files before it, as the model reads them. */
export function withAttached(text: string, attached: readonly AttachedText[]): string {
  return (
    attached
      .map(
        file =>
          `<attached kind="${file.kind}" name="${escapedName(file.name)}" size="${file.size}"${file.sent === undefined ? '' : ` only-first-bytes="${file.sent}"`}>\n${escapedText(file.text)}${closing}`,
      )
      .join('') + text
  );
}

/** Splits a message into the attached files at its beginning and the person's own text after them. */
export function splitAttached(message: string): { readonly text: string; readonly attached: readonly AttachedText[] } {
  const attached: AttachedText[] = [];
  let rest = message;
  for (;;) {
    const head = opening.exec(rest);
    const end = head === null ? -1 : rest.indexOf(closing, head[0].length - 1);
    if (head === null || end === -1) return { text: rest, attached };
    const [whole, kind, name, size, sent] = head;
    const text = rest.slice(whole.length, Math.max(whole.length, end));
    attached.push({
      kind: kind as AttachedText['kind'],
      name: unescapedName(name ?? ''),
      size: Number(size),
      ...(sent !== undefined && { sent: Number(sent) }),
      text: text.replaceAll('<\\/attached>', '</attached>'),
    });
    rest = rest.slice(end + closing.length);
  }
}

/** Escapes the closing tag, so that a file's text cannot end its own element. */
const escapedText = (text: string): string => text.replaceAll('</attached>', '<\\/attached>');
const escapedName = (name: string): string =>
  name
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll(/[\r\n]/g, ' ');
const unescapedName = (name: string): string => name.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
