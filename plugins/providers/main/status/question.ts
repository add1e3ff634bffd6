import { createHash } from 'node:crypto';
import { parseAddress, plainAddress } from '../address.ts';
import { builtInOf } from '../built-in.ts';
import type { Catalog } from '../catalog.ts';
import { resolved } from '../config-value.ts';
import type { AgentContents } from '../files/agent-contents.ts';
import { credentialOf } from '../files/auth-file.ts';
import { textAt } from '../files/json-text.ts';
import { entriesOf } from '../files/models-file.ts';
import { presetOfProvider } from '../presets.ts';

/** Where and how a provider is asked. */
export interface Question {
  readonly provider: string;
  readonly baseUrl: string;
  readonly api: string | undefined;
  readonly key: string | undefined;
}

/** How to ask a provider; undefined if there is no address, or a sign-in, whose server has no question that costs nothing. */
export function questionOf(contents: AgentContents, provider: string, catalog: Catalog): Question | undefined {
  const entry = entriesOf(contents.models)[provider];
  const preset = presetOfProvider(provider);
  const credential = credentialOf(contents.auth[provider]);
  const [first] = catalog.models(provider) ?? [];
  const address = (entry && textAt(entry, 'baseUrl')) ?? preset?.variant.baseUrl ?? textAt(first ?? {}, 'baseUrl');
  const isSignIn = credential?.type === 'oauth' || (credential === undefined && preset?.variant.signIn === 'oauth');
  if (address === undefined || isSignIn || (entry && builtInOf(entry)?.demo)) return undefined;
  const api = (entry && textAt(entry, 'api')) ?? preset?.variant.api ?? textAt(first ?? {}, 'api');
  try {
    return { provider, baseUrl: plainAddress(parseAddress(address)), api, key: keyOf(contents, provider) };
  } catch {
    return undefined;
  }
}

/** The key that a provider is asked with. */
export function keyOf(contents: AgentContents, provider: string): string | undefined {
  const credential = credentialOf(contents.auth[provider]);
  const written = credential?.type === 'api_key' ? credential.key : textAt(entriesOf(contents.models)[provider] ?? {}, 'apiKey');
  return resolved(written, process.env);
}

/** Tells one way of reaching a provider from another, so that nothing is said of an address or a key that was not asked. */
export function fingerprintOf(contents: AgentContents, provider: string): string {
  const { baseUrl, api, apiKey, headers } = entriesOf(contents.models)[provider] ?? {};
  const credential = credentialOf(contents.auth[provider]);
  // A sign-in renews its tokens by itself.
  const access = credential?.type === 'oauth' ? 'oauth' : (credential?.key ?? apiKey);
  return createHash('sha256')
    .update(JSON.stringify([provider, baseUrl, api, headers, access]))
    .digest('base64');
}
