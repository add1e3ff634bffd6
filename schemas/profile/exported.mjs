// Plain JS, as the layout is.

/**
 * What the export of everything does with a row, and what an import of an archive does with it.
 * In the archive: `whole` as it is, `database` as a copy of one moment, `withoutKeys` as JSON without its keys, `choices` as it is.
 * Only in an archive with keys, and encrypted: `sealed` as it is, `withoutKeys` with its keys, `secrets` opened.
 * In no archive: `replaced` belongs to the content that an import replaces; `stays` belongs to this machine, or is made again.
 * `folder`: its rows decide.
 * @typedef {'whole' | 'database' | 'withoutKeys' | 'choices' | 'sealed' | 'secrets' | 'replaced' | 'stays' | 'folder'} Exported
 */

/**
 * Every row of the layout: a new row without a line here does not compile. `holds` is for the person who opens an archive.
 * @satisfies {Record<import('./paths.mjs').RowName, { readonly as: Exported, readonly holds?: string }>}
 */
export const exported = {
  profile: { as: 'folder' },
  writeProbe: { as: 'stays' },
  folderProbe: { as: 'stays' },
  doctorProbe: { as: 'stays' },
  key: { as: 'stays' },
  keyOfSystem: { as: 'stays' },
  instanceLock: { as: 'stays' },
  instanceSocket: { as: 'stays' },
  port: { as: 'stays' },
  desktop: { as: 'stays' },
  window: { as: 'stays' },
  version: { as: 'replaced' },
  identity: { as: 'stays' },
  starts: { as: 'stays' },
  blackBox: { as: 'stays' },
  choices: {
    as: 'choices',
    holds: 'Decisions about extensions (on or off, rights, budgets), the language and the keys of commands. JSON.',
  },
  secrets: { as: 'secrets', holds: 'Secrets that were given to extensions, by "extension/name".' },
  notices: { as: 'stays' },
  manifests: { as: 'stays' },
  logs: { as: 'folder' },
  log: { as: 'stays' },
  logProbe: { as: 'stays' },
  data: { as: 'folder' },
  dataProbe: { as: 'stays' },
  reserve: { as: 'stays' },
  setAside: { as: 'replaced' },
  database: {
    as: 'database',
    holds:
      'A SQLite database: the data of one extension, named after it ("atelier--" begins the name of one that comes with Atelier). Any SQLite program opens it.',
  },
  backups: { as: 'folder' },
  backup: { as: 'replaced' },
  backupMark: { as: 'replaced' },
  backupPartial: { as: 'replaced' },
  beforeUpdate: { as: 'replaced' },
  beforeUpdatePartial: { as: 'replaced' },
  afterUpdate: { as: 'replaced' },
  rehearsal: { as: 'stays' },
  incoming: { as: 'stays' },
  incomingPartial: { as: 'stays' },
  replacedProfile: { as: 'stays' },
  extensions: { as: 'stays' },
  thirdParty: { as: 'whole', holds: 'Files that an installed extension keeps.' },
  bundledData: { as: 'folder' },
  keptBeside: {
    as: 'whole',
    holds: 'A second record of projects, titles, stars and the archive, if the database of conversations is lost. JSON Lines.',
  },
  attachments: { as: 'whole', holds: 'Files attached to messages of conversations.' },
  contents: { as: 'whole', holds: 'Contents of files as they were before and after a conversation changed them.' },
  commandProcesses: { as: 'stays' },
  engineProcess: { as: 'stays' },
  git: { as: 'stays' },
  uploads: { as: 'stays' },
  exports: { as: 'stays' },
  npmCache: { as: 'stays' },
  npmTemp: { as: 'stays' },
  download: { as: 'stays' },
  catalog: { as: 'stays' },
  workspace: { as: 'whole', holds: 'The folder that conversations without a project work in.' },
  agentDirectory: { as: 'folder' },
  auth: { as: 'sealed', holds: 'Credentials of providers of models. JSON.' },
  models: { as: 'withoutKeys', holds: 'Providers of models and their models. JSON.' },
  agentSettings: { as: 'withoutKeys', holds: 'The chosen models. JSON.' },
  modelsStore: { as: 'stays' },
  sessions: {
    as: 'whole',
    holds: 'Conversations, one file each: JSON Lines, the first line is the session, each further line one entry with "id" and "parentId".',
  },
  worktrees: { as: 'stays' },
  agentPrograms: { as: 'stays' },
  metaHarness: { as: 'whole', holds: 'Candidates of instructions, with their scores.' },
  skills: { as: 'whole', holds: 'Skills that the person added.' },
  instructions: { as: 'whole', holds: 'Instructions for every conversation. Markdown.' },
  otherInstructions: { as: 'whole', holds: 'Instructions for every conversation. Markdown.' },
  engineTexts: { as: 'whole', holds: 'Templates of messages, and themes.' },
  engineFolders: { as: 'stays' },
  engineFiles: { as: 'sealed', holds: 'Settings of the engine, which may hold credentials. JSON or text.' },
};
