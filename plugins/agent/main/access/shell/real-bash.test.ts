// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the lines are text of a shell.
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { detectSandbox } from '../../../engine/detect-sandbox.ts';
import { loadShellParser } from './parse.ts';
import { readLine } from './read-line.ts';
import { isFixed, type ShellLine } from './shell-line.ts';

const parser = await loadShellParser();
const sandbox = await detectSandbox();

/** Pieces of the shell's language, from which lines are put together at random. */
const pieces = [
  ...[
    'a',
    'b',
    'c',
    '-f',
    ' ',
    ' ',
    ' ',
    '  ',
    '\n',
    ';',
    '; ',
    '&',
    ' && ',
    ' || ',
    ' | ',
    '|&',
    '(',
    ')',
    '{',
    '}',
    '{ ',
    '; }',
    '$(',
    '`',
  ],
  ...[
    '"',
    '"',
    "'",
    "'",
    "$'",
    '\\',
    '\\\n',
    '#',
    ' #',
    ' # ',
    '<<E\n',
    '\nE\n',
    "<<'E'\n",
    '<<-E\n',
    '\n\tE\n',
    '<<<',
    '>f',
    ' 2>&1 ',
    ' <(',
  ],
  ...[
    ' >(',
    '$x',
    '${x:-',
    '${x:-$(',
    '$((',
    '))',
    '((',
    '[[',
    '[[ ',
    ' ]]',
    ' = ',
    'if ',
    ' then ',
    ' fi ',
    ' else ',
    'for x in ',
    ' do ',
  ],
  ...[
    ' done ',
    'case x in ',
    ' a) ',
    ';;',
    ' esac ',
    '! ',
    'time ',
    'function a ',
    'a()',
    'a() {',
    '=',
    'x=',
    'x=(',
    '+=',
    '*',
    '?',
    '[',
    ']',
  ],
  ...[
    '{a,b}',
    '~',
    '\t',
    'é',
    '\\x72',
    'coproc ',
    '-c',
    '"$(',
    ')"',
    '\\`',
    '${#',
    '${x#',
    '${x/',
    '%',
    '@',
    '$"',
    '$',
    '\\"',
    "\\'",
    '${x[',
  ],
  ...['<<"E F"\n', '\nE F\n', '<<\\E\n', '&>', '>&', '<&-', '<>', '1>', '{v}>f', 'in', 'x', '$[', '?(', '@(', '!(', '|', '\u00a0', 'EOF'],
];
/** Lines that hold, into which others and pieces are put. */
const lines = [
  ...[
    'a "b" $(c d) | b',
    'a <<E\n$(b)\nE\nc',
    'if a; then b; else c; fi',
    'for x in a b; do b; done',
    'a() { b; }; a',
    'case x in a) b;; *) c;; esac',
  ],
  ...[
    "a 'b' # c\nb",
    "a $'b\\'c' ; b",
    'a `b \\`c\\`` d',
    'a "$(b "$(c)")"',
    '[[ -n a ]] && b',
    'a ${x:-$(b)} c',
    '( a; b ) > f',
    '{ a; b; } 2>&1 | c',
  ],
  ...[
    'a <(b) >(c)',
    '! a || b & c',
    'x=$(a) b',
    'a <<<"$(b)"',
    'time a | b',
    '(( $(a) + 1 )); b',
    'a <<-E | b\n\tx\n\tE\nc',
    'a <<E <<F\n1\nE\n2\nF\nb',
  ],
  ...[
    "a <<'E'; b\n$(c)\nE\nc",
    'a && { b || c; }',
    'a \\\n b\nc',
    'x=(a $(b)) c',
    'coproc a { b; }',
    'echo "a\\"b"; c',
    'a{b,c} d',
    'a "${x:-"$(b)"}" c',
  ],
  ...[
    "a ${x:-'$(b)'} c",
    '$((1+$(a)))',
    'a $(( 1 << 2 )); b',
    'a $(b <<E\nx)\nE\n) c',
    'a $(case x in x) b;; esac) c',
    'a #b\nc',
    'a#b; c',
    'a;#b\nc',
  ],
  ...[
    'echo $(a # )\n) b',
    '"a" b',
    'a"b"c',
    '\\a b',
    "npm test # '\nb\n# '",
    "a b' #'c",
    'a $(b `c`) "`d`"',
    'a |& b; c &> f',
    'x=1 y=2 a b',
  ],
];
const forbidden = /eval|while|until|exec|\0|\/|\.\.|~/;

/** A random line: pieces one after the other, or lines that hold with something put into them or taken out. */
function someLine() {
  const random = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 14 }).map(parts => parts.join(''));
  const change = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), put: fc.constantFrom(...pieces, ...lines), cut: fc.nat(3) });
  const changed = fc
    .tuple(
      fc.array(fc.tuple(fc.constantFrom(...lines), fc.constantFrom(';', '\n', ' && ', '|')), { minLength: 1, maxLength: 2 }),
      fc.array(change, { maxLength: 3 }),
    )
    .map(([parts, changes]) =>
      changes.reduce(
        (line, { at, put, cut }) => {
          const place = Math.floor(at * line.length);
          return line.slice(0, place) + put + line.slice(place + cut);
        },
        parts.map(([line, joint], index) => (index === 0 ? line : joint + line)).join(''),
      ),
    );
  return fc.oneof({ weight: 1, arbitrary: random }, { weight: 2, arbitrary: changed }).filter(line => !forbidden.test(line));
}

/** What a real bash ran of each line, by its number: every command with its arguments. */
function ranByBash(given: readonly string[]): ReadonlyMap<number, readonly (readonly string[])[]> {
  // No program can be found, so that each command that is run comes to the handler, which writes it down. Nothing else is in its reach.
  const driver = `
    PATH=/nowhere
    cd /tmp
    i=0
    while IFS= read -r -d '' -u 0 line; do
      (
        FUNCNEST=4; ulimit -t 2; exec 8>&1 9<&- 0</dev/null 1>/dev/null 2>&1
        command_not_found_handle() { printf '%s\\0' $'\\036'"$I" "$#" "$@" >&8; return $((RANDOM % 2)); }
        I=$i; RANDOM=$i
        eval "$line"
      )
      i=$((i + 1))
    done`;
  const confined = [
    ...[
      '--unshare-all',
      '--die-with-parent',
      '--clearenv',
      '--ro-bind',
      '/bin',
      '/bin',
      '--ro-bind',
      '/lib',
      '/lib',
      '--ro-bind',
      '/usr',
      '/usr',
    ],
    ...['--ro-bind-try', '/lib64', '/lib64', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp', '--chdir', '/tmp', '--'],
  ];
  const ended = spawnSync(sandbox ?? '', [...confined, '/bin/bash', '--norc', '--noprofile', '-c', driver], {
    input: given.map(line => `${line}\0`).join(''),
    maxBuffer: 256 * 1024 * 1024,
    timeout: 300_000,
  });
  expect([ended.status, ended.stderr.toString()]).toEqual([0, '']);
  const ran = new Map<number, (readonly string[])[]>();
  for (const record of ended.stdout.toString().split('\u001e').slice(1)) {
    const [number = '', count = '', ...argv] = record.split('\0');
    // What two commands wrote at the same moment may be mixed up.
    if (argv.length === Number(count) + 1 && argv.pop() === '') ran.set(Number(number), [...(ran.get(Number(number)) ?? []), argv]);
  }
  return ran;
}

/** Whether a command is among those that were read; where a word of one is not known before, its name is enough. */
function isRead({ commands }: ShellLine, [name, ...given]: readonly string[]): boolean {
  return commands.some(({ words: [program, ...words] }) => {
    if (program?.values[0] !== name) return false;
    if (!words.every(({ values }) => values.length === 1 && isFixed(values[0] ?? ''))) return true;
    return words.length === given.length && words.every(({ values: [value] }, at) => value === given[at]);
  });
}

function compared(given: readonly string[]) {
  const ran = ranByBash(given);
  const judged = [...ran].map(([number, all]) => {
    const line = given[number] ?? '';
    return { line, all, read: readLine(parser, line, { cwd: '/tmp', isFolder: () => false }) };
  });
  const understood = judged.filter(({ read }) => read.unclear === undefined);
  const missed = understood.flatMap(({ line, all, read }) => all.filter(argv => !isRead(read, argv)).map(argv => ({ line, argv })));
  return { missed, understood: understood.length, ran: ran.size };
}

test('S22: whatever a real bash runs of a line is among what is read of it, or the line is not understood', context => {
  context.skip(sandbox === undefined || sandbox.endsWith('sandbox-exec'), 'without bubblewrap no random line is run');
  const { missed, understood, ran } = compared(fc.sample(someLine(), { numRuns: 4_000, seed: 14 }));
  // The seed is fixed, so that a run says the same everywhere; another one tries other lines. Enough lines ran something, and enough of those were understood, for this to mean something.
  expect({ missed, ran: ran > 1_500, understood: understood > 600 }).toEqual({ missed: [], ran: true, understood: true });
});

test('S22: what the parser reads differently from bash counts as not understood', () => {
  const lines = [
    ...[
      '<&-a b',
      'a $(<&-c d)',
      ">&x'$(b)' c",
      '>&-c',
      '<&-\u00a0',
      'a[[ b ]]$(c)',
      'a <(b)#c; d',
      '$\\\na',
      'a >& -n b',
      '1>(a) b',
      "a $'b\\\nc'",
      'x=(a $(b))c',
      "a <<E\n${x:-'$(b)'}\nE",
      'a "${x:\\\n-\'$(b)\'}"',
      'a $((( 1 )); b)',
    ],
    ...['a\fb', 'a \r\nb', 'a \u0000', `a ${'\uE001'}`, `${'$('.repeat(40)}a${')'.repeat(40)}`, 'f() '.repeat(5_000)],
  ];
  expect(lines.filter(line => readLine(parser, line, { cwd: '/', isFolder: () => true }).unclear === undefined)).toEqual([]);
});

test('a planted command that is not read is found', context => {
  context.skip(sandbox === undefined || sandbox.endsWith('sandbox-exec'), 'without bubblewrap no line is run');
  accessSync('/bin/bash', constants.X_OK);
  const [[, all] = []] = ranByBash(['a; b c']);
  const read = readLine(parser, 'a', { cwd: '/', isFolder: () => true });
  expect([all, all?.map(argv => isRead(read, argv))]).toEqual([
    [['a'], ['b', 'c']],
    [true, false],
  ]);
});
