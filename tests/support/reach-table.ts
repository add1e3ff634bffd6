/** Files that may use paths outside of their package, and why. New ones must be reviewed. */
export const pathsOut: readonly { readonly files: RegExp; readonly says?: RegExp; readonly why: string }[] = [
  {
    files:
      /^(?:shell\/(?:build\/.+|cli\/(?:atelier\.mjs|new\.ts)|gallery\/vite\.config\.ts|vite[\w.]*\.config\.ts|browser\/main\.ts)|schemas\/generate(?:\.ts|\/build-validators\.ts)|registry-dev\/publish\.ts)$/,
    why: 'Programs of the repository: they start at its root, and write to .build there.',
  },
  {
    files: /^shell\/ui\/bundled\.ts$/,
    says: /^`\.\.\/\.\.\/plugins\//,
    why: 'The views of the bundled plugins, whatever their folders are called.',
  },
  {
    files: /^shell\/electron\/(?:start-paths|program)\.ts$/,
    why: 'The parts of the packaged program, laid out beside each other by the build.',
  },
  { files: /^kernel\/testing\/test-kernel\.ts$/, why: 'Tests start our own plugins from where they lie in the repository.' },
  {
    files: /^kernel\/main\/isolate\/isolate-command\.ts$/,
    why: 'The sandbox of a database shows the folder of packages that SQLite’s driver lies in.',
  },
  {
    files: /^plugins\/(?:diagnostics\/main\/checks\/checks|extensions\/main\/npm)\.ts$/,
    says: /realpathSync\(node\)/,
    why: 'npm lies beside the Node that runs us, in no package of ours.',
  },
  {
    files: /^plugins\/terminal\/main\/pty\.ts$/,
    says: /@lydell\/node-pty/,
    why: 'The native part of the pseudo-terminal lies beside its package, if npm has one for the system.',
  },
  { files: /^plugins\/exchange\/main\/import\/recognise\.ts$/, why: 'The person’s own folder, which another program laid out.' },
];

/** Entry points of programs and pages that neither a package.json nor another program names. */
export const entryPoints: readonly RegExp[] = [
  // Programs of plugins: the build composes their paths.
  /^plugins\/[^/]+\/(?:.+\/)?[\w-]+-process\.ts$/,
  // Vite gets only the middle of the name.
  /^shell\/vite[\w.]*\.config\.ts$/,
  // Files that Vite configurations name without a path.
  /^shell\/electron\/preload\.ts$/,
  // Built by the examples' own scripts.
  /^registry-dev\/examples\/[^/]+\/src\/(?:main|ui|contract)\.ts$/,
  // Programs run by hand, as registry-dev/README.md describes.
  /^registry-dev\/(?:publish|sign-block-list)\.ts$/,
  // The program with which tests start the registry, in a process of its own.
  /^registry-dev\/start\.ts$/,
  // Parts of the tests themselves.
  /^kernel\/testing\/.+/,
];
