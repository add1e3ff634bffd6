// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the violations are planted as text.
import { expect, test } from 'vitest';
import { templatesOf } from './support/templates.ts';
import { textFaults } from './support/texts.ts';
import { repositoryTree } from './support/tree.ts';

test('every text is in both languages with the same blanks, is shown somewhere, and none stands in the code', () => {
  const tree = repositoryTree();
  expect([...tree.keys()].filter(path => /\/ui\/.+\.ts$/.test(path)).length).toBeGreaterThan(10);
  expect(textFaults(tree)).toEqual([]);
});

const table = (texts: object) => JSON.stringify(texts);
const notes = (ui: string, fr: object = {}, en: object = fr, manifest = {}) =>
  new Map([
    ['plugins/notes/ui/notes.ts', ui],
    ['plugins/notes/text/fr.json', table(fr)],
    ['plugins/notes/text/en.json', table(en)],
    ['plugins/notes/package.json', JSON.stringify(manifest)],
  ]);

test('planted: texts that are missing, empty, unused, or leave other blanks', () => {
  const ui = "const { add, kept } = this.texts; this.texts[`state.${name}`]; this.texts.count('notes', 2);";
  const fr = { add: 'Ajouter {count}', kept: ' ', gone: 'Parti', 'state.open': 'Ouvert', only: 'Seul', 'notes.one': '1', 'days.one': '1' };
  const en = { add: 'Add {number}', kept: 'Kept', gone: 'Gone', 'state.open': 'Open', title: 'Notes', 'notes.one': '1', 'days.one': '1' };
  const faults = textFaults(notes(ui, fr, en, { atelier: { displayName: '%title%', views: [{ title: '%lost%' }] } }));
  expect([...faults, ...textFaults(new Map([['plugins/notes/text/fr.json', '{}']]))]).toEqual([
    'plugins/notes/text leaves other blanks in French than in English under "add".',
    'plugins/notes/text says nothing under "kept".',
    'plugins/notes/text has no "only" in English.',
    'plugins/notes/text has no "title" in French.',
    'plugins/notes/text says "days.one", which nothing shows.',
    'plugins/notes/text says "gone", which nothing shows.',
    'plugins/notes/text says "only", which nothing shows.',
    'plugins/notes/package.json shows %lost%, which plugins/notes/text does not say.',
    'plugins/notes/text has no en.json.',
  ]);
});

test('planted: French that keeps a sign too close, and what may stand close', () => {
  const near = { a: '{label}: {title}', b: 'Continuer?', c: '«Oui »', d: 'Fait; rien' };
  const fine = { e: 'À 8:30 : « Bonjour » ? (https://x.fr/?a=b)', f: ' : {reason}' };
  const keys = [...Object.keys(near), ...Object.keys(fine)].map(key => `this.texts.${key};`).join('');
  const faults = textFaults(notes(keys, { ...near, ...fine }, { ...near, ...fine }));
  expect(faults).toEqual(Object.keys(near).map(key => `plugins/notes/text lacks the French space beside a sign under "${key}".`));
});

test('planted: texts of an area that its folder does not show, that nothing imports, or that lie beside the folder of texts', () => {
  const area = (folder: string, texts: object) =>
    ['fr', 'en'].map((language): [string, string] => [`${folder}/${language}.json`, table(texts)]);
  const tree = new Map([
    ...area('plugins/notes/text/list', { shown: 'Shown', elsewhere: 'Elsewhere' }),
    ...area('plugins/notes/text/old', { shown: 'Shown' }),
    ...area('plugins/notes/ui/page/text', { shown: 'Shown' }),
    ...area('plugins/notes/text/list/deep', { shown: 'Shown' }),
    ['plugins/notes/ui/list/texts.ts', "import en from '../../text/list/en.json';\nimport fr from '../../text/list/fr.json';"],
    ['plugins/notes/ui/list/rows.ts', "texts.of('shown');"],
    ['plugins/notes/ui/head.ts', "texts.of('elsewhere');"],
    ['plugins/notes/ui/typed.ts', "const fr = {\n  open: 'Ouvrir',\n};\ntexts.of('open');"],
  ]);
  expect(textFaults(tree)).toEqual([
    'plugins/notes/text/list says "elsewhere", which nothing shows.',
    'plugins/notes/text/list/deep is not in the text folder of its plugin.',
    'plugins/notes/text/old is imported by no file of plugins/notes.',
    'plugins/notes/ui/page/text is not in the text folder of its plugin.',
    'plugins/notes/ui/typed.ts has a table of texts. Put it in plugins/notes/text.',
  ]);
});

test('planted: a view that shows the description of the manifest, which pages leave out', () => {
  const tree = notes("this.texts.of('description');", { description: 'Notes' }, { description: 'Notes' }, { description: '%description%' });
  expect(textFaults(tree)).toEqual([`plugins/notes shows "description", which its pages leave out: it is the manifest's.`]);
});

test('planted: a key of a typed table that nothing shows, though its translation repeats it', () => {
  const tree = new Map([
    [
      'shell/ui/text.ts',
      "const fr = {\n  open: 'Ouvrir',\n  unused: 'Inutile',\n};\nconst en: Words = {\n  open: 'Open',\n  unused: 'Unused',\n};\n",
    ],
    ['shell/ui/page.ts', 'html`<b>${text.open}</b>` // unused'.replace(' // unused', '\n// unused')],
  ]);
  expect(textFaults(tree)).toEqual(['shell/ui/text.ts says "unused", which nothing shows.']);
});

test.each([
  ['words between tags', 'html`<p>${x} notes</p>`', '"… notes"'],
  ['a single letter', 'html`<kbd>K</kbd>`', '"K"'],
  ['a word of another script', 'html`<p>Заметки</p>`', '"Заметки"'],
  ['words in a template inside an expression', 'html`<ul>${all.map(one => html`<li>Item ${one}</li>`)}</ul>`', '"Item …"'],
  ['words behind a nested string and a comparison', 'html`<p .on=${a > "}" ? `x${b}` : 1}>Yes</p>`', '"Yes"'],
  ['a title', 'html`<b title="Close">×</b>`', '"title="Close""'],
  ['an accessible name with an expression in it', 'html`<b aria-label="Close ${name}"></b>`', '"aria-label="Close …""'],
  ['a placeholder without quotes', 'html`<input placeholder=Search />`', '"placeholder=Search"'],
  ['the text of a drawing', 'svg`<title>Chart</title>`', '"Chart"'],
  ['text that code sets', "this.button.textContent = 'Send';", '".textContent = \'Send\'"'],
  ['an attribute that code sets', "box.setAttribute('aria-label', 'Send');", "\"setAttribute('aria-label', 'Send'\""],
])('planted: %s is found', (_name, code, words) => {
  expect(textFaults(notes(code))).toEqual([expect.stringMatching(/is said in the code\. Say it in a table of texts\.$/)]);
  expect(textFaults(notes(code))[0]).toContain(words);
});

test('what is no text is left alone: expressions, styles, names of classes, entities, figures, our own name, tests', () => {
  const fine = [
    'html`<p class="row wide" title=${words.close} aria-label="${a} · ${b}" @click=${() => this.open("x")}>${text}&nbsp;· 12 ×</p>`',
    'html`<style>p { color: red }</style><!-- why --><h1>Atelier</h1>`',
    'css`:host { display: block }`',
    'const pattern = /[`\'"]/; // html`<p>No</p>`',
    'const id = `not markup <p>words</p>`;',
  ];
  const tree = new Map([
    ...notes(fine.join('\n')),
    ['plugins/notes/ui/notes.test.ts', 'html`<p>Words</p>`'],
    ['kernel/main/log.ts', 'html`<p>Words</p>`'],
  ] as [string, string][]);
  expect(textFaults(tree)).toEqual([]);
});

test('templates are read whole, whatever their expressions hold', () => {
  const source = "const a = html`<p>${on ? html`<b>${`${x}}`}</b>` : '`'}</p>`;\nconst b = css`:host {}`;";
  expect(templatesOf(source)).toEqual([
    { tag: 'html', text: '<b>\0</b>', line: 1 },
    { tag: 'html', text: '<p>\0</p>', line: 1 },
    { tag: 'css', text: ':host {}', line: 2 },
  ]);
});
