import { randomUUID } from 'node:crypto';
import { lstatSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { extensionErrors } from '../errors/extension.ts';
import type { Found } from '../manifest/manifest.ts';
import { slugOf } from '../slug.ts';
import { makePrivateFolder, syncFolder } from '../storage/atomic-write.ts';

/** Sets the folder that the next start finds under an extension's name. The link is replaced atomically. */
export function linkInstalled(installed: string, { id, folder }: Found): void {
  makePrivateFolder(installed);
  const link = join(installed, slugOf(id));
  const isThere = lstatSync(link, { throwIfNoEntry: false });
  if (isThere?.isDirectory()) {
    // The author put the folder there by hand, to develop the extension; it is not replaced.
    if (realpathSync(link) === folder) return;
    throw extensionErrors['extension/by-hand']({ id, folder: link });
  }
  const next = join(installed, `.link-${randomUUID()}`);
  symlinkSync(folder, next, 'junction');
  if (process.platform === 'win32') rmSync(link, { force: true });
  renameSync(next, link);
  syncFolder(installed);
}

/** From the next start on, no extension is found under this name. */
export function unlinkInstalled(installed: string, { id, folder }: Found): void {
  const link = join(installed, slugOf(id));
  if (lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(link);
  else throw extensionErrors['extension/by-hand']({ id, folder });
  syncFolder(installed);
}
