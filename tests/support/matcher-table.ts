import { plainText } from '../../kernel/api/plain-text.ts';
import { visibleText } from '../../kernel/api/visible-text.ts';
import { fitsGlob } from '../../kernel/main/broker/glob.ts';
import { anonymous } from '../../kernel/main/log/anonymous.ts';
import { createRedactor } from '../../kernel/main/log/redact.ts';
import { linearPattern } from '../../kernel/main/schema/linear-pattern.ts';
import { quoted } from '../../kernel/main/schema/violation-texts.ts';
import { refusedStatement } from '../../kernel/main/storage/sql-guard.ts';
import { targetOf } from '../../kernel/ui/markdown/address.ts';
import { decodeEntities } from '../../kernel/ui/markdown/entities.ts';
import { settledEnd, withClosedMarks } from '../../kernel/ui/markdown/incomplete-text.ts';
import { lex } from '../../kernel/ui/markdown/lexer.ts';
import { failureOf } from '../../plugins/agent/engine/failures.ts';
import { problemOf } from '../../plugins/agent/engine/problems.ts';
import { sectionName } from '../../plugins/agent/engine/prompt.ts';
import { redact } from '../../plugins/agent/engine/redact.ts';
import { matches, matchesWords, mayMatch } from '../../plugins/agent/main/access/patterns.ts';
import { hasForm } from '../../plugins/automation/main/events/glob.ts';
import { understand } from '../../plugins/automation/main/words/understand.ts';
import { splitAttached } from '../../plugins/conversations/contract/attached.ts';
import { compareLines, compareWords } from '../../plugins/conversations/main/drafts/compare-texts.ts';
import { rankFiles, searchable } from '../../plugins/conversations/main/drafts/mentions/rank-files.ts';
import { mergeChanges } from '../../plugins/conversations/main/drafts/merge-changes.ts';
import { folded, spaced } from '../../plugins/conversations/main/messages/search/fold.ts';
import { snippetOf } from '../../plugins/conversations/main/messages/search/snippet.ts';
import { titleFromAnswer } from '../../plugins/conversations/main/sending/ai-titles.ts';
import { commandIn, mentionsIn, tokenAt } from '../../plugins/conversations/ui/composer/suggesting/tokens.ts';
import { codeIn } from '../../plugins/conversations/ui/thread/rows/message-tools.ts';
import { stretchesOf } from '../../plugins/conversations/ui/thread/tools/ansi.ts';
import { hunksOf } from '../../plugins/conversations/ui/thread/tools/patch.ts';
import { printed } from '../../plugins/conversations/ui/thread/tools/tool-words.ts';
import { fileName } from '../../plugins/exchange/main/export/file-names.ts';
import { framesOf } from '../../plugins/telemetry/main/reports/frames.ts';
import { scrubbed } from '../../plugins/telemetry/main/reports/scrub.ts';
import { spentIn } from '../../plugins/usage/main/taking/spent.ts';

const redactor = createRedactor();
const nobody = { home: '/home/somebody', user: 'somebody', host: 'somewhere' };
const backtracking = ['(a+)+$', '(a|a)*$', '(.*a){20}$', '^(?:[a-z]+ ?)*\\.$'].map(pattern => linearPattern(pattern));

/** What reads a text of others: an extension's, a model's, a repository's, a server's. Its work must not grow faster than the text. */
export const matchers: Readonly<Record<string, (text: string) => unknown>> = {
  'a pattern of a schema of an extension': text => backtracking.map(pattern => pattern?.test(text)),
  'a form in a condition of a rule, and the text of an event': text => hasForm(text, '*a*b*?x*'),
  'a sentence that becomes a rule': text => understand(text, { zone: 'Europe/Paris', now: 0 }),
  'a file glob, and a path': text => fitsGlob(text, '**/*a*b*/**/?*.md'),
  'invisible characters, as prose': text => visibleText(text, 'prose'),
  'invisible characters, as code': text => visibleText(text, 'code'),
  'a line of a session file, for what it has used': text =>
    spentIn(JSON.stringify({ type: 'message', id: text, message: { role: 'assistant', model: text } }), 0),
  'a word of a schema in an error': text => quoted(text),
  'SQL of an extension': text => refusedStatement(text),
  'secrets in the log': text => redactor.text(text),
  'the person’s name in a report': text => anonymous(text, nobody),
  'an error that is reported': text => scrubbed(text),
  'a stack that is reported': text => framesOf(text),
  'a command, and a rule of the person': text => [matches('*a*b*', text), matchesWords('npm *a *b', text), mayMatch('*a*b*', text)],
  'secrets in what the engine says': text => redact(text, ['sk-0123456789']),
  'a failure of a provider': text => problemOf(text, { model: 'a/b', secrets: [] }),
  'what a tool says of its failure': text => [failureOf('read', text), failureOf('bash', text), printed(`a${text}\n`)],
  'the title of a section of the prompt': text => sectionName(text, 1),
  'markdown of a model': text => lex(text, {}),
  'markdown that is not finished': text => [settledEnd(text), withClosedMarks(text)],
  'entities in markdown': text => decodeEntities(text),
  'the address of a link': text => targetOf(text, text),
  'the output of a program': text => stretchesOf(text),
  'a patch': text => hunksOf(text),
  'an answer that is copied': text => [codeIn(text), plainText(text)],
  'a title that a model writes': text => titleFromAnswer(text),
  'mentions and commands in a message': text => [mentionsIn(text), commandIn(text), tokenAt(text, text.length)],
  'a draft that others write into': text => [mergeChanges(text, compareWords(text, `a ${text}`), compareLines(text, text.toUpperCase()))],
  'attachments in a message': text => splitAttached(text),
  'a message that is searched': text => [folded(text), spaced(text), snippetOf(text, ['a', 'b'])],
  'a path that is mentioned': text => rankFiles(searchable([text.slice(0, 4000)]), 'a/b', 10),
  'the name of an exported file': text => fileName(text, 0),
};

const pumps: readonly string[] = [
  ...[
    'a',
    ' ',
    '\n',
    '\r',
    '\t',
    '.',
    '/',
    '\\',
    '-',
    '=',
    '_',
    '*',
    '~',
    '`',
    '"',
    "'",
    '«',
    '‘',
    '<',
    '>',
    '&',
    '#',
    '@',
    ':',
    ';',
    '|',
    '$',
    '{',
    '(',
    '[',
  ],
  ...[
    'a ',
    'a.',
    'a@',
    'a/',
    '1.',
    '\n\n',
    '\n ',
    ' \n',
    '- ',
    '> ',
    '1. ',
    '| a ',
    '# ',
    '```\n',
    '~~~\n',
    '***',
    '**a',
    '*a_ ',
    '*a ',
    '__a',
    '~~a ',
  ],
  ...[
    '[a',
    '[a]',
    '[a](',
    '![a](',
    '[[',
    '](',
    '[^a]',
    '[a]: b\n',
    '<a ',
    '<!--',
    '</',
    '<a@',
    'http://',
    'www.',
    '&#',
    '&a',
    '$a',
    '$$',
    '\\(',
    '\\[',
  ],
  ...[
    '"a":',
    'token=',
    'Bearer ',
    'sk-',
    'eyJ',
    '@@ -1 +1 @@\n',
    '\u001b[',
    '\u001b]',
    '\u001b[1m',
    '\u200b',
    '\u202e',
    'é',
    '😀',
    '-- ',
    '/*',
    "';",
    'at a (b',
  ],
  ...[
    'a\n\n',
    '# a\n',
    '- a\n\n',
    '> a\n',
    '> > a\n',
    '  - a\n',
    '    a\n',
    'a  \n',
    '[a][b] ',
    '[a]: b\n\n[a]\n\n',
    '| a | b |\n| - | - |\n',
  ],
];

const nested: readonly (readonly [string, string])[] = [
  ['[', ']'],
  ['(', ')'],
  ['{', '}'],
  ['<a>', '</a>'],
  ['*a **b ', ' b** a*'],
  ['~~a ', ' a~~'],
  ['[a ', ' a](b)'],
  ['![a ', ' a](b)'],
  ['"', "'"],
];

/** Texts of any length, by what is repeated in them. */
export const texts: Readonly<Record<string, (length: number) => string>> = Object.fromEntries([
  ...pumps.map(pump => [pump, (length: number) => pump.repeat(Math.ceil(length / pump.length))] as const),
  ...nested.map(([open, close]) => {
    const text = (length: number) => {
      const times = Math.ceil(length / (open.length + close.length));
      return open.repeat(times) + close.repeat(times);
    };
    return [`${open}…${close}`, text] as const;
  }),
]);
