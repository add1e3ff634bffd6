import { excerpt, type Scenario, toolOf } from '../scenario.ts';
import type { Words } from '../words/fr.ts';
import { fill } from '../words/index.ts';

/** Reads the file that the message names, or one that it finds, and describes its content. */
export const look: Scenario = function* (turn, words) {
  if (!turn.tools.includes('read')) return fill(words.noTool, { tool: 'read' });
  let path = namedFile(turn.text);
  let text = '';
  if (path === undefined) {
    const ls = turn.tools.includes('ls');
    const shell = toolOf(turn, 'bash', 'powershell');
    if (ls || shell) {
      const listing = yield {
        text: words.looking,
        call: ls ? { tool: 'ls', args: {} } : { tool: shell ?? '', args: { command: 'ls -p' } },
      };
      if (isNothing.test(listing)) return words.emptyFolder;
      const refused = !ls && /(?:^|\n)Command (?:exited with code|aborted|timed out)/.test(listing);
      const names = listing.split('\n').map(line => line.trim());
      path = refused ? undefined : bestOf(names);
      if (path === undefined)
        return refused || names.some(name => / /.test(name)) ? fill(words.listRefused, { why: excerpt(listing) }) : words.emptyFolder;
    } else path = 'README.md';
  }
  text += fill(words.reading, { path });
  const content = yield { text, call: { tool: 'read', args: { path } } };
  if (isRefusal(content)) return fill(words.readRefused, { path, why: excerpt(content) });
  return describe(path, content, words);
};

/** What the tools say of a folder without anything in it. */
const isNothing = /^\s*\((?:no output|empty directory)\)\s*$/;

/** A name with an extension, or one in backquotes. */
function namedFile(text: string): string | undefined {
  const quoted = /`([^`\n]{1,200})`/.exec(text)?.[1];
  return quoted ?? /(?:^|[\s"'«“@])((?:~|\.{1,2})?[\p{L}\d_/.-]*[\p{L}\d_-]\.[A-Za-z]\w{0,9})(?=$|[\s"'»”,;:!?.])/u.exec(text)?.[1];
}

const readable = [
  /^readme(?:\.\w+)?$/i,
  /^package\.json$/i,
  /\.md$/i,
  /\.(?:txt|toml|json|ya?ml)$/i,
  /\.(?:ts|js|py|rs|go|java|c|html|css)$/i,
];

/** The file of a listing that describes the folder best; names that end with a slash are folders. */
export function bestOf(names: readonly string[]): string | undefined {
  const files = names.filter(name => name !== '' && !name.endsWith('/'));
  for (const kind of readable) {
    const found = files.find(name => kind.test(name));
    if (found !== undefined) return found;
  }
  return undefined;
}

const longestNote = 400;

function describe(path: string, content: string, words: Words): string {
  // Below the part of a long file that it shows, the tool prints the number of lines.
  const end = Math.max(0, content.length - longestNote);
  const note = /\n\n\[[^\]\n]*\bof (\d+)\b[^\]\n]*\]\s*$/.exec(content.slice(end));
  const shown = note ? content.slice(0, end + note.index) : content;
  const lines = shown.replace(/\n$/, '').split('\n');
  const count = shown.split(/\s+/).filter(word => word !== '').length;
  const counted = fill(words.readText, { path, lines: note?.[1] ?? lines.length, words: count });
  const keys = keysOf(content);
  if (keys) return counted + fill(words.readKeys, { keys: keys.map(key => `\`${key}\``).join(', ') }) + words.readEnd;
  const heading = lines.find(line => /^#{1,6}\s+\S/.test(line))?.replace(/^#+\s+/, '');
  const quote = lines.find(line => line.trim() !== '' && !line.startsWith('#'))?.trim();
  return (
    counted +
    (heading === undefined ? '' : fill(words.readHeading, { heading: heading.slice(0, 120) })) +
    (quote === undefined ? '' : fill(words.readQuote, { quote: quote.slice(0, 300) })) +
    words.readEnd
  );
}

function keysOf(content: string): readonly string[] | undefined {
  try {
    const value: unknown = JSON.parse(content);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value).slice(0, 5) : undefined;
  } catch {
    return undefined;
  }
}

/** A file tool's result has no field for failures; a failure is one short line. */
export function isRefusal(answer: string): boolean {
  const line = answer.trim();
  if (/^E[A-Z]{3,}\b|^Error\b/.test(line)) return true;
  return (
    !line.includes('\n') && line.length < 600 && /not found|no such file|denied|refus|not allowed|outside|blocked|en dehors/i.test(line)
  );
}
