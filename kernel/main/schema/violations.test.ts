import { validateChannelFile } from '@atelier/schemas/channel.validate.js';
import { validateFrame } from '@atelier/schemas/frame.validate.js';
import { validateManifest } from '@atelier/schemas/manifest.validate.js';
import { validateViewContribution } from '@atelier/schemas/points/views.validate.js';
import { expect, test } from 'vitest';
import { channelValidatorsOf, describeViolations, inWords, type StandaloneValidate, validatorOf, violationsOf } from './violations.ts';

const manifest = { name: '@acme/notes', version: '1.0.0', engines: { atelier: '^1.0.0' }, atelier: {} };

test('the violations of a manifest say what is wrong, where, and what was expected, in English', () => {
  expect(sentencesOf(validateManifest, wrongManifest, 'en')).toMatchInlineSnapshot(`
    "name: "@Acme/notes" does not have the expected form, as in "@acme/notes".
    version: "1.0" does not have the expected form, as in "1.0.0".
    engines.atelier: "*" is not allowed here; write for example "^1.0.0".
    atelier: "reqires" is not known here; did you mean "requires"?
    atelier: "everything" is not known here. Known names: "displayName", "icon", "kind", "main", "ui", "activation", "requires", "optional", "points", "runs", "access", "definesRights", "channels", "taps", "servers", "rights", "contributes".
    atelier.displayName: an empty text is not allowed here.
    atelier.icon: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…" is too long; at most 200 characters are allowed.
    atelier.kind: found "bridge", expected "channel".
    atelier.main: "dist/main.js" does not have the expected form, as in "./dist/main.js".
    atelier.requires: among its names, "@Acme/x" does not have the expected form, as in "@atelier/agent".
    atelier.requires["@acme/y"]: found 5, expected a text.
    atelier.taps: found "all", expected a list.
    atelier.rights.net[0]: "HTTP://x" does not have the expected form, as in "api.example.org".
    atelier.rights.files[0]: "in" is missing.
    atelier.rights.files[0].mode: found "append", expected "read" or "write".
    atelier.rights.secrets: found 51 entries, expected at most 50.
    atelier.rights.notify: found "yes", expected true or false."
  `);
});

test('the same in French', () => {
  expect(sentencesOf(validateManifest, wrongManifest, 'fr')).toMatchInlineSnapshot(`
    "name : "@Acme/notes" n’a pas la forme attendue, par exemple "@acme/notes".
    version : "1.0" n’a pas la forme attendue, par exemple "1.0.0".
    engines.atelier : "*" n’est pas permis ici ; écrivez par exemple "^1.0.0".
    atelier : "reqires" n’est pas connu ici ; vouliez-vous dire "requires" ?
    atelier : "everything" n’est pas connu ici. Noms connus : "displayName", "icon", "kind", "main", "ui", "activation", "requires", "optional", "points", "runs", "access", "definesRights", "channels", "taps", "servers", "rights", "contributes".
    atelier.displayName : un texte vide n’est pas permis ici.
    atelier.icon : "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…" est trop long ; au plus 200 caractères sont permis.
    atelier.kind : trouvé : "bridge" ; attendu : "channel".
    atelier.main : "dist/main.js" n’a pas la forme attendue, par exemple "./dist/main.js".
    atelier.requires : parmi ses noms, "@Acme/x" n’a pas la forme attendue, par exemple "@atelier/agent".
    atelier.requires["@acme/y"] : trouvé : 5 ; attendu : un texte.
    atelier.taps : trouvé : "all" ; attendu : une liste.
    atelier.rights.net[0] : "HTTP://x" n’a pas la forme attendue, par exemple "api.example.org".
    atelier.rights.files[0] : "in" manque.
    atelier.rights.files[0].mode : trouvé : "append" ; attendu : "read" ou "write".
    atelier.rights.secrets : trouvé : 51 éléments ; attendu : au plus 50.
    atelier.rights.notify : trouvé : "yes" ; attendu : true ou false."
  `);
});

const wrongManifest = {
  name: '@Acme/notes',
  version: '1.0',
  engines: { atelier: '*' },
  atelier: {
    displayName: '',
    kind: 'bridge',
    main: 'dist/main.js',
    icon: 'x'.repeat(300),
    reqires: {},
    everything: true,
    requires: { '@Acme/x': '^1.0.0', '@acme/y': 5 },
    taps: 'all',
    rights: { net: ['HTTP://x', 'a.org'], notify: 'yes', files: [{ glob: '*', mode: 'append' }], secrets: Array(51).fill('a') },
  },
};

test.each<[string, unknown, string]>([
  ['nothing at all', undefined, 'found nothing, expected an object.'],
  ['a list', [], 'found a list, expected an object.'],
  ['an empty object', {}, '"name" is missing.\n"version" is missing.\n"engines" is missing.\n"atelier" is missing.'],
  [
    'a name with invisible characters',
    { ...manifest, name: 'no\u202etes\u0000' },
    'name: "no\\u{202e}tes\\u0000" does not have the expected form, as in "@acme/notes".',
  ],
  [
    'a key that tries to be a prototype',
    { ...manifest, atelier: JSON.parse('{"__proto__": {}}') },
    expect.stringMatching(/^atelier: "__proto__" is not known here\. Known names: "displayName", .*\.$/) as never,
  ],
])('the violation of a manifest that is %s is a plain sentence', (_, value, sentence) => {
  expect(sentencesOf(validateManifest, value, 'en')).toEqual(sentence);
});

test('of two forms that exclude each other, "both" and "neither" have different sentences', () => {
  const view = { id: 'notes.list', slot: 'main', title: 'Notes' };
  const both = { ...view, element: 'notes-list', html: './a.html' };

  expect([
    sentencesOf(validateViewContribution, view, 'en'),
    sentencesOf(validateViewContribution, both, 'en'),
    sentencesOf(validateViewContribution, both, 'fr'),
  ]).toEqual([
    '"element" or "html" is missing.',
    '"element" and "html" exclude each other; keep one.',
    '"element" et "html" s’excluent ; n’en gardez qu’un.',
  ]);
});

test('where several forms are allowed, the violations are those of the closest form', () => {
  const channel = { channel: 'notes', calls: {}, events: { done: { access: 'everybody', payload: {}, urgent: { kind: [null] } } } };
  const number = { ...channel, events: { done: { access: 'everybody', payload: {}, urgent: 5 } } };

  expect([sentencesOf(validateChannelFile, channel, 'en'), sentencesOf(validateChannelFile, number, 'en')]).toEqual([
    'events.done.urgent.kind[0]: found null, expected a text, a number or true or false.',
    'events.done.urgent: found 5, expected true or false or an object.',
  ]);
});

test('a frame gets its first violation only', () => {
  expect(sentencesOf(validateFrame, { v: 2, id: -1 }, 'en')).toBe('"kind" is missing.');
});

test('a violation has its path apart from its sentence, and can be sent as JSON', () => {
  const violations = violationsOf({ ...manifest, version: 1 }, failuresOf(validateManifest, { ...manifest, version: 1 }));

  expect(structuredClone(violations)).toEqual([
    {
      path: 'version',
      message: 'version: found 1, expected a text.',
      texts: { en: 'version: found 1, expected a text.', fr: 'version : trouvé : 1 ; attendu : un texte.' },
    },
  ]);
});

test('a key that is no identifier is quoted in the path', () => {
  const value = { ...manifest, atelier: { requires: { '@acme/a.b~c': 5 } } };

  expect(sentencesOf(validateManifest, value, 'en').split('\n').at(-1)).toBe('atelier.requires["@acme/a.b~c"]: found 5, expected a text.');
});

test('of a thousand faults twenty are reported, and that there are more', () => {
  const value = { ...manifest, atelier: { taps: Array.from({ length: 1000 }, (_, i) => i) } };
  const violations = validatorOf(validateManifest)(value);

  expect([violations.length, violations.at(-1)?.message]).toEqual([21, 'And there is more.']);
});

test('a validator that overflows the stack answers with a sentence', () => {
  const overwhelmed: StandaloneValidate = () => {
    throw new RangeError('Maximum call stack size exceeded');
  };

  expect(inWords(validatorOf(overwhelmed)(1), 'en')).toBe('This is nested too deeply to be checked.');
});

test('the validators of a channel return violations and have no inherited names', () => {
  const never: StandaloneValidate = Object.assign((_: unknown) => false, {
    errors: [{ instancePath: '/a', schemaPath: '#/type', keyword: 'type', params: { type: 'string' } }],
  });
  const channel = channelValidatorsOf({ calls: { send: { params: never, result: never } }, events: { sent: never } });

  expect([inWords(channel.calls.send?.params({ a: 1 }) ?? [], 'en'), channel.calls.constructor, channel.events.toString]).toEqual([
    'a: found 1, expected a text.',
    undefined,
    undefined,
  ]);
});

test('an unknown kind of failure still makes a sentence', () => {
  const failures = [{ instancePath: '/a', schemaPath: '#/x', keyword: 'somethingNew', params: {} }];

  expect(describeViolations(failures, { a: 'x' })).toEqual({
    en: 'a: found "x", which does not have the form that is expected here.',
    fr: 'a : "x" n’a pas la forme attendue ici.',
  });
});

function sentencesOf(validate: StandaloneValidate, value: unknown, locale: 'fr' | 'en'): string {
  return inWords(validatorOf(validate)(value), locale);
}

function failuresOf(validate: StandaloneValidate, value: unknown): StandaloneValidate['errors'] {
  validate(value);
  return validate.errors;
}
