import { expect, test } from 'vitest';
import { isDevelopment } from './development.ts';
import { eventOf } from './reports/event.ts';
import { framesOf } from './reports/frames.ts';
import { scrubbed } from './reports/scrub.ts';

test('K2: of a message stays what our code says, and of its reason what the system says', () => {
  const messages = [
    "The backup failed: ENOSPC: no space left on device, write '/people/marie/plan.md'",
    'settings were not read: Unexpected token \'D\', "Dear doctor, I" is not valid JSON',
    "tap failed: Cannot read properties of undefined (reading 'title')",
    'The model answered: I think that your sister should leave him',
    'x.render is not a function',
    'Opening “Letter to my lawyer” in /people/marie/divorce/ failed for marie@example.org',
    'could not reach https://me:secret@intranet.example.org/v1?key=abc at 10.1.2.3 or build.corp.example',
    'session 0198c2f1-7d3a-7000-8000-3f6c2a1b9d10 of token abcDEF1234567890xyz has 1234567 rows',
    'first line\nsecond line: secret',
    'provider/refused the key sk-1234',
  ];
  expect(messages.map(scrubbed)).toEqual([
    'The backup failed: ENOSPC',
    'settings were not read: Unexpected token',
    "tap failed: Cannot read properties of undefined (reading 'title')",
    'The model answered: [left out]',
    'x.render is not a function',
    // More than the path is removed, because names of folders may contain spaces.
    'Opening [quoted] in [path]',
    'could not reach [address] at [address] or [name]',
    'session [id] of token [token] has [number] rows',
    'first line',
    'provider/refused',
  ]);
});

test('K2: a hostile error text comes out without keys, paths, addresses and names, whatever it is made of', () => {
  const secrets = [
    'sk-live-abcdefghijklmnop1234',
    'C:\\Users\\Marie\\key.pem',
    'marie.curie@example.fr',
    'srv-01.corp.example',
    '/Users/marie/Desktop/will.docx',
  ];
  const shapes = [
    (s: string) => s,
    (s: string) => `failed ${s}`,
    (s: string) => `"${s}"`,
    (s: string) => `a: ${s}`,
    (s: string) => `(${s}) and ${s}, ${s}.`,
    (s: string) => `x`.repeat(3000) + s,
  ];
  const left = secrets.flatMap(secret =>
    shapes
      .map(shape => scrubbed(shape(secret)))
      .filter(text => secret.split(/[\\/@.]/).some(part => part.length > 4 && text.includes(part))),
  );
  expect(left).toEqual([]);
});

test('a hostile message is processed in linear time', () => {
  const hostile = ['/a '.repeat(5000), '.a'.repeat(5000), "'".repeat(5000), '::'.repeat(5000), 'a-1'.repeat(5000), ' at ('.repeat(5000)];
  for (const text of hostile) {
    scrubbed(text);
    framesOf(`Error\n    at ${text}`);
  }
  expect(hostile.length).toBe(6);
});

test('frames name files and functions of the program, the outermost first, and no folder of the machine', () => {
  const stack = [
    'Error: no',
    '    at Object.open (/people/marie/apps/Atelier/plugins/agent/main/index.js:10:5)',
    '    at async read (file:///C:/Users/Marie/app/kernel/main/kernel.js?x=1:64:9)',
    '    at /people/marie/.config/Atelier/extensions/diary/main.js:1:1',
    '    at next (/opt/atelier/node_modules/lit/index.js:3:3)',
    '    at node:internal/timers:581:17',
    '    at my secret sentence (/people/marie/x.js:2:2)',
  ].join('\n');
  expect(framesOf(stack).map(({ filename, function: name, lineno, in_app }) => [filename, name, lineno, in_app])).toEqual([
    ['?', '?', 2, true],
    ['node:internal/timers', '?', 581, false],
    ['node_modules/lit/index.js', 'next', 3, false],
    ['?', '?', 1, true],
    ['kernel/main/kernel.js', 'read', 64, true],
    ['plugins/agent/main/index.js', 'Object.open', 10, true],
  ]);
});

test('of a third-party extension only the fact that it failed is reported, and equal errors have the same fingerprint', () => {
  const source = { release: 'atelier@1.0.0', host: 'browser', isBundled: (id: string) => id === 'kernel' };
  const line = (of: string, text: string) => ({
    at: 0,
    level: 'error' as const,
    source: of,
    text,
    fields: { error: { name: 'TypeError', code: 'storage/full', stack: 'at a (/x/kernel/main/k.js:1:1)' } },
  });
  const [ours, theirs, again] = [
    eventOf(line('kernel', 'broke'), source),
    eventOf(line('diary', 'Dear diary'), source),
    eventOf(line('kernel', 'broke'), source),
  ];
  expect([
    ours.event.exception.values[0],
    theirs.event.exception.values[0],
    theirs.event.logger,
    ours.fingerprint === again.fingerprint && ours.event.event_id !== again.event.event_id,
    JSON.stringify(theirs).includes('diary'),
  ]).toEqual([
    {
      type: 'storage/full',
      value: 'broke',
      stacktrace: { frames: [{ filename: 'kernel/main/k.js', function: 'a', lineno: 1, colno: 1, in_app: true }] },
    },
    { type: 'Error', value: '[left out]' },
    'extension',
    true,
    false,
  ]);
});

test('development includes every session of it, every automation instance and every test', () => {
  const sessions = [
    {},
    { ATELIER_ALLOW_AUTOMATION_INSTANCE: '0' },
    { ATELIER_DEV_SESSION: 'ab' },
    { ATELIER_ALLOW_AUTOMATION_INSTANCE: '1' },
    { VITEST: 'true' },
    { NODE_ENV: 'test' },
  ];
  expect(sessions.map(env => isDevelopment(env))).toEqual([false, false, true, true, true, true]);
});
