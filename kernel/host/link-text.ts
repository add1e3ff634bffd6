import type { AppError } from '@atelier/kernel';
import { hostErrors } from './errors.ts';

const maxLength = 2048;
const maxNamed = 3;

type Why = { readonly fr: string; readonly en: string };

/** The links in a command line, and a sentence for each argument that looks like a link and is none of the app's. Options are ignored. */
export function readLinks(
  argv: readonly string[],
  room: number,
): { readonly links: readonly URL[]; readonly refused: readonly AppError[] } {
  const links: URL[] = [];
  const refused: AppError[] = [];
  let tooMany = 0;
  for (const text of argv) {
    if (!/^[a-z][a-z0-9+.-]+:/i.test(text)) continue;
    const why = formProblem(text);
    if (why === undefined && links.length < room) links.push(new URL(text));
    else if (why === undefined || refused.length >= maxNamed) tooMany += 1;
    else refused.push(hostErrors['host/link-strange']({ link: shown(text), why }));
  }
  return { links, refused: tooMany === 0 ? refused : [...refused, hostErrors['host/link-flood']({ count: tooMany })] };
}

/** What is wrong with the form of a link; undefined if nothing is. Which links have a meaning is decided elsewhere. */
export function formProblem(text: string): Why | undefined {
  if (!/^atelier:\/\//i.test(text)) return { fr: 'il ne commence pas par atelier://', en: 'it does not begin with atelier://' };
  if (text.length > maxLength) return { fr: `il a plus de ${maxLength} caractères`, en: `it has more than ${maxLength} characters` };
  // Checked as written, because parsing removes `..` and line breaks.
  if (!/^[\x21-\x7e]+$/.test(text) || /["<>\\^`{|}]/.test(text))
    return { fr: 'il contient des caractères interdits', en: 'it holds characters that a link may not have' };
  const [path = '', query = ''] = text.slice('atelier://'.length).split('#', 1)[0]?.split('?') ?? [];
  const decoded = decodedTwice(text);
  if (decoded === undefined || /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(decoded))
    return { fr: 'il cache des caractères invisibles ou illisibles', en: 'it hides characters that are invisible or unreadable' };
  if (path.split('/').some(step => leadsOut(step))) return { fr: 'son chemin sort de lui-même', en: 'its path leads out of itself' };
  if (/[@:]/.test(path.split('/', 1)[0] ?? '')) return { fr: 'il nomme une personne ou un port', en: 'it names a person or a port' };
  const names = [...new URLSearchParams(query).keys()];
  if (new Set(names).size < names.length) return { fr: 'il dit deux fois la même chose', en: 'it says the same thing twice' };
  return URL.canParse(text) ? undefined : { fr: 'il est illisible', en: 'it cannot be read' };
}

function leadsOut(step: string): boolean {
  const decoded = decodedTwice(step) ?? '..';
  return decoded === '.' || decoded === '..' || (decoded !== step && /[/\\%]/.test(decoded));
}

function decodedTwice(text: string): string | undefined {
  try {
    const once = decodeURIComponent(text);
    return /%[0-9a-f]{2}/i.test(once) ? decodeURIComponent(once) : once;
  } catch {
    return undefined;
  }
}

/** Shortened, without characters that change how a terminal or a page shows the text. */
function shown(text: string): string {
  const plain = text.slice(0, 80).replace(/[^\x20-\x7e]/g, '\u{fffd}');
  return text.length > 80 ? `${plain}…` : plain;
}
