const maxMessage = 2000;
const maxPrefix = 120;
const maxReason = 160;

/** Error messages of JavaScript and of the system, which contain no personal data. */
const standardMessages: readonly RegExp[] = [
  /^(?:E[A-Z]{3,}|ERR_[A-Z_]+|SQLITE_[A-Z_]+)\b/,
  /^Cannot (?:read|set) properties of (?:undefined|null)(?: \((?:reading|setting) '[\w$]{1,60}'\))?/,
  /^(?:[\w$.#]{1,80}) is not (?:a function|defined|iterable|a constructor)/,
  /^(?:Maximum call stack size exceeded|Invalid array length|Assignment to constant variable|out of memory)/i,
  /^(?:Unexpected token|Unexpected end of JSON input|Invalid URL)/,
  /^[a-z][a-z-]{1,40}\/[a-z][a-z-]{1,60}\b/,
];

const replacements: readonly (readonly [RegExp, string])[] = [
  [/\p{C}+/gu, ' '],
  [/«[^»]*»?|“[^”]*”?|"[^"]*"?|`[^`]*`?|‘[^’]*’|(?<![\p{L}\d])'[^']*'/gu, '[quoted]'],
  [/\b[a-z][a-z\d+.-]{1,20}:\/\/[^\s)\]]+/gi, '[address]'],
  [/(?:~|\.{0,2})(?:[\\/][\p{L}\d._@$ -]*[\p{L}\d._@$-])+[\\/]?|\b[A-Za-z]:[\\/][^\s)\]]*/gu, '[path]'],
  [/(?<![^\s@])[^\s@]+@\S+/g, '[e-mail]'],
  [/\b[\da-f]{8}-[\da-f-]{13,}\b/gi, '[id]'],
  [/\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{16,}\b/g, '[token]'],
  [/\b(?:[\p{L}\d-]+\.)+[\p{L}]{2,}\b/gu, '[name]'],
  [/(?:\d{1,3}\.){3}\d{1,3}|\[?(?:[\da-f]{0,4}:){3,}[\da-f]{0,4}\]?/gi, '[address]'],
  [/\d{5,}/g, '[number]'],
];

/**
 * Removes possible personal data from a message. Kept are the text before the first colon, which the program's own code wrote, without
 * quotations, and a standard message after it. Other text after the colon may come from a provider or a model.
 */
export function scrubbed(message: string): string {
  const line = message.slice(0, maxMessage).split(/[\r\n]/, 1)[0] ?? '';
  const at = line.search(/:(?:\s|$)/);
  const [prefix, reason] = at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 1).trim()];
  const start = standardMessageIn(prefix) ?? redacted(prefix, maxPrefix);
  if (reason === '') return start;
  return `${start}: ${standardMessageIn(reason) ?? '[left out]'}`;
}

function standardMessageIn(text: string): string | undefined {
  for (const pattern of standardMessages) {
    const [found] = pattern.exec(text) ?? [];
    if (found !== undefined) return found.slice(0, maxReason);
  }
  return undefined;
}

function redacted(text: string, maxLength: number): string {
  let rest = text;
  for (const [pattern, replacement] of replacements) rest = rest.replace(pattern, replacement);
  return rest.replaceAll(/\s+/g, ' ').trim().slice(0, maxLength);
}
