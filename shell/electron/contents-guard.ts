import type { ContentsLike, ElectronLike, Navigation } from './electron-like.ts';
import { appOrigin, extensionScheme } from './origins.ts';

/**
 * Denies navigation, new windows, webviews and permissions to every page, also to pages opened by mistake. Addresses that the
 * person follows go to the system's browser through `openExternal`, which validates them.
 */
export function guardContents(electron: ElectronLike, openExternal: (url: string) => void): void {
  electron.app.on('web-contents-created', (_event, contents) => guard(contents, openExternal));
}

function guard(contents: ContentsLike, openExternal: (url: string) => void): void {
  const refuse = (event: Navigation) => {
    if (!allowed(event)) event.preventDefault();
  };
  for (const name of ['will-navigate', 'will-redirect', 'will-frame-navigate'] as const) contents.on(name, refuse);
  contents.on('will-attach-webview', event => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    openExternal(url);
    return { action: 'deny' };
  });
  const { session } = contents;
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer(null));
}

/** The window stays on the app; a frame inside it comes from one extension's origin, and stays there. */
function allowed({ url, isMainFrame, frame }: Navigation): boolean {
  const to = originOf(url);
  if (isMainFrame) return to === appOrigin;
  const from = originOf(frame?.url ?? '');
  return isExtension(to) && (!isExtension(from) || from === to);
}

function isExtension(origin: string): boolean {
  return origin.startsWith(`${extensionScheme}://`);
}

/** `URL` has the origin "null" for our own schemes. */
function originOf(address: string): string {
  if (!URL.canParse(address)) return '';
  const { protocol, host } = new URL(address);
  return `${protocol}//${host}`;
}
