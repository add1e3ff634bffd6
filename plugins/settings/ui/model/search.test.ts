import { expect, test } from 'vitest';
import { search, searchIndex } from './search.ts';
import { sectionsOf } from './sections.ts';

const words: Record<string, string> = {
  'section.general': 'Général',
  'setting.appearance': 'Thème',
  'setting.appearance.keywords': 'mode sombre, couleurs',
  'setting.size': 'Taille de l’interface',
  'setting.start': 'Commencer par',
  'section.shortcuts': 'Raccourcis clavier',
  'section.storage': 'Stockage',
};
const sections = sectionsOf({
  contributed: [
    {
      from: '@acme/notes',
      value: { id: 'notes', title: 'Notes', form: [{ id: 'folder', title: 'Dossier des notes', kind: 'string' }], order: 1 },
    },
    { from: '@acme/thief', value: { id: 'general', title: 'Mine', form: [{ id: 'x', title: 'X', kind: 'boolean' }] } },
    {
      from: '@atelier/telemetry',
      value: { id: 'telemetry', title: 'Télémétrie', into: 'sidebar', form: [{ id: 'on', title: 'Rapports anonymes', kind: 'boolean' }] },
    },
    {
      from: '@atelier/providers',
      value: {
        id: 'providers',
        title: 'Fournisseurs',
        group: 'work',
        order: 60,
        view: 'providers.page',
        settings: [{ id: 'add', title: 'Ajouter une clé', keywords: ['api'] }],
      },
    },
    {
      from: '@acme/pushy',
      value: { id: 'pushy', title: 'Pushy', group: 'app', order: 0, form: [{ id: 'y', title: 'Y', kind: 'boolean' }] },
    },
  ],
  running: new Set(['@atelier/workbench', '@atelier/conversations', '@atelier/agent']),
  commands: [{ id: 'workbench.light', title: 'Thème : clair', keywords: ['Raccourcis clavier'] }],
  text: key => words[key],
});

test('sections are in their groups and in order; those of third-party extensions are in the group of extensions and replace no other section', () => {
  expect(sections.map(({ id, group, from, inside }) => [group, id, from, ...inside.map(one => one.id)])).toMatchInlineSnapshot(`
    [
      [
        "app",
        "general",
        "@atelier/settings",
      ],
      [
        "app",
        "audio",
        "@atelier/settings",
      ],
      [
        "app",
        "notifications",
        "@atelier/settings",
      ],
      [
        "app",
        "sidebar",
        "@atelier/settings",
        "telemetry",
      ],
      [
        "app",
        "language",
        "@atelier/settings",
      ],
      [
        "app",
        "shortcuts",
        "@atelier/settings",
      ],
      [
        "app",
        "storage",
        "@atelier/settings",
      ],
      [
        "app",
        "privacy",
        "@atelier/settings",
      ],
      [
        "work",
        "behaviors",
        "@atelier/settings",
      ],
      [
        "work",
        "providers",
        "@atelier/providers",
      ],
      [
        "work",
        "rules",
        "@atelier/settings",
      ],
      [
        "work",
        "sessions",
        "@atelier/settings",
      ],
      [
        "extensions",
        "pushy",
        "@acme/pushy",
      ],
      [
        "extensions",
        "notes",
        "@acme/notes",
      ],
    ]
  `);
});

test('settings are found by title, keywords and choices, ignoring case and accents, the best first, with matches marked', () => {
  const index = searchIndex(sections);
  const found = (query: string) =>
    search(index, query).map(({ section, setting = '', title, marks }) => `${section} ${setting} ${title} ${JSON.stringify(marks)}`);
  expect(
    ['THEME', 'sombre', 'taille inter', 'rapports', 'api', 'dossier', 'général', 'xyzzy', '  '].map(query => [query, found(query)]),
  ).toMatchInlineSnapshot(`
    [
      [
        "THEME",
        [
          "general general.appearance Thème [[0,5]]",
          "shortcuts workbench.light Thème : clair [[0,5]]",
        ],
      ],
      [
        "sombre",
        [
          "general general.appearance Thème []",
        ],
      ],
      [
        "taille inter",
        [
          "general general.size Taille de l’interface [[0,6],[12,17]]",
        ],
      ],
      [
        "rapports",
        [
          "sidebar telemetry.on Rapports anonymes [[0,8]]",
        ],
      ],
      [
        "api",
        [
          "providers add Ajouter une clé []",
        ],
      ],
      [
        "dossier",
        [
          "notes notes.folder Dossier des notes [[0,7]]",
        ],
      ],
      [
        "général",
        [
          "general  Général [[0,7]]",
        ],
      ],
      [
        "xyzzy",
        [],
      ],
      [
        "  ",
        [],
      ],
    ]
  `);
});
