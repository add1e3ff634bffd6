const longestRead = 2000;
const longestPrefix = 120;
const longestReason = 160;

/** What the language itself and the system say: no words of anybody's. */
const plainReasons: readonly RegExp[] = [
  /^(?:E[A-Z]{3,}|ERR_[A-Z_]+|SQLITE_[A-Z_]+)\b/,
  /^Cannot (?:read|set) properties of (?:undefined|null)(?: \((?:reading|setting) '[\w$]{1,60}'\))?/,
  /^(?:[\w$.#]{1,80}) is not (?:a function|defined|iterable|a constructor)/,
  /^(?:Maximum call stack size exceeded|Invalid array length|Assignment to constant variable|out of memory)/i,
  /^(?:Unexpected token|Unexpected end of JSON input|Invalid URL)/,
  /^[a-z][a-z-]{1,40}\/[a-z][a-z-]{1,60}\b/,
];

const parts: readonly (readonly [RegExp, string])[] = [
  [/\p{C}+/gu, ' '],
  [/«[^»]*»?|“[^”]*”?|"[^"]*"?|`[^`]*`?|‘[^’]*’|(?<![\p{L}\d])'[^']*'/gu, '[quoted]'],
  [/\b[a-z][a-z\d+.-]{1,20}:\/\/[^\s)\]]+/gi, '[address]'],
  [/(?:~|\.{0,2})(?:[\\/][\p{L}\d._@$ -]*[\p{L}\d._@$-])+[\\/]?|\b[A-Za-z]:[\\/][^\s)\]]*/gu, '[path]'],
  [/\S+@\S+/g, '[e-mail]'],
  [/\b[\da-f]{8}-[\da-f-]{13,}\b/gi, '[id]'],
  [/\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{16,}\b/g, '[token]'],
  [/\b(?:[\p{L}\d-]+\.)+[\p{L}]{2,}\b/gu, '[name]'],
  [/(?:\d{1,3}\.){3}\d{1,3}|\[?(?:[\da-f]{0,4}:){3,}[\da-f]{0,4}\]?/gi, '[address]'],
  [/\d{5,}/g, '[number]'],
];

/**
 * A message without anything that could be the person's: what our own code says before the first colon, without what it quotes; of
 * the reason behind it only what the system or the language itself words. The rest may be a provider's or a model's words.
 */
export function scrubbed(message: string): string {
  const line = message.slice(0, longestRead).split(/[\r\n]/, 1)[0] ?? '';
  const at = line.search(/:(?:\s|$)/);
  const [prefix, reason] = at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 1).trim()];
  const before = plain(prefix) ?? clean(prefix, longestPrefix);
  if (reason === '') return before;
  return `${before}: ${plain(reason) ?? '[left out]'}`;
}

function plain(text: string): string | undefined {
  for (const form of plainReasons) {
    const [found] = form.exec(text) ?? [];
    if (found !== undefined) return found.slice(0, longestReason);
  }
  return undefined;
}

function clean(text: string, most: number): string {
  let rest = text;
  for (const [form, instead] of parts) rest = rest.replace(form, instead);
  return rest.replaceAll(/\s+/g, ' ').trim().slice(0, most);
}
