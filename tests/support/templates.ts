/** A tagged template of a source: its raw text, with `\0` for each expression. */
export interface Template {
  readonly tag: string;
  readonly text: string;
  readonly line: number;
}

/** All tagged templates of a source, nested ones included. Without the compiler: TypeScript 7 has no API for it. */
export function templatesOf(source: string): readonly Template[] {
  const found: Template[] = [];
  code(0, false);
  return found.toSorted((a, b) => a.line - b.line);

  /** Reads code from `at`, with `inTemplate` up to the closing brace; returns the position where it stopped. */
  function code(start: number, inTemplate: boolean): number {
    let depth = 0;
    let at = start;
    while (at < source.length) {
      const sign = source[at] ?? '';
      if (sign === '/' && '/*'.includes(source[at + 1] ?? ' ')) at = afterComment(at);
      else if (sign === '/' && isRegex(at)) at = afterRegex(at);
      else if (sign === "'" || sign === '"') at = afterQuote(at, sign);
      else if (sign === '`') at = template(at);
      else {
        if (sign === '{') depth += 1;
        if (sign === '}') {
          if (depth === 0 && inTemplate) return at + 1;
          depth -= 1;
        }
        at += 1;
      }
    }
    return at;
  }

  function template(start: number): number {
    const tag = /([A-Za-z_$][\w$]*)$/.exec(source.slice(Math.max(0, start - 40), start))?.[1] ?? '';
    let text = '';
    let at = start + 1;
    while (at < source.length && source[at] !== '`') {
      if (source[at] === '\\') {
        text += source.slice(at, at + 2);
        at += 2;
      } else if (source[at] === '$' && source[at + 1] === '{') {
        text += '\0';
        at = code(at + 2, true);
      } else {
        text += source[at];
        at += 1;
      }
    }
    if (tag !== '') found.push({ tag, text, line: source.slice(0, start).split('\n').length });
    return at + 1;
  }

  function afterComment(at: number): number {
    const [end, length] = source[at + 1] === '/' ? ['\n', 1] : ['*/', 2];
    const found = source.indexOf(String(end), at + 2);
    return found === -1 ? source.length : found + Number(length);
  }

  function afterQuote(start: number, quote: string): number {
    let at = start + 1;
    while (at < source.length && source[at] !== quote) at += source[at] === '\\' ? 2 : 1;
    return at + 1;
  }

  /** A slash after a value is a division; anywhere else it starts a regular expression. */
  function isRegex(at: number): boolean {
    const before = source.slice(0, at).trimEnd();
    return /(?:[(,=:[!&|?{};+<>~^%*-]|^|\b(?:return|typeof|case|in|of|void))$/.test(before.slice(-12));
  }

  function afterRegex(start: number): number {
    let at = start + 1;
    let inClass = false;
    while (at < source.length && (inClass || source[at] !== '/')) {
      if (source[at] === '\n') return at;
      if (source[at] === '[') inClass = true;
      if (source[at] === ']') inClass = false;
      at += source[at] === '\\' ? 2 : 1;
    }
    return at + 1;
  }
}
