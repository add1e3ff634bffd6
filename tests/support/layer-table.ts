/** One row of "who may import whom". All patterns are matched against whole strings. */
export interface Layer {
  readonly name: string;
  /** The paths of the files that this row applies to; the first matching row counts. */
  readonly files: RegExp;
  /** Packages, and paths of this repository, that may be imported. `$1` is what the first group of `files` matched. */
  readonly may: readonly string[];
}

const api = '@atelier/kernel';
/** What starts programs and threads, and connects sockets. */
const children = '@atelier/kernel/children';
/** Beside the index, which the first screen has: only what is loaded later needs it. */
const plainText = '@atelier/kernel/plain-text';
const profileLayout = '@atelier/schemas/profile/.+';
const schemaTypes = '@atelier/schemas/.+';
const ownContract = 'plugins/$1/contract/index\\.ts';
/** Contracts of other packages; the plugin's manifest decides which. */
const contracts = '@[a-z0-9-]+/[a-z0-9-]+/contract';

/** Who may import whom. A file without a row is a violation, and so is an import that its row does not allow. */
export const layers: readonly Layer[] = [
  { name: 'tests', files: /(?:.+\.(?:test|fixture)\.(?:ts|js)|tests\/.+|vitest(?:\.(?:long|apart))?\.config\.ts)/, may: ['.+'] },
  { name: 'schemas/generated', files: /schemas\/generated\/.+/, may: ['schemas/generated/.+'] },
  {
    name: 'schemas/profile',
    files: /schemas\/profile\/.+/,
    // The command line loads it on Node 20, before anything is installed.
    may: ['node:.+', 'schemas/profile/.+'],
  },
  {
    name: 'schemas',
    files: /schemas\/(?:generate\.ts|generate\/.+)/,
    may: ['node:.+', 'schemas/generate/.+', 'ajv(?:/.+)?', 'json-schema-to-typescript', 'rolldown(?:/.+)?'],
  },
  { name: 'kernel/api', files: /kernel\/api\/.+/, may: [schemaTypes, 'kernel/api/.+'] },
  { name: 'kernel/children', files: /kernel\/children\/.+/, may: ['node:.+', 'kernel/children/.+'] },
  {
    name: 'kernel/host',
    files: /kernel\/host\/.+/,
    may: [api, schemaTypes, 'node:.+', 'kernel/(?:children|host)/.+', 'ws', 'better-sqlite3'],
  },
  {
    name: 'kernel/main',
    files: /kernel\/main\/.+/,
    may: [
      api,
      '@atelier/kernel/host',
      schemaTypes,
      'node:.+',
      'kernel/(?:children|main)/.+',
      'kernel/api/contract/.+',
      'better-sqlite3',
      'ajv(?:/.+)?',
      're2js',
      'tapable',
      'semver(?:/.+)?',
      'yauzl',
      'yazl',
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
  // Server software, started by `cloud serve`: nothing of the app loads it, and it knows nothing of the kernel nor of the plugin beside it.
  { name: 'plugins/cloud/protocol', files: /plugins\/cloud\/protocol\/.+/, may: ['plugins/cloud/protocol/.+'] },
  { name: 'plugins/cloud/web', files: /plugins\/cloud\/web\/.+/, may: ['plugins/cloud/(?:protocol|web)/.+'] },
  {
    name: 'plugins/cloud/store',
    files: /plugins\/cloud\/store\/.+/,
    may: ['node:.+', 'plugins/cloud/(?:protocol|store)/.+', 'better-sqlite3', 'kysely(?:/migration)?'],
  },
  { name: 'plugins/cloud/bus', files: /plugins\/cloud\/bus\/.+/, may: ['plugins/cloud/(?:store|bus)/.+'] },
  {
    name: 'plugins/cloud/jobs',
    files: /plugins\/cloud\/jobs\/.+/,
    may: ['node:.+', 'plugins/cloud/(?:protocol|store|jobs)/.+', 'nodemailer'],
  },
  {
    name: 'plugins/cloud/server',
    files: /plugins\/cloud\/server\/.+/,
    may: [
      'node:.+',
      'plugins/cloud/(?:protocol|store|bus|jobs|server|web)/.+',
      'ws',
      'fastify',
      '@fastify/swagger',
      'jose',
      'kysely',
      'oidc-provider',
      'rate-limiter-flexible',
    ],
  },
  { name: 'plugins/*/contract', files: /plugins\/([^/]+)\/contract\/.+/, may: [api, contracts, 'plugins/$1/contract/.+'] },
  {
    name: 'plugins/*/engine',
    files: /plugins\/(agent|providers)\/engine\/.+/,
    may: [
      api,
      children,
      'node:.+',
      ownContract,
      'plugins/$1/engine/.+',
      '@earendil-works/pi-coding-agent',
      '@atelier/providers/same-origin',
    ],
  },
  {
    name: 'plugins/agent/main',
    files: /plugins\/(agent)\/main\/.+/,
    may: [
      api,
      children,
      'node:.+',
      contracts,
      ownContract,
      'plugins/$1/main/.+',
      'plugins/agent/engine/(?:protocol|changed-files|containment|detect-sandbox|no-config-commands|person-command|git/(?:hooks|open-git|run-git|worktrees)|history/left-behind|problem-records|protected-paths|redact|runnable-content|shown)\\.ts',
      'package:dependency',
    ],
  },
  {
    name: 'plugins/providers/main',
    files: /plugins\/(providers)\/main\/.+/,
    may: [
      api,
      children,
      'node:.+',
      contracts,
      ownContract,
      'plugins/$1/main/.+',
      'plugins/$1/engine/same-origin\\.ts',
      'package:dependency',
    ],
  },
  {
    name: 'plugins/*/main',
    files: /plugins\/([^/]+)\/main\/.+/,
    may: [api, children, plainText, 'node:.+', contracts, ownContract, 'plugins/$1/main/.+', 'package:dependency'],
  },
  {
    name: 'plugins/*/ui',
    files: /plugins\/([^/]+)\/ui\/.+/,
    may: [
      api,
      plainText,
      '@atelier/kernel/(?:ui|kit)',
      'lit(?:/.+)?',
      contracts,
      ownContract,
      'plugins/$1/ui/.+',
      'plugins/$1/text/.+\\.json',
      '@xterm/.+',
    ],
  },
  {
    name: 'shell/cli/extension',
    files: /shell\/cli\/extension\/.+/,
    may: [api, '@atelier/kernel/(?:authoring|host)', profileLayout, 'node:.+', 'shell/cli/.+', 'vite'],
  },
  { name: 'shell/cli', files: /shell\/cli\/.+/, may: ['node:.+', 'shell/cli/.+', 'schemas/profile/.+', 'vite', 'better-sqlite3'] },
  {
    name: 'shell build',
    files: /shell\/(?:vite(?:\.[a-z]+)?\.config\.ts|gallery\/vite\.config\.ts|build\/.+)/,
    may: ['node:.+', 'vite', 'shell/build/.+'],
  },
  {
    name: 'shell/ui/frames',
    files: /shell\/ui\/frames\/.+/,
    // Third-party views send frames, so frames are checked here; the protocol of both ends is defined once.
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
  {
    name: 'shell/electron',
    files: /shell\/electron\/.+/,
    may: ['electron', '@atelier/kernel(?:/host)?', profileLayout, 'node:.+', 'shell/electron/.+'],
  },
  {
    name: 'shell/browser',
    files: /shell\/browser\/.+/,
    may: ['@atelier/kernel(?:/start|/host|/children)?', profileLayout, 'node:.+', 'shell/browser/.+'],
  },
  {
    name: 'registry-dev/examples',
    files: /registry-dev\/examples\/([^/]+)\/.+/,
    may: [api, '@atelier/kernel/ui', 'lit(?:/.+)?', '/__atelier/view\\.js', 'registry-dev/examples/$1/.+'],
  },
  { name: 'registry-dev', files: /registry-dev\/.+/, may: ['verdaccio', 'node:.+', 'registry-dev/.+'] },
];

/** Packages that only one file of the product may import, so that they can be replaced in one place. */
export const doors: Readonly<Record<string, RegExp>> = {
  // The doctor loads it in a child process, to check that it can be loaded.
  'better-sqlite3': /kernel\/main\/storage\/storage\.ts|plugins\/cloud\/store\/store\.ts|shell\/cli\/doctor-checks\.mjs/,
  unbash: /plugins\/agent\/main\/access\/shell\/.+/,
  ajv: /kernel\/main\/schema\/validate\.ts|schemas\/generate(?:\.ts|\/.+)/,
  croner: /plugins\/automation\/main\/time\/occurrences\.ts/,
  re2js: /kernel\/main\/schema\/linear-pattern\.ts/,
  tapable: /kernel\/main\/tables\/hooks\.ts/,
  semver: /kernel\/main\/manifest\/plan\.ts/,
  ws: /kernel\/host\/ws-links\.ts|plugins\/cloud\/server\/realtime\/.+/,
  // The rest of the shell receives an `ElectronLike`, so that it also runs on a fake.
  '@earendil-works/pi-coding-agent': /plugins\/(?:agent|providers)\/engine\/.+/,
  electron: /shell\/electron\/(?:main|preload|electron-like)\.ts/,
  // An exported page is rendered in the main side, where the design kit is not available.
  '@lydell/node-pty': /plugins\/terminal\/main\/pty(?:-process)?\.ts/,
  '@xterm/xterm': /plugins\/terminal\/ui\/(?:terminal-shell|shell-colours)\.ts/,
  marked: /kernel\/ui\/markdown\/lexer\.ts|plugins\/exchange\/main\/export\/blocks\.ts/,
  // The kernel's archives are of a whole profile; the plugin's are of other programs, or of some conversations.
  yauzl: /kernel\/main\/archive\/zip-reader\.ts|plugins\/exchange\/main\/import\/parts\/archive\.ts/,
  yazl: /kernel\/main\/archive\/zip-writer\.ts|plugins\/exchange\/main\/export\/write\.ts/,
  'highlight.js': /kernel\/ui\/markdown\/(?:marks|languages)\.ts/,
  'grok-mermaid': /kernel\/ui\/markdown\/diagram\.ts/,
  temml: /kernel\/ui\/markdown\/math\.ts/,
  fastify: /plugins\/cloud\/server\/.+/,
  jose: /plugins\/cloud\/server\/access\.ts/,
  nodemailer: /plugins\/cloud\/jobs\/mailer\.ts/,
  'oidc-provider': /plugins\/cloud\/server\/oidc\/.+/,
  'rate-limiter-flexible': /plugins\/cloud\/server\/limits\.ts/,
  verdaccio: /registry-dev\/.+/,
};

/** Words of plugins' domains. A kernel file with one of these words depends on a plugin. */
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

/** Phrases in which such a word has another meaning, such as Node's or the machine's; new uses must be reviewed. */
export const plainPhrases =
  /'memory'|:memory:|journal_mode = memory|-memory-|memory[- ](?:host|links?|limit|frame)|(?:in|into|out of) memory|(?:kernel's|writable|shared) memory|the memory it shares|user[- ]agent|agent: false|automation (?:mode|instance)|the terminal printed|le terminal affiche|a terminal or a page/gi;

/** Files that load or resolve modules in a way that no wall can analyse, and why. New ones must be reviewed. */
export const hiddenLoads: readonly { readonly files: RegExp; readonly says: RegExp; readonly why: string }[] = [
  {
    files: /^kernel\/(?:host\/builtin-http|main\/builtin-crypto|main\/isolate\/(?:isolate-child|child\/(?:database|sync-line)))\.ts$/,
    says: /^getBuiltinModule$/,
    why: 'A static import of these modules of Node evaluates all their exports, which costs memory or time at each start.',
  },
  {
    files: /^kernel\/main\/(?:isolate\/isolate-program|storage\/page-check)\.ts$|^plugins\/agent\/engine\/guard-names\.ts$/,
    says: /^(?:getBuiltinModule|createRequire)$/,
    why: 'A function that runs as a text, in a child or a thread, where no import statement can stand.',
  },
  {
    files: /^kernel\/main\/(?:context\/in-process-start|first-start\/rehearse|isolate\/isolate-child)\.ts$/,
    says: /^import\((?:address\.href|pathToFileURL\(join\(folder, main\)\)\.href|init\.main)\)$/,
    why: 'The kernel loads the main side of an extension, which its manifest names.',
  },
  {
    files: /^kernel\/main\/tables\/(?:channel-files|point-schemas)\.ts$|^shell\/cli\/extension\/check\/own-points\.ts$/,
    says: /^import\(pathToFileURL\(\w+\.replace\(.+, '\.validate\.js'\)\)\.href\)$/,
    why: 'A validator generated beside the schema that a manifest names.',
  },
  {
    files: /^kernel\/ui\/markdown\/highlighter\.ts$/,
    says: /^import\(\/\* @vite-ignore \*\/ workerFile\)$/,
    why: 'The file of the highlighter, which a page of its own serves.',
  },
  {
    files: /^shell\/frame\/frame\.ts$/,
    says: /^import\(\/\* @vite-ignore \*\/ inPackage\(ui\)\)$/,
    why: 'The frame of an extension loads its views, which the address of the page names.',
  },
  {
    files: /^shell\/ui\/bundled\.ts$/,
    says: /^import\.meta\.glob/,
    why: 'The views of the bundled plugins, whatever their folders are called.',
  },
  {
    files: /^plugins\/agent\/engine\/engine\.ts$/,
    says: /^createRequire$/,
    why: 'Asks whether a package of the engine is installed, and loads nothing.',
  },
  {
    files: /^plugins\/(?:diagnostics\/main\/checks\/checks|extensions\/main\/(?:npm|supply\/sigstore))\.ts$/,
    says: /^createRequire$/,
    why: 'Finds npm, and the packages that npm brings, beside npm itself.',
  },
  { files: /^registry-dev\/config\.ts$/, says: /^createRequire$/, why: 'Finds the settings of npm beside npm itself.' },
  {
    files: /^schemas\/generate\/ajv-parts\.ts$/,
    says: /^createRequire$|^require\('ajv\/dist\/[\w/]+\.js'\)$/,
    why: 'The parts of ajv are CommonJS with a default export, which Node and the test runner import differently.',
  },
  {
    files: /^schemas\/generate\/outputs\.ts$/,
    says: /^import\(`data:text\/javascript,\$\{encodeURIComponent\(code\)\}`\)$/,
    why: 'The validator that was generated a moment before, not the one on disk.',
  },
  {
    files: /^shell\/build\/shared-languages\.ts$/,
    says: /^import\.meta\.resolve\(`highlight\.js\/lib\/languages\/\$\{name\}`\)$/,
    why: 'The build reads the text of a language that another one repeats, and loads nothing.',
  },
  {
    files: /^shell\/build\/packed-icons\.ts$/,
    says: /^import\(pathToFileURL\(id\)\.href\)$/,
    why: 'The build reads the table of icons that it packs.',
  },
];
