import type { Provider } from '../contract/index.ts';
import type { Json } from './files/agent-file.ts';
import { credentialOf } from './files/auth-file.ts';
import { textAt } from './files/json-text.ts';
import { isKeyless } from './known-local.ts';

export interface Access {
  readonly access: Provider['access'];
  readonly expires?: number;
}

// An access token is valid for hours and the engine renews it. After this time without use, the person has to sign in again.
const renewableMs = 30 * 24 * 3_600_000;

/** The kind of access to a provider, from its entries in models.json and auth.json. */
export function accessOf(id: string, entry: Json | undefined, stored: unknown, now: number): Access {
  const credential = credentialOf(stored);
  if (credential?.type === 'oauth') {
    const { expires } = credential;
    return { access: expires + renewableMs < now ? 'expired' : 'oauth', expires };
  }
  if (credential?.type === 'api_key') return { access: 'key' };
  if (entry === undefined) return { access: 'none' };
  if (isKeyless(id, entry)) return { access: 'keyless' };
  return { access: textAt(entry, 'apiKey') === undefined ? 'none' : 'key' };
}
