import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SafeStorageLike } from './electron-like.ts';

/** What the kernel seals secrets with: a key that the system keeps for this person, or the profile's key file. */
export type SealedWith = { readonly kind: 'os'; readonly key: Uint8Array } | { readonly kind: 'file' };

/** Linux without a key ring "encrypts" with a password that stands in Chromium's sources. That is no key store. */
const noKeyStore = new Set(['basic_text', 'unknown']);

/**
 * The system's store seals one key, and the key seals the secrets: on some systems the store cannot tell that what it sealed was
 * touched. A key that the store does not open today is left in place for another day.
 */
export function profileKey(storage: SafeStorageLike, userData: string, platform: NodeJS.Platform): SealedWith {
  if (!storage.isEncryptionAvailable()) return { kind: 'file' };
  if (platform === 'linux' && noKeyStore.has(storage.getSelectedStorageBackend())) return { kind: 'file' };
  const file = join(userData, 'key.os');
  try {
    if (existsSync(file)) return { kind: 'os', key: Buffer.from(storage.decryptString(readFileSync(file)), 'base64') };
    const key = randomBytes(32);
    writeFileSync(file, storage.encryptString(key.toString('base64')), { mode: 0o600, flag: 'wx', flush: true });
    return { kind: 'os', key };
  } catch {
    return { kind: 'file' };
  }
}
