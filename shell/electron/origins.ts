import type { ElectronLike } from './electron-like.ts';

export const appScheme = 'atelier-app';
export const extensionScheme = 'atelier-extension';

/** The origin of the app's own page: never a file, and never the network. */
export const appOrigin = `${appScheme}://workbench`;

/** The origin of an extension's frames. */
export function frameOriginOf(slug: string): string {
  return `${extensionScheme}://${slug}`;
}

/**
 * Converts the written address of an asset, `atelier-extension://@acme/notes/a.js`, into the form that can be loaded:
 * a scope cannot be part of a host, so it becomes `atelier-extension://acme--notes/a.js`.
 */
export function loadableAddress(address: string): string {
  return address.replace(/^atelier-extension:\/\/@([a-z0-9-]+)\/([a-z0-9-]+)(?=[/?#]|$)/i, 'atelier-extension://$1--$2');
}

/** Must run before Electron is ready: later a scheme cannot be registered with an origin of its own. */
export function registerSchemes({ protocol }: ElectronLike): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true } as const;
  protocol.registerSchemesAsPrivileged([
    { scheme: appScheme, privileges },
    { scheme: extensionScheme, privileges: { ...privileges, corsEnabled: true, stream: true } },
  ]);
}
