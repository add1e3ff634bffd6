import { plainText } from '@atelier/kernel/plain-text';
import { expect, test } from 'vitest';
import { sentences } from '../rows/draw-problem.ts';
import { codeIn } from '../rows/message-tools.ts';
import { texts } from '../texts.ts';
import type { ThreadTexts } from '../toasts.ts';
import { stretchesOf } from './ansi.ts';
import { hunksOf } from './patch.ts';
import { targetOf } from './tool-kinds.ts';
import { verbOf } from './tool-words.ts';

const start = '\u001b';

test('output keeps its colours and loses other escape sequences; of an overwritten line the last state is shown', () => {
  const output = `${start}]0;title\u0007${start}[1;31mred${start}[0m ${start}[38;5;12mfine${start}[39m\n 10 %\r 50 %\r100 %\r\n${start}[2K${start}[?25ldone\u0008`;
  expect(stretchesOf(output)).toEqual([
    { text: 'red', colour: 'red' },
    { text: ' ', colour: undefined },
    { text: 'fine', colour: undefined },
    { text: '\n100 %\ndone', colour: undefined },
  ]);
});

test('a patch becomes hunks with the line numbers of both sides, and the differing parts of paired lines are marked', () => {
  const patch =
    '--- a\n+++ b\n@@ -41,3 +41,3 @@ forecast()\n same\n-const day = localMidnight(p.at)\n+const day = zoned(p.at)\n@@ -9 +9,2 @@\n+new\n\\ No newline at end of file\n';
  expect(hunksOf(patch)).toEqual([
    {
      heading: 'forecast()',
      lines: [
        { kind: 'same', old: 41, new: 41, text: 'same' },
        { kind: 'removed', old: 42, text: 'const day = localMidnight(p.at)', marks: [[12, 25]] },
        { kind: 'added', new: 42, text: 'const day = zoned(p.at)', marks: [[12, 17]] },
      ],
    },
    { lines: [{ kind: 'added', new: 9, text: 'new' }] },
  ]);
});

test('a message is split into its first sentence and the rest, and brackets may contain sentences', () => {
  expect([
    sentences('The key was refused (401: No. Such key). Enter another one, or sign in.'),
    sentences('Il n’y a aucun identifiant pour {provider}. Saisissez une clé.'),
    sentences('It failed'),
  ]).toEqual([
    ['The key was refused (401: No. Such key)', 'Enter another one, or sign in.'],
    ['Il n’y a aucun identifiant pour {provider}', 'Saisissez une clé.'],
    ['It failed', ''],
  ]);
});

test('an answer is copied as Markdown, as plain text, or only its code', () => {
  const answer = '## Why\n\nThe **points** of `zone_name` are _right_, see [the table](https://example.org).\n\n```ts\nconst a = 1;\n```\n';
  expect(plainText('> > Quoted, **twice**\n> and 3 > 2')).toBe('Quoted, twice\nand 3 > 2');
  expect(
    plainText(
      'Call `__init__`, **then** `a * b * c`:\n\n~~~py\ndef __init__(self): return "**kept**" # so\n~~~\n_Done_\n```\n> left _open_',
    ),
  ).toBe('Call __init__, then a * b * c:\n\ndef __init__(self): return "**kept**" # so\n\nDone\n> left _open_');
  const kept = [
    [
      'See https://example.org/pkg/__init__.py and [it](https://example.org/_next_/a).',
      'See https://example.org/pkg/__init__.py and it (https://example.org/_next_/a).',
    ],
    ['Sort by user__name__icontains or a_b_c, **not** __here__.', 'Sort by user__name__icontains or a_b_c, not here.'],
    ['5 \\* 3, 1\\. and \\*no\\*', '5 * 3, 1. and *no*'],
    ['```rm -rf x``` is what I **mean**.\nAnd *so* on.', 'rm -rf x is what I mean.\nAnd so on.'],
    ['10. Then\n    ```py\n    __main__\n    ```\n**Done**', '10. Then\n    __main__\n\nDone'],
  ];
  expect(kept.map(([markdown = '']) => plainText(markdown))).toEqual(kept.map(([, plain]) => plain));
  expect([plainText(answer), codeIn(answer)]).toEqual([
    'Why\n\nThe points of zone_name are right, see the table (https://example.org).\n\nconst a = 1;',
    'const a = 1;\n',
  ]);
});

test('a call that hands work over, or keeps the tasks, is said in words of both languages, with whom or what it names', () => {
  const said = (name: string, locale: 'en' | 'fr') => {
    const text = { of: (key: keyof (typeof texts)['en']) => texts[locale][key] } as unknown as ThreadTexts;
    return verbOf({ name, state: 'done', args: {} } as never, text);
  };
  const tasks = [{ role: 'coder', name: 'Coder, store', task: 'Write.' }, { role: 'reviewer', task: 'Review.' }, 7];
  expect({
    en: ['delegate', 'update_tasks', 'other_tool'].map(name => said(name, 'en')),
    fr: ['delegate', 'update_tasks', 'other_tool'].map(name => said(name, 'fr')),
    delegate: targetOf('delegate', { order: 'parallel', tasks }),
    tasks: targetOf('update_tasks', { tasks: [{ title: 'Plan', state: 'done' }] }),
  }).toEqual({
    en: ['Hand over to specialists', 'Tasks', 'other_tool'],
    fr: ['Confier à des spécialistes', 'Tâches', 'other_tool'],
    delegate: 'Coder, store, reviewer',
    tasks: 'Plan',
  });
});

test('a call of a memory tool is said in words of both languages, and one that was refused in words that say so', () => {
  const said = (name: string, state: 'done' | 'failed', locale: 'en' | 'fr') => {
    const text = { of: (key: keyof (typeof texts)['en']) => texts[locale][key] } as unknown as ThreadTexts;
    return verbOf({ name, state, args: {} } as never, text);
  };
  const both = (name: string) => (['en', 'fr'] as const).flatMap(locale => [said(name, 'done', locale), said(name, 'failed', locale)]);
  expect([both('memory_upsert'), both('memory_search')]).toEqual([
    ['Remember', 'Not remembered', 'Retenir', 'Non retenu'],
    ['Search memories', 'Memories not searched', 'Chercher dans les souvenirs', 'Souvenirs non consultés'],
  ]);
});
