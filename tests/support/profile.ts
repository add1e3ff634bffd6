import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

interface Made {
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  readonly engine?: string;
  readonly atelier: object;
  readonly main?: string;
  readonly texts?: Readonly<Record<'en' | 'fr', object>>;
}

const quiet = 'export default { activate() {} };\n';

/** One installed extension per state, so that a page shows all states. */
const extensions: readonly Made[] = [
  {
    name: '@acme/reading-list',
    version: '1.4.0',
    description: '%what%',
    atelier: {
      displayName: '%name%',
      activation: 'startup',
      rights: { net: ['news.example.org', '*.example.com'], secrets: ['token'], notify: true },
      contributes: { commands: [{ id: 'reading-list.add', title: '%add%' }] },
    },
    main: "export default { activate(ctx) { ctx.handle('reading-list.add', async () => 'added'); } };\n",
    texts: {
      en: { name: 'Reading list', add: 'Read later', what: 'Keeps what you want to read later.' },
      fr: { name: 'À lire', add: 'Lire plus tard', what: 'Garde ce que vous voulez lire plus tard.' },
    },
  },
  {
    name: '@acme/mail-bridge',
    version: '0.9.2',
    atelier: { displayName: '%name%', activation: 'startup' },
    main: "export default { activate() { throw new Error('connect ECONNREFUSED 127.0.0.1:143'); } };\n",
    texts: { en: { name: 'Mail bridge' }, fr: { name: 'Passerelle de courriel' } },
  },
  { name: '@acme/next-door', version: '3.0.0', engine: '^9.0.0', atelier: { displayName: 'Next door' } },
  { name: '@acme/screenshot-notes', version: '0.4.0', atelier: { displayName: 'Screenshot notes' } },
  {
    name: '@acme/table-paste',
    version: '0.6.2',
    atelier: {
      displayName: 'Table paste',
      contributes: {
        commands: [
          { id: 'table-paste.paste', title: 'Paste a table' },
          { id: 'other.paste', title: 'Paste all' },
        ],
        views: [{ id: 'table-paste.grid', slot: 'shelf', title: 'Grid', element: 'table-paste-grid' }],
      },
    },
  },
  { name: '@acme/commit-helper', version: '2.1.0', atelier: { displayName: 'Commit helper' } },
  { name: '@acme/irc-bridge', version: '0.2.0', atelier: { displayName: 'IRC bridge' } },
];

/** The person's decisions about them. */
const choices = {
  extensions: {
    '@acme/reading-list': { granted: { net: ['news.example.org'], notify: true } },
    '@acme/screenshot-notes': { quarantined: true },
    '@acme/irc-bridge': { enabled: false },
    // A profile with all these extensions has completed its first start.
    '@atelier/onboarding': { enabled: false },
    '@atelier/template': { enabled: true },
  },
};

/** Fills a profile with an extension in every state. */
export function writeProfile(userData: string): void {
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(userData, file)), { recursive: true });
    writeFileSync(join(userData, file), text);
  };
  write('extensions.json', JSON.stringify(choices));
  for (const { name, version, description, engine = '^1.0.0', atelier, main = quiet, texts } of extensions) {
    const folder = join('extensions', name.replace('/', '--'));
    const manifest = {
      name,
      version,
      description,
      type: 'module',
      engines: { atelier: engine },
      atelier: { ...atelier, main: './main.js' },
    };
    write(join(folder, 'package.json'), JSON.stringify(manifest));
    write(join(folder, 'main.js'), main);
    for (const [language, words] of Object.entries(texts ?? {})) write(join(folder, 'text', `${language}.json`), JSON.stringify(words));
  }
  write(join('extensions', 'broken', 'package.json'), '{ "name": "broken", ');
}
