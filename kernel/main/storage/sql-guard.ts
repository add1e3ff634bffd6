/** Why a statement is refused; undefined when the text may run. */
export interface Refusal {
  readonly statement: string;
  readonly reason: string;
}

const ownTransactions = 'the kernel begins and ends transactions; use transaction()';
const otherFiles = 'a database reaches its own file only';

const refusedWords: Readonly<Record<string, string>> = {
  ATTACH: otherFiles,
  DETACH: otherFiles,
  VACUUM: otherFiles,
  BEGIN: ownTransactions,
  COMMIT: ownTransactions,
  END: ownTransactions,
  ROLLBACK: ownTransactions,
  SAVEPOINT: ownTransactions,
  RELEASE: ownTransactions,
};

const readPragmas = new Set(['user_version', 'data_version', 'page_count', 'page_size', 'freelist_count', 'table_list']);
const askPragmas = new Set([
  'table_info',
  'table_xinfo',
  'index_list',
  'index_info',
  'index_xinfo',
  'foreign_key_list',
  'foreign_key_check',
  'quick_check',
  'integrity_check',
  'defer_foreign_keys',
  'optimize',
]);

// SQLite's own tokens: a keyword cannot be written with escapes, quotes or comments inside, so the first word says what runs.
// A quote, bracket or comment that never ends swallows the rest here as it does in SQLite.
// A doubled quote reads as two strings side by side, which makes no difference here.
const tokens =
  /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'[^']*(?:'|$)|"[^"]*(?:"|$)|`[^`]*(?:`|$)|\[[^\]]*(?:\]|$)|[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*|[^\s]/g;

/**
 * Finds the statement that would leave the extension's own file, its transaction or its settings. The driver has no
 * authorizer to ask, and an isolated extension's SQL runs in the kernel.
 */
export function refusedStatement(sql: string): Refusal | undefined {
  if (sql.includes('\0')) return { statement: 'NUL', reason: 'SQLite would not see what follows it' };
  let first = true;
  let words: string[] = [];
  let inTrigger = false;
  for (const [token] of sql.replaceAll('\ufeff', ' ').matchAll(tokens)) {
    if (token.startsWith('--') || token.startsWith('/*')) continue;
    if (token === ';') {
      const refusal = refusedPragma(words);
      if (refusal) return refusal;
      first = true;
      words = [];
      continue;
    }
    const word = token.toUpperCase();
    if (first) {
      const reason = refusedWords[word];
      if (inTrigger && word === 'END') inTrigger = false;
      else if (reason !== undefined && Object.hasOwn(refusedWords, word)) return { statement: word, reason };
    }
    first = false;
    if (words.length < 4) words.push(word);
    if (isTrigger(words)) inTrigger = true;
  }
  return refusedPragma(words);
}

function refusedPragma(words: readonly string[]): Refusal | undefined {
  const [keyword, name, next] = words;
  // EXPLAIN does not keep a pragma from acting: many take effect while they are prepared.
  const explained = keyword === 'EXPLAIN' && words.includes('PRAGMA');
  if (keyword !== 'PRAGMA' && !explained) return undefined;
  const asked = (name ?? '').toLowerCase();
  if (askPragmas.has(asked)) return undefined;
  if (readPragmas.has(asked) && next === undefined) return undefined;
  return { statement: explained ? 'EXPLAIN PRAGMA' : `PRAGMA ${asked}`, reason: 'the kernel sets how a database works' };
}

function isTrigger(words: readonly string[]): boolean {
  const [create, next, third] = words;
  if (create !== 'CREATE') return false;
  return next === 'TRIGGER' || ((next === 'TEMP' || next === 'TEMPORARY') && third === 'TRIGGER');
}
