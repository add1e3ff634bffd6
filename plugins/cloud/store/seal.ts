import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/** Seals secrets with AES-256-GCM. What a secret belongs to is authenticated with it, so a copy in another row does not open. */
export interface Sealer {
  seal(plain: string, belongsTo: string): string;
  /** Throws if the value was changed, belongs to something else, or was sealed with another key. */
  open(sealed: string, belongsTo: string): string;
  /** A key for something else, which tells nothing about this one. */
  derive(purpose: string): Buffer;
}

export function createSealer(key: Buffer): Sealer {
  const keyId = createHash('sha256').update('atelier-cloud key id\0').update(key).digest('hex').slice(0, 8);
  const additional = (belongsTo: string) => Buffer.from(`v1.${keyId}.${belongsTo}`);
  return {
    seal(plain, belongsTo) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(additional(belongsTo));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return ['v1', keyId, Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')].join('.');
    },
    open(sealed, belongsTo) {
      const [version, id, body = ''] = sealed.split('.');
      if (version !== 'v1' || id !== keyId) throw new Error('This secret was sealed with another key.');
      const bytes = Buffer.from(body, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
        .setAAD(additional(belongsTo))
        .setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
    derive: purpose => Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), purpose, 32)),
  };
}
