import { credentialOf } from './files/auth-file.ts';
import { textAt } from './files/json-text.ts';
import { entriesOf } from './files/models-file.ts';
import type { Read } from './models.ts';

const localIds = new Set(['ollama', 'lmstudio', 'local', 'localhost']);
const localHosts = new Set(['local', 'localhost']);

/** Stands for "needs no key" in models.json; never a command, and never sent. */
export const keylessSentinel = '!';

/** One of the providers on this machine that need no key: by its id, or by the host of its address. */
export function isKnownLocal(id: string, entry: Readonly<Record<string, unknown>> = {}): boolean {
  return localIds.has(id) || localHosts.has(hostOf(textAt(entry, 'baseUrl')) ?? '');
}

/** True where requests of this provider must carry no Authorization header. */
export function isKeyless(id: string, entry: Readonly<Record<string, unknown>>): boolean {
  const key = textAt(entry, 'apiKey');
  return key === keylessSentinel || (key === undefined && isKnownLocal(id, entry));
}

/** Ids of all that is set up so. */
export function keylessIn({ models, auth }: Read): readonly string[] {
  const entries = Object.entries(entriesOf(models));
  return entries.filter(([id, entry]) => isKeyless(id, entry) && credentialOf(auth[id]) === undefined).map(([id]) => id);
}

function hostOf(address: string | undefined): string | undefined {
  return address !== undefined && URL.canParse(address) ? new URL(address).hostname : undefined;
}
