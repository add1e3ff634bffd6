/** One row of "who may import whom". All patterns are matched against whole strings. */
export interface Layer {
  readonly name: string;
  /** Paths of the files this row is about; the first row that fits counts. */
  readonly files: RegExp;
  /** Packages, and paths of this repository, that may be imported. `$1` is what the first group of `files` matched. */
  readonly may: readonly string[];
}

const api = '@atelier/kernel';
const schemaTypes = '@atelier/schemas/.+';
const ownContract = 'plugins/$1/contract/index\\.ts';
/** Which of them, decides the plugin's manifest. */
const contracts = '@[a-z0-9-]+/[a-z0-9-]+/contract';

/** Architecture 2.13. A file that fits no row is a violation, and so is an import that its row does not name. */
export const layers: readonly Layer[] = [
  { name: 'tests', files: /(?:.+\.(?:test|fixture)\.(?:ts|js)|tests\/.+|vitest(?:\.(?:long|apart))?\.config\.ts)/, may: ['.+'] },
  { name: 'schemas/generated', files: /schemas\/generated\/.+/, may: ['schemas/generated/.+'] },
  {
    name: 'schemas',
    files: /schemas\/(?:generate\.ts|generate\/.+)/,
    may: ['node:.+', 'schemas/generate/.+', 'ajv(?:/.+)?', 'json-schema-to-typescript', 'rolldown(?:/.+)?'],
  },
  { name: 'kernel/api', files: /kernel\/api\/.+/, may: [schemaTypes, 'kernel/api/.+'] },
  { name: 'kernel/host', files: /kernel\/host\/.+/, may: [api, schemaTypes, 'node:.+', 'kernel/host/.+', 'ws', 'better-sqlite3'] },
  {
    name: 'kernel/main',
    files: /kernel\/main\/.+/,
    may: [
      api,
      '@atelier/kernel/host',
      schemaTypes,
      'node:.+',
      'kernel/main/.+',
      'kernel/api/contract/.+',
      'better-sqlite3',
      'ajv(?:/.+)?',
      'tapable',
      'semver(?:/.+)?',
    ],
  },
  {
    name: 'kernel/ui/markdown',
    files: /kernel\/ui\/markdown\/.+/,
    may: [
      'kernel/ui/markdown/.+',
      'kernel/api/visible-text\\.ts',
      'lit(?:/.+)?',
      'marked',
      'highlight\\.js(?:/.+)?',
      'temml',
      'grok-mermaid',
    ],
  },
  { name: 'kernel/ui', files: /kernel\/ui\/.+/, may: [api, schemaTypes, 'kernel/ui/.+', 'lit(?:/.+)?'] },
  { name: 'kernel/testing', files: /kernel\/testing\/.+/, may: ['@atelier/kernel(?:/.+)?', schemaTypes, 'node:.+', 'kernel/.+', 'vitest'] },
  { name: 'plugins/*/contract', files: /plugins\/([^/]+)\/contract\/.+/, may: [api, contracts, 'plugins/$1/contract/.+'] },
  {
    name: 'plugins/agent/engine',
    files: /plugins\/agent\/engine\/.+/,
    may: [api, 'node:.+', 'plugins/agent/contract/index\\.ts', 'plugins/agent/engine/.+', '@earendil-works/pi-coding-agent'],
  },
  {
    name: 'plugins/agent/main',
    files: /plugins\/(agent)\/main\/.+/,
    may: [
      api,
      'node:.+',
      contracts,
      ownContract,
      'plugins/$1/main/.+',
      'plugins/agent/engine/(?:protocol|containment|detect-sandbox|protected-paths|redact)\\.ts',
      'package:dependency',
    ],
  },
  {
    name: 'plugins/*/main',
    files: /plugins\/([^/]+)\/main\/.+/,
    may: [api, 'node:.+', contracts, ownContract, 'plugins/$1/main/.+', 'package:dependency'],
  },
  {
    name: 'plugins/*/ui',
    files: /plugins\/([^/]+)\/ui\/.+/,
    may: [api, '@atelier/kernel/(?:ui|kit)', 'lit(?:/.+)?', contracts, ownContract, 'plugins/$1/ui/.+', 'plugins/$1/text/.+\\.json'],
  },
  {
    name: 'shell/cli/extension',
    files: /shell\/cli\/extension\/.+/,
    may: [api, '@atelier/kernel/(?:authoring|host)', 'node:.+', 'shell/cli/.+'],
  },
  { name: 'shell/cli', files: /shell\/cli\/.+/, may: ['node:.+', 'shell/cli/.+', 'vite', 'better-sqlite3'] },
  {
    name: 'shell build',
    files: /shell\/(?:vite(?:\.[a-z]+)?\.config\.ts|gallery\/vite\.config\.ts|build\/.+)/,
    may: ['node:.+', 'vite', 'shell/build/.+'],
  },
  {
    name: 'shell/ui/frames',
    files: /shell\/ui\/frames\/.+/,
    // Strangers send frames here, so they are checked here; what both ends say is written once.
    may: [api, '@atelier/kernel/ui', schemaTypes, 'lit(?:/.+)?', 'shell/ui/frames/.+', 'shell/frame/protocol\\.ts'],
  },
  {
    name: 'shell/ui',
    files: /shell\/ui\/.+/,
    may: [api, '@atelier/kernel/(?:ui|kit|window-check)', 'lit(?:/.+)?', 'shell/ui/.+', 'shell/frame/protocol\\.ts'],
  },
  { name: 'shell/gallery', files: /shell\/gallery\/.+/, may: [api, '@atelier/kernel/(?:ui|kit)', 'lit(?:/.+)?', 'shell/gallery/.+'] },
  { name: 'shell/frame', files: /shell\/frame\/.+/, may: [api, '@atelier/kernel/(?:ui|kit)', 'lit(?:/.+)?', 'shell/frame/.+'] },
  {
    name: 'shell/electron/kernel-process',
    files: /shell\/electron\/kernel-process\.ts/,
    may: ['@atelier/kernel(?:/start|/host)?', 'node:.+', 'shell/electron/.+'],
  },
  { name: 'shell/electron', files: /shell\/electron\/.+/, may: ['electron', '@atelier/kernel(?:/host)?', 'node:.+', 'shell/electron/.+'] },
  { name: 'shell/browser', files: /shell\/browser\/.+/, may: ['@atelier/kernel(?:/start|/host)?', 'node:.+', 'shell/browser/.+'] },
  {
    name: 'registry-dev/examples',
    files: /registry-dev\/examples\/([^/]+)\/.+/,
    may: [api, '@atelier/kernel/ui', 'lit(?:/.+)?', '/__atelier/view\\.js', 'registry-dev/examples/$1/.+'],
  },
  { name: 'registry-dev', files: /registry-dev\/.+/, may: ['verdaccio', 'node:.+', 'registry-dev/.+'] },
];

/** Packages that one file of the product imports, so that they can be replaced in one place. */
export const doors: Readonly<Record<string, RegExp>> = {
  // The doctor loads it in a child, to see whether it can be loaded at all.
  'better-sqlite3': /kernel\/main\/storage\/storage\.ts|shell\/cli\/doctor-checks\.mjs/,
  ajv: /kernel\/main\/schema\/validate\.ts|schemas\/generate(?:\.ts|\/.+)/,
  tapable: /kernel\/main\/tables\/hooks\.ts/,
  semver: /kernel\/main\/manifest\/plan\.ts/,
  ws: /kernel\/host\/ws-links\.ts/,
  // The rest of the shell is handed an `ElectronLike`, so that it runs on a fake too.
  '@earendil-works/pi-coding-agent': /plugins\/agent\/engine\/.+/,
  electron: /shell\/electron\/(?:main|preload|electron-like)\.ts/,
  // A page that was exported is made in the main side, where the kit of the window is not.
  marked: /kernel\/ui\/markdown\/lexer\.ts|plugins\/exchange\/main\/export\/blocks\.ts/,
  yauzl: /plugins\/exchange\/main\/import\/parts\/archive\.ts/,
  yazl: /plugins\/exchange\/main\/export\/write\.ts/,
  'highlight.js': /kernel\/ui\/markdown\/(?:marks|languages)\.ts/,
  'grok-mermaid': /kernel\/ui\/markdown\/diagram\.ts/,
  temml: /kernel\/ui\/markdown\/math\.ts/,
  verdaccio: /registry-dev\/.+/,
};

/** What only plugins know about. A kernel that says one of these words has learned of a plugin. */
export const pluginWords: readonly string[] = [
  'agent',
  'agents',
  'automation',
  'automations',
  'cloud',
  'dashboard',
  'harness',
  'memory',
  'providers',
  'skill',
  'skills',
  'telegram',
  'terminal',
  'worktree',
  'worktrees',
];

/** Where such a word means the machine's, or Node's, and no plugin's: a phrase each, so that a new use is looked at. */
export const plainPhrases =
  /'memory'|:memory:|journal_mode = memory|-memory-|memory[- ](?:host|links?|limit|frame)|(?:in|into|out of) memory|(?:kernel's|writable|shared) memory|the memory it shares|user[- ]agent|agent: false|automation (?:mode|instance)|the terminal printed|le terminal affiche|a terminal or a page/gi;
