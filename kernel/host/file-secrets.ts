import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { readRegularBytesSync } from '../children/regular-file.ts';
import { hostErrors } from './errors.ts';
import type { Secrets } from './host.ts';

/** The prefix of a sealed text says which key opens it. */
const versions = { file: 1, os: 2 } as const;

/** The key of this profile, made at the first start and readable by this user only. */
export function readKey(file: string): Uint8Array {
  const key = readIfThere(file) ?? makeKey(file);
  if (key.length !== 32) throw hostErrors['host/key-damaged']({ file, bytes: key.length });
  return key;
}

/** Derives a key for one purpose, which reveals nothing about the others. */
export function keyFor(purpose: string, key: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key, new Uint8Array(0), `atelier ${purpose}`, 32));
}

/** Seals with the profile's key file. */
export function fileSecrets(key: Uint8Array, file: string): Secrets {
  return secretsOf('file', key, file);
}

/** Seals with a key from the system's key store; texts that the key file sealed before can still be opened. */
export function osSecrets(key: Uint8Array, place: string, before: Secrets | undefined): Secrets {
  const own = secretsOf('os', key, place);
  return { ...own, open: bytes => (before !== undefined && bytes[0] === versions.file ? before : own).open(bytes) };
}

/** AES-256-GCM: version, nonce, tag, text. */
function secretsOf(kind: Secrets['kind'], key: Uint8Array, file: string): Secrets {
  const own = keyFor('secrets', key);
  const version = versions[kind];
  return {
    kind,
    async seal(text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', own, nonce);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return new Uint8Array(Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), sealed]));
    },
    async open(bytes) {
      try {
        if (bytes[0] !== version) throw new Error('unknown version');
        const decipher = createDecipheriv('aes-256-gcm', own, bytes.subarray(1, 13), { authTagLength: 16 });
        decipher.setAuthTag(bytes.subarray(13, 29));
        return Buffer.concat([decipher.update(bytes.subarray(29)), decipher.final()]).toString('utf8');
      } catch (cause) {
        throw hostErrors['host/secret-unreadable']({ file }, cause);
      }
    },
  };
}

function readIfThere(file: string): Uint8Array | undefined {
  try {
    return readRegularBytesSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    if (code !== 'EFTYPE') throw error;
    throw hostErrors['host/key-unreadable']({ file, why: noFile }, error);
  }
}

const noFile = { fr: 'ce n’est pas un fichier ordinaire', en: 'it is no regular file' };

/** Written under a temporary name first: a truncated key would make every secret unreadable. */
function makeKey(file: string): Uint8Array {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const handle = openSync(draft, 'wx', 0o600);
  writeSync(handle, randomBytes(32));
  fsyncSync(handle);
  closeSync(handle);
  try {
    linkSync(draft, file);
  } catch (error) {
    // Another process created the key first; use that one.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file);
}
