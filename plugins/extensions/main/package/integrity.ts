import { createHash } from 'node:crypto';

/** `sha512-…`, as registries write it. */
export function integrityOf(bytes: Uint8Array): string {
  return `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
}
