import type { Provider } from '../contract/index.ts';
import type { Json } from './files/agent-file.ts';
import { credentialOf } from './files/auth-file.ts';
import { textAt } from './files/json-text.ts';
import { isKeyless } from './known-local.ts';

export interface Access {
  readonly access: Provider['access'];
  readonly expires?: number;
}

// An access token lives for hours and the engine renews it; who was away this long has to sign in anew.
const renewableMs = 30 * 24 * 3_600_000;

/** How a provider is got at, by what the two files say of it. */
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
