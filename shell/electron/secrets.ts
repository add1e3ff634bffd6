import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { pathIn } from '@atelier/schemas/profile/paths.mjs';
import type { SafeStorageLike } from './electron-like.ts';

/** The key that encrypts secrets: kept by the system for this person, or in the profile's key file. */
export type SealedWith = { readonly kind: 'os'; readonly key: Uint8Array } | { readonly kind: 'file' };

/** Linux without a key ring encrypts with a password from Chromium's sources, which protects nothing. */
const noKeyStore = new Set(['basic_text', 'unknown']);

/**
 * The system's store encrypts one key, and that key encrypts the secrets: on some systems the store does not detect that its data
 * was changed. A key that the store cannot decrypt now is not deleted.
 */
export function profileKey(storage: SafeStorageLike, userData: string, platform: NodeJS.Platform): SealedWith {
  if (!storage.isEncryptionAvailable()) return { kind: 'file' };
  if (platform === 'linux' && noKeyStore.has(storage.getSelectedStorageBackend())) return { kind: 'file' };
  const file = pathIn(userData, 'keyOfSystem');
  try {
    if (existsSync(file)) return { kind: 'os', key: Buffer.from(storage.decryptString(readFileSync(file)), 'base64') };
    const key = randomBytes(32);
    writeFileSync(file, storage.encryptString(key.toString('base64')), { mode: 0o600, flag: 'wx', flush: true });
    return { kind: 'os', key };
  } catch {
    return { kind: 'file' };
  }
}
