// Plain JS: the doctor reads it on Node 20, before anything is installed.

/**
 * A file or folder of a profile.
 * @typedef {object} Row
 * @property {string} path From the profile's folder, with forward slashes. `{slug}` and the like stand for what `paths.mjs` says; at the end `/` is a folder whose content has rows of its own, `/**` one with everything in it.
 * @property {string} owner Its owner: the kernel, the host, the shell or a package; `extension` where each extension has its own.
 * @property {keyof typeof siblings} [written] How it is written, and so what else may lie beside it.
 * @property {true} [secret] It holds keys, or credentials of the person.
 * @property {readonly string[]} [handedTo] The bundled packages that receive its path; none if omitted.
 * @property {true} [changes] The packages that receive the path also write there; otherwise they only read.
 * @property {true | 'read'} [tools] Tools of a conversation may work in it, or only read it. Every other row is closed to them.
 * @property {true} [copied] It is in the copy that is made before an update; one with secrets only until the update has settled.
 * @property {true} [backedUp] It has backups of its own.
 * @property {string} bound What limits its growth.
 * @property {'storage' | 'doctor' | 'person' | 'nowhere'} shown Where the person sees it: on the storage page with a size, in the doctor, through its content, or nowhere because it is generated again.
 */

/**
 * The files that a method of writing puts beside a file: `content` may hold a part of its content, `temporary` is removed when the
 * writer ends, `kept` stays until the person removes it.
 * @satisfies {Record<string, { readonly content?: readonly string[], readonly temporary?: readonly string[], readonly kept?: readonly string[] }>}
 */
export const siblings = {
  /** Under another name first, then renamed. */
  whole: { temporary: ['.{file}.new-{pid}-{hex}'] },
  /** The same with one fixed name. */
  draft: { temporary: ['{file}.new'] },
  /** Linked under its name once it is complete. */
  linked: { temporary: ['{file}.{hex}'] },
  /** The kernel's JSON files: locked, with a last good copy, and never lost when damaged. */
  json: {
    temporary: [
      ...['{file}.lock', '{file}.lock-by-{pid}', '{file}.lock.broken-{pid}'],
      ...['.{file}.new-{pid}-{hex}', '.{file}.bak.new-{pid}-{hex}', '.{file}.corrupt-{stamp}.new-{pid}-{hex}'],
    ],
    kept: ['{file}.bak', '{file}.corrupt-{stamp}'],
  },
  /** The files that the engine and its command line write too: locked, with a last good copy. */
  shared: {
    temporary: ['{file}.lock', '.{file}.new-{pid}-{hex}', '.{file}.bak.new-{pid}-{hex}', '.{file}.kept-{hex}.new-{pid}-{hex}'],
    kept: ['{file}.bak', '{file}.kept-{hex}'],
  },
  /** A database: SQLite's journals, the marks of its checks, and the files left by a repair or a restore. */
  sqlite: {
    content: ['{file}-wal', '{file}-journal'],
    temporary: [
      ...['{file}-shm', '{file}.suspect', '{file}.checked', '{file}.restoring', '{file}.salvaging'],
      ...['{file}.restore-from', '{file}.restore-from.new'],
      ...['{file}.salvaging-wal', '{file}.salvaging-shm', '{file}.salvaging-journal'],
    ],
    kept: ['{file}.corrupt-{stamp}', '{file}.newer-{stamp}'].flatMap(name => ['', '-wal', '-shm', '-journal'].map(part => name + part)),
  },
  /** SQLite as a lock. */
  lock: { temporary: ['{file}-journal'] },
};

const agent = '@atelier/agent';
const conversations = '@atelier/conversations';
const fileChanges = '@atelier/file-changes';
const harness = '@atelier/harness';
const providers = '@atelier/providers';
const settings = '@atelier/settings';
const skills = '@atelier/skills';
const diagnostics = '@atelier/diagnostics';

const rebuilt = 'Rebuilt when it is missing.';
const oneFile = 'One small file.';
const asOne = 'What the extension makes of it; the storage page shows its size.';

/**
 * Every file and folder of a profile, once. What is in no row is not described: it is never handed out, never copied, never removed.
 * @satisfies {Record<string, Row>}
 */
export const layout = {
  // The profile itself.
  profile: {
    path: '',
    owner: 'host',
    handedTo: [agent, conversations, fileChanges, settings, diagnostics],
    bound: 'By its rows.',
    shown: 'storage',
  },
  writeProbe: { path: '.try-{hex}', owner: 'host', bound: 'Removed by the start that wrote it.', shown: 'nowhere' },
  folderProbe: { path: '.probe-{uuid}', owner: diagnostics, bound: 'Removed by the check that wrote it.', shown: 'nowhere' },
  doctorProbe: { path: '.atelier-doctor-{pid}', owner: 'shell', bound: 'Removed by the check that wrote it.', shown: 'nowhere' },

  // Written at the start, by every host.
  key: { path: 'key', owner: 'host', written: 'linked', secret: true, bound: '32 bytes.', shown: 'nowhere' },
  keyOfSystem: { path: 'key.os', owner: 'shell', secret: true, bound: oneFile, shown: 'nowhere' },
  instanceLock: { path: 'instance.lock', owner: 'host', written: 'lock', bound: oneFile, shown: 'nowhere' },
  instanceSocket: { path: 'instance.sock', owner: 'host', bound: 'No content.', shown: 'nowhere' },
  port: { path: 'port', owner: 'host', bound: oneFile, shown: 'nowhere' },
  desktop: { path: 'desktop.json', owner: 'shell', written: 'draft', copied: true, bound: oneFile, shown: 'person' },
  window: { path: 'window/**', owner: 'shell', secret: true, bound: 'By the browser engine.', shown: 'nowhere' },

  // What the kernel keeps.
  version: { path: 'version.json', owner: 'kernel', written: 'whole', bound: oneFile, shown: 'nowhere' },
  identity: { path: 'identity.json', owner: 'kernel', written: 'whole', bound: oneFile, shown: 'nowhere' },
  starts: {
    path: 'starts.jsonl',
    owner: 'kernel',
    bound: 'A line or two for each extension that the newest start starts.',
    shown: 'nowhere',
  },
  blackBox: { path: 'black-box.{turn}.jsonl', owner: 'kernel', bound: 'Two files of at most 256 kB that take turns.', shown: 'person' },
  choices: {
    path: 'extensions.json',
    owner: 'kernel',
    written: 'json',
    handedTo: [diagnostics],
    copied: true,
    bound: 'One entry for each extension.',
    shown: 'person',
  },
  secrets: {
    path: 'secrets.json',
    owner: 'kernel',
    written: 'json',
    secret: true,
    copied: true,
    bound: 'One entry for each secret.',
    shown: 'person',
  },
  notices: { path: 'notices.json', owner: 'kernel', written: 'json', bound: 'The newest 100.', shown: 'person' },
  manifests: { path: 'cache/manifests.json', owner: 'kernel', written: 'whole', bound: rebuilt, shown: 'nowhere' },
  logs: {
    path: 'logs/',
    owner: 'kernel',
    handedTo: [settings, diagnostics],
    bound: 'By its files.',
    shown: 'storage',
  },
  log: { path: 'logs/{day}.log', owner: 'kernel', bound: 'The ten newest files of at most 8 MB.', shown: 'storage' },
  logProbe: { path: 'logs/.probe-{uuid}', owner: diagnostics, bound: 'Removed by the check that wrote it.', shown: 'nowhere' },

  // Databases and their copies.
  data: { path: 'data/', owner: 'kernel', handedTo: [diagnostics], bound: 'By its rows.', shown: 'storage' },
  dataProbe: { path: 'data/.probe-{uuid}', owner: diagnostics, bound: 'Removed by the check that wrote it.', shown: 'nowhere' },
  reserve: { path: 'data/.reserve', owner: 'kernel', written: 'draft', bound: '16 MB.', shown: 'nowhere' },
  setAside: {
    path: 'data/.set-aside/**',
    owner: 'kernel',
    bound: 'One database, until its extension has been replaced.',
    shown: 'nowhere',
  },
  database: {
    path: 'data/{slug}.sqlite',
    owner: 'extension',
    written: 'sqlite',
    copied: true,
    backedUp: true,
    bound: asOne,
    shown: 'storage',
  },
  backups: { path: 'backups/', owner: 'kernel', handedTo: [settings], bound: 'By its rows.', shown: 'storage' },
  backup: {
    path: 'backups/{owner}.{slug}.{stamp}.v{number}.sqlite',
    owner: 'extension',
    bound: 'Of each database the three newest, then one for each of three hours and seven days; beyond the newest two 256 MB.',
    shown: 'storage',
  },
  backupMark: {
    path: 'backups/{owner}.{slug}.created',
    owner: 'kernel',
    bound: 'Empty; one for each database.',
    shown: 'nowhere',
  },
  backupPartial: {
    path: 'backups/{owner}.{slug}.{stamp}.v{number}.sqlite.partial{journal}',
    owner: 'kernel',
    bound: 'Removed with the next backup.',
    shown: 'nowhere',
  },
  beforeUpdate: {
    path: 'backups/before-{version}/**',
    owner: 'kernel',
    secret: true,
    bound: 'That of the newest version; what holds keys goes when the version has settled.',
    shown: 'nowhere',
  },
  beforeUpdatePartial: {
    path: 'backups/before-{version}.{step}/**',
    owner: 'kernel',
    secret: true,
    bound: 'Removed when it is done.',
    shown: 'nowhere',
  },
  afterUpdate: {
    path: 'backups/after-{version}/**',
    owner: 'kernel',
    secret: true,
    bound: 'Removed when a version has settled.',
    shown: 'nowhere',
  },
  rehearsal: { path: 'rehearsal/**', owner: 'kernel', secret: true, bound: 'Removed when the rehearsal is over.', shown: 'nowhere' },

  // An import of everything: the new content until a start takes it over, and the content that it replaced.
  incoming: { path: 'incoming/**', owner: 'kernel', secret: true, bound: 'One profile, until the next start.', shown: 'nowhere' },
  incomingPartial: {
    path: 'incoming.partial-{hex}/**',
    owner: 'kernel',
    secret: true,
    bound: 'Removed when the archive is checked, or by the next start.',
    shown: 'nowhere',
  },
  replacedProfile: {
    path: 'backups/replaced-{stamp}/**',
    owner: 'kernel',
    secret: true,
    bound: 'What the newest import replaced.',
    shown: 'storage',
  },

  // What extensions keep in folders of their own. Of bundled ones every folder is listed; of third-party ones the folder as a whole.
  extensions: { path: 'extensions/**', owner: '@atelier/extensions', bound: 'The version in use and the one before.', shown: 'person' },
  thirdParty: { path: 'data/{thirdParty}/**', owner: 'extension', bound: 'By the bound on its disk.', shown: 'storage' },
  bundledData: { path: 'data/{bundled}/', owner: 'extension', bound: 'By its rows.', shown: 'storage' },
  keptBeside: {
    path: 'data/atelier--conversations/kept.jsonl',
    owner: conversations,
    written: 'draft',
    copied: true,
    bound: 'A line for each conversation, and at most 10,000 for changes until it is written anew.',
    shown: 'storage',
  },
  attachments: {
    path: 'data/atelier--conversations/attachments/**',
    owner: '@atelier/conversations',
    bound: 'Removed with the last message that names it.',
    shown: 'storage',
  },
  contents: {
    path: 'data/atelier--file-changes/contents/**',
    owner: fileChanges,
    bound: 'Removed with the last change that names it.',
    shown: 'storage',
  },
  commandProcesses: { path: 'data/atelier--agent/commands.json', owner: agent, bound: oneFile, shown: 'nowhere' },
  engineProcess: { path: 'data/atelier--agent/engine.json', owner: agent, bound: oneFile, shown: 'nowhere' },
  git: { path: 'data/atelier--agent/git/**', owner: agent, bound: 'Removed at each start.', shown: 'storage' },
  uploads: { path: 'data/atelier--exchange/uploads/**', owner: '@atelier/exchange', bound: 'Removed after the import.', shown: 'storage' },
  exports: {
    path: 'data/atelier--exchange/exports/**',
    owner: '@atelier/exchange',
    bound: 'Removed after the download.',
    shown: 'storage',
  },
  npmCache: { path: 'data/atelier--extensions/cache/**', owner: '@atelier/extensions', bound: rebuilt, shown: 'storage' },
  npmTemp: {
    path: 'data/atelier--extensions/temp/**',
    owner: '@atelier/extensions',
    bound: 'Removed after each install.',
    shown: 'storage',
  },
  download: { path: 'data/atelier--updates/download/**', owner: '@atelier/updates', bound: 'One version.', shown: 'storage' },
  catalog: {
    path: 'data/atelier--providers/catalog-{version}.json',
    owner: '@atelier/providers',
    written: 'whole',
    bound: 'One file for each version of the engine.',
    shown: 'storage',
  },

  // Where conversations without a project work.
  workspace: {
    path: 'workspace/global/**',
    owner: agent,
    handedTo: [agent, providers],
    changes: true,
    tools: true,
    bound: 'What the person keeps there.',
    shown: 'person',
  },

  // The managed directory: the engine and its command line write here too.
  agentDirectory: {
    path: '.agent/agent/',
    owner: agent,
    handedTo: [agent, providers],
    changes: true,
    bound: 'By its rows.',
    shown: 'person',
  },
  auth: {
    path: '.agent/agent/auth.json',
    owner: providers,
    written: 'shared',
    secret: true,
    handedTo: [diagnostics],
    copied: true,
    bound: 'One entry for each provider.',
    shown: 'person',
  },
  models: {
    path: '.agent/agent/models.json',
    owner: providers,
    written: 'shared',
    secret: true,
    handedTo: [diagnostics],
    copied: true,
    bound: 'One entry for each provider.',
    shown: 'person',
  },
  agentSettings: { path: '.agent/agent/settings.json', owner: providers, written: 'shared', copied: true, bound: oneFile, shown: 'person' },
  modelsStore: { path: '.agent/agent/models-store.json', owner: agent, written: 'shared', copied: true, bound: rebuilt, shown: 'nowhere' },
  sessions: {
    path: '.agent/agent/sessions/**',
    owner: agent,
    handedTo: [settings, diagnostics],
    bound: 'Removed with its conversation.',
    shown: 'storage',
  },
  worktrees: {
    path: '.agent/agent/worktrees/**',
    owner: agent,
    handedTo: [agent],
    changes: true,
    tools: true,
    bound: 'Removed with its conversation.',
    shown: 'person',
  },
  agentPrograms: { path: '.agent/agent/bin/**', owner: agent, bound: 'One folder for each version of the engine.', shown: 'nowhere' },
  metaHarness: {
    path: '.agent/agent/meta-harness/**',
    owner: agent,
    handedTo: [harness],
    changes: true,
    copied: true,
    bound: 'Fifty candidates, and what their newest runs left.',
    shown: 'person',
  },
  skills: {
    path: '.agent/agent/skills/**',
    owner: agent,
    handedTo: [skills],
    changes: true,
    tools: 'read',
    bound: 'What the person put there.',
    shown: 'person',
  },
  instructions: { path: '.agent/agent/AGENTS.md', owner: agent, bound: 'What the person wrote.', shown: 'person' },
  otherInstructions: { path: '.agent/agent/{instructions}', owner: agent, bound: 'What the person wrote.', shown: 'person' },
  engineTexts: { path: '.agent/agent/{engineTexts}/**', owner: agent, bound: 'What the person put there.', shown: 'nowhere' },
  engineFolders: { path: '.agent/agent/{engineFolder}/**', owner: agent, bound: 'By the engine.', shown: 'nowhere' },
  engineFiles: {
    path: '.agent/agent/{engineFile}',
    owner: agent,
    written: 'shared',
    secret: true,
    copied: true,
    bound: 'By the engine.',
    shown: 'nowhere',
  },
};
