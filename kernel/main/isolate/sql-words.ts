const refused = new Set(['ATTACH', 'DETACH', 'LOAD_EXTENSION', 'WRITABLE_SCHEMA', 'FTS3_TOKENIZER']);

const allowedPragmas = new Set(
  `collation_list compile_options data_version defer_foreign_keys foreign_key_check foreign_key_list freelist_count function_list
   incremental_vacuum index_info index_list index_xinfo integrity_check optimize page_count quick_check table_info table_list
   table_xinfo`.split(/\s+/),
);

type Token = { readonly kind: 'word' | 'quoted' | 'sign'; readonly text: string };

/**
 * The first word that would let a statement reach beyond its own database, or undefined where there is none. Decided on
 * SQLite's own tokens, never on text: a word in a string, a comment or a quoted name is only data.
 */
export function refusedWord(sql: string): string | undefined {
  if (sql.includes('\0')) return 'NUL';
  const tokens = [...tokensOf(sql)];
  let vacuums = false;
  for (const [index, { kind, text }] of tokens.entries()) {
    const word = text.toUpperCase();
    if (kind === 'sign') {
      if (text === ';') vacuums = false;
      if (text === '$(') return text;
      continue;
    }
    // SQLite calls a function by its quoted name too.
    if (kind === 'quoted' ? word === 'LOAD_EXTENSION' || word === 'FTS3_TOKENIZER' : refused.has(word)) return word;
    if (kind === 'quoted') continue;
    if (word === 'VACUUM') vacuums = true;
    if (word === 'INTO' && vacuums) return 'VACUUM INTO';
    if (word === 'PRAGMA') {
      const name = pragmaName(tokens, index + 1);
      if (name === undefined || !allowedPragmas.has(name.toLowerCase())) return `PRAGMA ${name ?? ''}`.trim();
    }
  }
  return undefined;
}

function pragmaName(tokens: readonly Token[], at: number): string | undefined {
  const named = tokens[at + 1]?.text === '.' ? tokens[at + 2] : tokens[at];
  return named?.kind === 'word' ? named.text : undefined;
}

const space = /[\s]+|--[^\n]*(?:\n|$)|\/\*[\s\S]*?(?:\*\/|$)/y;
const quoted = /'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|`(?:[^`]|``)*(?:`|$)|\[[^\]]*(?:\]|$)/y;
// SQLite takes any byte of a character beyond ASCII as part of a name.
const word = /[\w\u0080-\uffff][\w$\u0080-\uffff]*/y;
// `$name(...)` is one variable up to its bracket, whatever quotes stand in it; nobody needs it, so it is refused.
const variable = /[$@:#][\w$\u0080-\uffff:]*\(?/y;

function* tokensOf(sql: string): Generator<Token> {
  for (let at = 0; at < sql.length; ) {
    const take = (pattern: RegExp): string | undefined => {
      pattern.lastIndex = at;
      const found = pattern.exec(sql)?.[0];
      if (found) at += found.length;
      return found || undefined;
    };
    if (take(space)) continue;
    const name = take(quoted);
    if (name !== undefined) {
      yield { kind: 'quoted', text: name.slice(1, -1) };
      continue;
    }
    const bare = take(word);
    if (bare !== undefined) {
      yield { kind: 'word', text: bare };
      continue;
    }
    const bound = take(variable);
    if (bound === undefined) yield { kind: 'sign', text: sql[at++] ?? '' };
    else if (bound.endsWith('(')) yield { kind: 'sign', text: '$(' };
  }
}
