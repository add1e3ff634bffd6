import type { ElectronLike } from './electron-like.ts';

export const appScheme = 'atelier-app';
export const extensionScheme = 'atelier-extension';

/** Where the app's own page comes from: never a file, and never the network. */
export const appOrigin = `${appScheme}://workbench`;

/** Where the frames of an extension come from. */
export function frameOriginOf(slug: string): string {
  return `${extensionScheme}://${slug}`;
}

/**
 * The address of an asset as a person or a manifest writes it, `atelier-extension://@acme/notes/a.js`, in the form that can be
 * loaded: a scope cannot be part of a host, so it becomes `atelier-extension://acme--notes/a.js`.
 */
export function loadableAddress(address: string): string {
  return address.replace(/^atelier-extension:\/\/@([a-z0-9-]+)\/([a-z0-9-]+)(?=[/?#]|$)/i, 'atelier-extension://$1--$2');
}

/** Must run before Electron is ready: only then can a scheme be given an origin of its own. */
export function registerSchemes({ protocol }: ElectronLike): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true } as const;
  protocol.registerSchemesAsPrivileged([
    { scheme: appScheme, privileges },
    { scheme: extensionScheme, privileges: { ...privileges, corsEnabled: true, stream: true } },
  ]);
}
