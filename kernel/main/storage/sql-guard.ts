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

// These two SQL functions reach outside of the file.
const refusedFunctions = new Set(['LOAD_EXTENSION', 'FTS3_TOKENIZER']);

// SQLite's own tokens: a keyword cannot contain escapes, quotes or comments, so the first word determines the statement. An
// unclosed quote, bracket or comment extends to the end here as in SQLite, U+FEFF is space to both where a token begins, and
// any other character beyond ASCII is part of a name. \v is space to the driver between statements. A doubled quote is read as
// two adjacent strings, which makes no difference here.
const tokens =
  /[ \t\n\v\f\r\ufeff]+|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'[^']*(?:'|$)|"[^"]*(?:"|$)|`[^`]*(?:`|$)|\[[^\]]*(?:\]|$)|[\w\u0080-\uffff][\w$\u0080-\uffff]*|[$@:#][\w$\u0080-\uffff:]*\(?|[\s\S]/g;
const skipped = /^(?:[ \t\n\v\f\r\ufeff]|--|\/\*)/;

/**
 * Finds a statement that would leave the extension's own file, its transaction or its settings. The driver offers no
 * authorizer, and this is the only check of an extension's SQL.
 */
export function refusedStatement(sql: string): Refusal | undefined {
  if (sql.includes('\0')) return { statement: 'NUL', reason: 'SQLite would not see what follows it' };
  let words: string[] = [];
  let count = 0;
  let before = '';
  let inTrigger = false;
  for (const [token] of sql.matchAll(tokens)) {
    if (skipped.test(token)) continue;
    if (token === ';') {
      const refusal = refusedPragma(words);
      if (refusal) return refusal;
      words = [];
      count = 0;
      before = '';
      continue;
    }
    // To SQLite everything up to the closing bracket is one name, including quotes; such names are refused.
    if (isVariableWithBracket(token)) return { statement: token, reason: 'a variable has no brackets' };
    const word = token.length > maxWordLength ? '' : token.toUpperCase();
    if (count === 0) {
      const reason = Object.hasOwn(refusedWords, word) ? refusedWords[word] : undefined;
      if (inTrigger && word === 'END') inTrigger = false;
      else if (reason !== undefined) return { statement: word, reason };
    }
    // SQLite calls a function by its quoted name too.
    if (token === '(' && refusedFunctions.has(before)) return { statement: before, reason: otherFiles };
    before = token.startsWith("'") ? '' : word.replace(/^["`[]|["`\]]$/g, '');
    count += 1;
    if (words.length < 6) words.push(word);
    if (isTrigger(words)) inTrigger = true;
  }
  return refusedPragma(words);
}

const maxWordLength = 100;

function isVariableWithBracket(token: string): boolean {
  return token.length > 1 && token.endsWith('(') && '$@:#'.includes(token[0] ?? '');
}

function refusedPragma(words: readonly string[]): Refusal | undefined {
  // EXPLAIN does not prevent the effect of a pragma: many take effect while they are prepared.
  const explained = words[0] === 'EXPLAIN' && words.includes('PRAGMA');
  if (words[0] !== 'PRAGMA' && !explained) return undefined;
  const [, first = '', second, third = '', fourth] = words;
  const [name, next] = second === '.' ? [third, fourth] : [first, second];
  const asked = name.toLowerCase();
  if (!explained && askPragmas.has(asked)) return undefined;
  if (!explained && readPragmas.has(asked) && next === undefined) return undefined;
  return { statement: explained ? 'EXPLAIN PRAGMA' : `PRAGMA ${asked}`.trim(), reason: 'the kernel sets how a database works' };
}

function isTrigger(words: readonly string[]): boolean {
  const [create, next, third] = words;
  if (create !== 'CREATE') return false;
  return next === 'TRIGGER' || ((next === 'TEMP' || next === 'TEMPORARY') && third === 'TRIGGER');
}
