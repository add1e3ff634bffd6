import { pageHeaders, readPage } from '@atelier/kernel/host';
import type { ElectronLike } from './electron-like.ts';
import { appOrigin, appScheme, extensionScheme } from './origins.ts';
import { given, isRead, notFound } from './responses.ts';

/** Serves the built page of a folder, and no file outside of it. */
export function servePage({ protocol }: ElectronLike, folder: string): void {
  const page = readPage(folder);
  const headers = pageHeaders(`${extensionScheme}:`);
  protocol.handle(appScheme, async request => {
    const { host, pathname } = new URL(request.url);
    const asset = `${appScheme}://${host}` === appOrigin && isRead(request) ? page(pathname) : undefined;
    return asset === undefined ? notFound() : given(request, asset, headers);
  });
}
