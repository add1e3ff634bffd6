import { builtinCrypto } from '../builtin-crypto.ts';

/** The keys of a profile as they are in an archive, before they are encrypted. */
export interface Keys {
  /** Files of the profile, by path. */
  readonly files: Readonly<Record<string, string>>;
  /** Secrets given to extensions, by `extension/name`. */
  readonly secrets: Readonly<Record<string, string>>;
}

/** Fixed by the format, so that an archive cannot ask for more time, or for more than 128 MB. */
const scrypt = { N: 131_072, r: 8, p: 1 } as const;
const cipher = 'aes-256-gcm';

/** Words of several letters, or a long password. */
export const leastPassphrase = 12;
/** More than any person has. */
export const maxKeysBytes = 32 * 1024 * 1024;

/** keys.json of an archive: the keys, encrypted with a passphrase. README.txt of an archive describes it. */
export async function sealKeys(keys: Keys, passphrase: string): Promise<string> {
  const { randomBytes, createCipheriv } = builtinCrypto();
  const [salt, nonce] = [randomBytes(16), randomBytes(12)];
  const sealing = createCipheriv(cipher, await keyFrom(passphrase, salt), nonce);
  const data = Buffer.concat([sealing.update(JSON.stringify(keys), 'utf8'), sealing.final()]);
  const written = {
    kdf: 'scrypt',
    ...scrypt,
    salt: text(salt),
    cipher,
    nonce: text(nonce),
    tag: text(sealing.getAuthTag()),
    data: text(data),
  };
  return `${JSON.stringify(written, undefined, 1)}\n`;
}

/** The keys; undefined if the passphrase is another one, or the file was changed. */
export async function openKeys(sealed: string, passphrase: string): Promise<Keys | undefined> {
  try {
    const read = JSON.parse(sealed) as Readonly<Record<string, unknown>>;
    const known = { kdf: 'scrypt', ...scrypt, cipher };
    if (Object.entries(known).some(([name, value]) => read[name] !== value)) return undefined;
    const [salt, nonce, tag, data] = ['salt', 'nonce', 'tag', 'data'].map(name => Buffer.from(String(read[name]), 'base64'));
    const key = await keyFrom(passphrase, salt!);
    const opening = builtinCrypto().createDecipheriv(cipher, key, nonce!, { authTagLength: 16 });
    opening.setAuthTag(tag!);
    return checked(JSON.parse(Buffer.concat([opening.update(data!), opening.final()]).toString('utf8')));
  } catch {
    return undefined;
  }
}

function keyFrom(passphrase: string, salt: Buffer): Promise<Buffer> {
  // The same passphrase may be typed as other bytes on another system.
  const typed = passphrase.normalize('NFC');
  return new Promise((resolve, reject) =>
    builtinCrypto().scrypt(typed, salt, 32, { ...scrypt, maxmem: 256 * 1024 * 1024 }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    ),
  );
}

function checked(value: unknown): Keys | undefined {
  const { files, secrets } = (value ?? {}) as Partial<Keys>;
  return isTexts(files) && isTexts(secrets) ? { files, secrets } : undefined;
}

function isTexts(value: unknown): value is Readonly<Record<string, string>> {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isRecord && Object.values(value).every(one => typeof one === 'string');
}

function text(bytes: Buffer): string {
  return bytes.toString('base64');
}
