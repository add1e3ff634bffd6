/**
 * Files that may load Node's modules for processes, threads and sockets themselves, and why. All others use `kernel/children`, which hears
 * every error of a child: one error that nobody hears ends the process that it comes up in.
 */
export const primitives: readonly { readonly files: RegExp; readonly why: string }[] = [
  { files: /^kernel\/children\/.+/, why: 'the one place' },
  {
    files: /^kernel\/main\/isolate\/isolate-child\.ts$/,
    why: 'the other end: runs in the process of an extension, which gets its own of the sockets',
  },
  {
    files:
      /^kernel\/main\/storage\/page-check\.ts$|^plugins\/agent\/engine\/guard-names\.ts$|^plugins\/memory\/main\/(?:search\/|reading-)worker\.ts$/,
    why: 'the other end: what runs in the thread',
  },
  {
    files: /^plugins\/terminal\/main\/pty-process\.ts$/,
    why: 'starts a shell of the person in a pseudo-terminal, in a process of its own that run.ts has started',
  },
  {
    files: /^plugins\/agent\/engine\/(?:engine|no-config-commands)\.ts$/,
    why: 'starts nothing: it refuses what the agent’s own files would start',
  },
  { files: /^plugins\/agent\/engine\/engine-process\.ts$/, why: 'the other end: sends with a listener for errors' },
  {
    files: /^shell\/(?:cli|build)\/.+/,
    why: 'what a person runs by hand: builds, tests, the doctor; much of it before anything is installed',
  },
  { files: /^kernel\/testing\/run-tests\.mjs$/, why: 'what an author runs by hand, before a kernel can run' },
  { files: /^registry-dev\/(?:publish|start)\.ts$/, why: 'the registry for development' },
];

/** What of `kernel/children` starts nothing and may be used anywhere: it opens files, or names a program. */
export const startNothing: readonly string[] = [
  'toAppend',
  'openRegular',
  'openRegularSync',
  'readRegular',
  'readRegularSync',
  'readRegularBytesSync',
  'isNoFile',
  'moveNoFile',
  'plainNode',
];

/** What of `node:net` connects nothing. */
export const addressArithmetic: readonly string[] = ['isIP', 'isIPv4', 'isIPv6', 'BlockList'];

/** Files that may start programs and threads and connect sockets through `kernel/children`, and which ones. */
export const starters: readonly { readonly files: RegExp; readonly starts: string }[] = [
  { files: /^plugins\/agent\/engine\/git\/run-git\.ts$/, starts: 'git, alone or in the sandbox: the one way to git' },
  { files: /^plugins\/agent\/engine\/(?:run-command|sandbox)\.ts$/, starts: 'commands of a conversation, and its sandbox' },
  {
    files:
      /^(?:plugins\/agent\/engine\/detect-sandbox|plugins\/file-changes\/main\/shell\/folder-watch|kernel\/host\/run-folder|kernel\/main\/(?:isolate\/store-watch|lifecycle\/lifecycle))\.ts$/,
    starts: 'nothing: it makes a temporary folder, or counts the files that may still be opened',
  },
  { files: /^plugins\/harness\/main\/evaluation\/run-task\.ts$/, starts: 'nothing: it makes a temporary folder' },
  { files: /^plugins\/harness\/main\/snapshot\/probe\.ts$/, starts: 'a few programs of the person, which are asked for their version' },
  { files: /^plugins\/ide-launcher\/main\/launch\.ts$/, starts: 'the code editor that the person opens a file in, without a shell' },
  {
    files: /^plugins\/automation\/main\/closed\/system-scheduler\.ts$/,
    starts: 'the system’s own tool for its scheduler, if the person lets rules run while Atelier is closed',
  },
  { files: /^plugins\/terminal\/main\/run\.ts$/, starts: 'a command that the person runs in a project, in a shell, or the shell itself' },
  {
    files: /^plugins\/terminal\/main\/terminal\.ts$|^plugins\/agent\/(?:main\/(?:left-processes|commands\/commands)|engine\/engine)\.ts$/,
    starts: 'nothing: it tells processes of commands apart, and ends them',
  },
  { files: /^plugins\/agent\/engine\/guard-names\.ts$/, starts: 'a thread that watches names' },
  { files: /^plugins\/agent\/main\/engine-link\.ts$/, starts: 'the process of the engine' },
  { files: /^plugins\/agent\/main\/run-program\.ts$/, starts: 'the engine’s command line, by the path of Node' },
  { files: /^plugins\/(?:extensions\/main\/npm|diagnostics\/main\/checks\/checks)\.ts$/, starts: 'the npm that comes with the app' },
  { files: /^plugins\/providers\/main\/(?:catalog|test-model|oauth\/flow)\.ts$/, starts: 'processes of the engine, by the path of Node' },
  { files: /^plugins\/providers\/main\/local\.ts$/, starts: 'a search for a local server of models that the person has' },
  { files: /^plugins\/providers\/engine\/oauth-process\.ts$/, starts: 'nothing: it tries whether a port is free' },
  { files: /^plugins\/memory\/main\/search\/searcher\.ts$/, starts: 'the thread that searches memories' },
  { files: /^plugins\/memory\/main\/reading\.ts$/, starts: 'the thread that reads a long document of memories' },
  { files: /^kernel\/host\/(?:external|fork)\.ts$/, starts: 'the program that opens links, and the kernel’s own process' },
  { files: /^kernel\/host\/instance\.ts$/, starts: 'nothing: it connects two starts of the program' },
  {
    files: /^kernel\/main\/(?:isolate\/(?:isolate|isolate-stores|os-sandbox)|servers\/server-process)\.ts$/,
    starts: 'processes of extensions, in the sandbox',
  },
  { files: /^kernel\/main\/broker\/brokered-connect\.ts$/, starts: 'nothing: it connects an extension to hosts that were granted' },
  { files: /^kernel\/main\/servers\/probe\.ts$/, starts: 'nothing: it connects to a server of an extension' },
  {
    files: /^kernel\/main\/(?:starts\/stand-watch|storage\/page-check)\.ts$/,
    starts: 'threads that watch the kernel, and read a database',
  },
  { files: /^shell\/browser\/(?:open-window|system-notification)\.ts$/, starts: 'the browser and the system’s notifications' },
];

/** Files that say `git` without starting it, and why. */
export const sayGit: readonly { readonly files: RegExp; readonly why: string }[] = [
  { files: /^plugins\/agent\/engine\/git\/run-git\.ts$/, why: 'It starts git.' },
  { files: /^shell\/cli\/doctor-checks\.mjs$/, why: 'It asks an absolute git for its version, before anything is installed.' },
  { files: /^plugins\/agent\/main\/places\.ts$/, why: 'The folder for what git is given instead of a repository’s own folder.' },
  { files: /^plugins\/agent\/main\/(?:access|outside)\//, why: 'The words of commands that are decided on, and not started.' },
  { files: /^plugins\/diagnostics\/main\/checks\/checks\.ts$/, why: 'The name of a check.' },
];
