import { keylessSentinel } from './config-value.ts';
import type { AgentContents } from './files/agent-contents.ts';
import { credentialOf } from './files/auth-file.ts';
import { textAt } from './files/json-text.ts';
import { entriesOf } from './files/models-file.ts';

const localIds = new Set(['ollama', 'lmstudio', 'local', 'localhost']);
const localHosts = new Set(['local', 'localhost']);

/** Whether a provider is known to run on this machine without a key, by its id or by the host of its address. */
export function isKnownLocal(id: string, entry: Readonly<Record<string, unknown>> = {}): boolean {
  return localIds.has(id) || localHosts.has(hostOf(textAt(entry, 'baseUrl')) ?? '');
}

/** Whether requests to this provider must carry no Authorization header. */
export function isKeyless(id: string, entry: Readonly<Record<string, unknown>>): boolean {
  const key = textAt(entry, 'apiKey');
  return key === keylessSentinel || (key === undefined && isKnownLocal(id, entry));
}

/** The ids of all providers that are set up without a key. */
export function keylessIn({ models, auth }: AgentContents): readonly string[] {
  const entries = Object.entries(entriesOf(models));
  return entries.filter(([id, entry]) => isKeyless(id, entry) && credentialOf(auth[id]) === undefined).map(([id]) => id);
}

function hostOf(address: string | undefined): string | undefined {
  return address !== undefined && URL.canParse(address) ? new URL(address).hostname : undefined;
}
