import type { ElectronLike } from './electron-like.ts';

const scheme = 'atelier';

/** With the name of a command: a start of the system's scheduler, for that command alone. */
export const runSwitch = '--run=';

/** The one command that a start is for. */
export function commandIn(argv: readonly string[]): string | undefined {
  return argv.find(word => word.startsWith(runSwitch))?.slice(runSwitch.length);
}

/**
 * Receives the links of our scheme: macOS sends an event, maybe before the app is ready; elsewhere they are command line arguments. A start
 * of the system's scheduler opens nothing, but is on time also after a sleep.
 */
export function receiveDeepLinks({ app }: ElectronLike, opened: (argv: readonly string[]) => void, woke: () => void): void {
  app.on('open-url', (event, url) => {
    event.preventDefault();
    opened([url]);
  });
  app.on('second-instance', (_event, argv) => (commandIn(argv) === undefined ? opened(withoutSwitches(argv)) : woke()));
}

/** The arguments of the person or of a link; switches between them belong to Chromium. */
export function withoutSwitches(argv: readonly string[]): readonly string[] {
  return argv.slice(1).filter(word => !word.startsWith('-'));
}

/** Registers this program for our links. `main` is the file that an unpackaged Electron needs as its argument. */
export function registerLinkScheme({ app }: ElectronLike, platform: NodeJS.Platform, program: string, main: string): void {
  const before = app.isPackaged ? [] : [main];
  // Windows appends the link after these, so that no link is parsed as a switch.
  const args = platform === 'win32' ? [...before, '--'] : before;
  app.setAsDefaultProtocolClient(scheme, program, args);
}
