import type { ElectronLike } from './electron-like.ts';

const scheme = 'atelier';

/** Hears the links of our scheme: macOS sends an event, maybe before the app is ready; elsewhere they are words of a command line. */
export function hearDeepLinks({ app }: ElectronLike, opened: (argv: readonly string[]) => void): void {
  app.on('open-url', (event, url) => {
    event.preventDefault();
    opened([url]);
  });
  app.on('second-instance', (_event, argv) => opened(words(argv)));
}

/** What a person or a link said; switches in between are Chromium's, whoever wrote them there. */
export function words(argv: readonly string[]): readonly string[] {
  return argv.slice(1).filter(word => !word.startsWith('-'));
}

/** Makes this program the one that opens our links. `main` is the file that a bare Electron must be told. */
export function claimScheme({ app }: ElectronLike, platform: NodeJS.Platform, program: string, main: string): void {
  const before = app.isPackaged ? [] : [main];
  // Windows puts the link behind these, so that no link can be read as a switch.
  const args = platform === 'win32' ? [...before, '--'] : before;
  app.setAsDefaultProtocolClient(scheme, program, args);
}
