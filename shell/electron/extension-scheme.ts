import { type Assets, assetHeaders, assetsOf } from '@atelier/kernel/host';
import type { ElectronLike } from './electron-like.ts';
import { appOrigin, extensionScheme, frameOriginOf, loadableAddress } from './origins.ts';
import { given, isRead, notFound } from './responses.ts';

/** Files of the frame itself: every extension's origin serves them under this path, from one folder of ours. */
const ownPath = '/__atelier';

export interface ExtensionFiles {
  /** Files of packages that the kernel allows now. */
  readonly assets: Assets;
  /** Whether an extension is on; for one that is off nothing is served, not even the frame's own files. */
  shows(slug: string): Promise<boolean>;
  /** The folder behind `/__atelier/`. */
  readonly frame: string;
}

/** Gives each extension an origin of its own, with the policy that its frames have on every host. */
export function serveExtensions({ protocol }: ElectronLike, files: ExtensionFiles): void {
  const own = assetsOf(() => files.frame, files.frame);
  protocol.handle(extensionScheme, async request => {
    const { host, pathname } = new URL(loadableAddress(request.url));
    if (!isRead(request) || !/^[a-z0-9]+(?:-{1,2}[a-z0-9]+)*$/.test(host)) return notFound();
    const isOwn = pathname.startsWith(`${ownPath}/`);
    if (isOwn && !(await files.shows(host))) return notFound();
    const asset = await (isOwn ? own : files.assets)(host, pathname);
    return asset === undefined ? notFound() : given(request, asset, assetHeaders(frameOriginOf(host), appOrigin, asset.inline));
  });
}
