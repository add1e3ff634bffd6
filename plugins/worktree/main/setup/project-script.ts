import { lstat, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';

/** The file of Codex that says how a worktree is set up. */
const place = ['.codex', 'environments', 'environment.toml'];
const mostBytes = 64 * 1024;

/** The set-up script that a project brings along; it is only shown, until the person takes it over as theirs. */
export async function projectScript(folder: string): Promise<string | undefined> {
  try {
    const path = join(await realpath(folder), ...place);
    const stats = await lstat(path);
    // A link on the way would show any file.
    if (!stats.isFile() || stats.size > mostBytes || (await realpath(path)) !== path) return undefined;
    return scriptIn(await readFile(path, 'utf8'))?.trim() || undefined;
  } catch {
    return undefined;
  }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '"': '"', '\\': '\\' };

/** The text of `script` in the table `setup`, in any of the four ways in which TOML writes a text. */
export function scriptIn(toml: string): string | undefined {
  const lines = toml.split(/\r?\n/);
  let table = '';
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]?.trim() ?? '';
    if (line.startsWith('[')) table = line.replaceAll(/[[\]\s]/g, '');
    const equals = line.indexOf('=');
    if (equals < 0 || line.startsWith('#') || line.startsWith('[')) continue;
    const key = line.slice(0, equals).trim();
    const value = line.slice(equals + 1).trim();
    const isWanted = table === 'setup' && key === 'script';
    const mark = ['"""', "'''"].find(one => value.startsWith(one));
    if (mark === undefined) {
      if (isWanted) return plainText(value);
      continue;
    }
    // The text goes on to the next mark, also over lines that look like tables.
    const parts = [value.slice(3)];
    while (!parts.at(-1)?.includes(mark) && at + 1 < lines.length) {
      at += 1;
      parts.push(lines[at] ?? '');
    }
    const text = parts.join('\n');
    const end = text.indexOf(mark);
    if (isWanted) return end < 0 ? undefined : unescaped(text.slice(0, end), mark);
  }
  return undefined;
}

function plainText(value: string): string | undefined {
  const [mark = ''] = value;
  if (mark !== '"' && mark !== "'") return undefined;
  let end = 1;
  while (end < value.length && value[end] !== mark) end += mark === '"' && value[end] === '\\' ? 2 : 1;
  return end < value.length ? unescaped(value.slice(1, end), mark) : undefined;
}

function unescaped(text: string, mark: string): string {
  return mark.startsWith("'") ? text : text.replaceAll(/\\(.)/g, (whole, char: string) => escapes[char] ?? whole);
}
