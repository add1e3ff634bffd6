import { readable } from './compare.ts';

/** How many lines up are searched; a name further away would not help. */
const furthest = 400;

const named = [
  /^\s*(?:export\s+)?(?:default\s+)?(?:async\s+)?function\s*\*?\s*(?<name>[\w$]+)/u,
  /^\s*(?:export\s+)?(?:default\s+)?(?:abstract\s+|final\s+|public\s+|private\s+|static\s+)*(?:class|interface|trait|struct|enum|impl|module|namespace|protocol|extension)\s+(?<type>[\w$.:]+)/u,
  /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:async\s+|unsafe\s+|const\s+)*fn\s+(?<name>\w+)/u,
  /^\s*func\s+(?:\([^)]*\)\s*)?(?<name>\w+)/u,
  /^\s*(?:async\s+)?def\s+(?<name>[\w.?!]+)/u,
  /^\s*(?:export\s+)?(?:const|let|var)\s+(?<name>[\w$]+)\s*(?::[^=]+)?=\s*(?:async\s*)?(?:\([^)]*\)|[\w$]+)\s*(?::[^=]+)?=>/u,
  /^\s*(?:public\s+|private\s+|protected\s+|static\s+|override\s+|readonly\s+|async\s+|get\s+|set\s+|final\s+)*(?:[\w<>[\],.?]+\s+)?(?<name>#?[\w$]+)\s*\([^;]*\)\s*(?::\s*[^{;=]+)?\{\s*$/u,
  /^(?<heading>#{1,6}\s+.{1,60})/u,
];
const comment = /^\s*(?:\/\/|#|\*|\/\*|--|;|<!--)/;
const noName = new Set(['if', 'for', 'while', 'switch', 'catch', 'with', 'return', 'else', 'do', 'function', 'match', 'loop', 'until']);

/** The name of the function or class that contains a line, found by indentation: `forecast()`, `Tides`. Undefined if none is found. */
export function enclosing(lines: readonly string[], at: number): string | undefined {
  let depth = indentOf(lines[at] ?? '') ?? indentOf(lines[at + 1] ?? '') ?? Number.POSITIVE_INFINITY;
  const own = lines[at] === undefined ? undefined : nameIn(lines[at]);
  if (own !== undefined) return own;
  for (let line = at - 1; line >= Math.max(0, at - furthest); line -= 1) {
    const indent = indentOf(lines[line]!);
    if (indent === undefined || indent >= depth) continue;
    const name = nameIn(lines[line]!);
    if (name !== undefined) return name;
    // A comment may be less indented than the code around it.
    if (!comment.test(lines[line]!)) depth = indent;
  }
  return undefined;
}

function nameIn(line: string): string | undefined {
  const text = readable(line);
  if (text.length > 300) return undefined;
  for (const pattern of named) {
    const found = pattern.exec(text)?.groups;
    const { name, type, heading } = found ?? {};
    if (name !== undefined && !noName.has(name)) return `${name}()`;
    if (type !== undefined || heading !== undefined) return (type ?? heading)!.trim();
  }
  return undefined;
}

/** Undefined for an empty line. */
function indentOf(line: string): number | undefined {
  const indent = line.search(/\S/);
  return indent < 0 ? undefined : indent;
}
