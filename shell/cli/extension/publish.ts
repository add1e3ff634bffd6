import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from '../texts.mjs';
import { keyword } from './check/examine.ts';
import { type CommandResult, folderOf, type Invocation } from './command.ts';
import { authorErrors } from './errors.ts';
import { type NpmResult, reasonIn, runNpm } from './npm.ts';
import { buildChecked } from './pack.ts';

const done = {
  en: '{id} {version} is published to {registry}. Others find it in the marketplace, or by atelier://extensions/install/{id}.',
  fr: '{id} {version} est publiée sur {registry}. On la trouve dans la place de marché, ou par atelier://extensions/install/{id}.',
};

/** `extension publish`: builds it, checks it, and publishes it to a registry. */
export async function publish(invocation: Invocation): Promise<CommandResult> {
  const folder = folderOf(invocation);
  const { extension, isPrivate, keywords, warnings } = await buildChecked(invocation.root, folder);
  const { id, version } = extension;
  if (isPrivate) throw authorErrors['author/private']({ id });
  if (!id.startsWith('@')) throw authorErrors['author/no-scope']({ id });
  if (!keywords.includes(keyword)) throw authorErrors['author/no-keyword']({ id, keyword });
  const noReadme = warnings.find(({ code }) => code === 'author/no-readme');
  if (noReadme !== undefined) throw noReadme;
  const registry = registryOf(invocation, folder);
  const token = tokenOf(invocation);
  if (token === undefined) throw authorErrors['author/no-token']({ id, registry });
  const { tag } = invocation.options;
  // By default npm retries for minutes without output.
  const args = [
    'publish',
    `--registry=${registry}`,
    '--access=public',
    '--json',
    '--fetch-retries=0',
    '--fetch-timeout=60000',
    ...(typeof tag === 'string' ? [`--tag=${tag}`] : []),
  ];
  const result = await runNpm(invocation.root, folder, args, { registry, token });
  if (result.code !== 0) throw publishError(result, { id, version, registry });
  return { ok: true, record: { id, version, registry }, lines: [text(done, { id, version, registry })] };
}

function registryOf({ options }: Invocation, folder: string): string {
  const { publishConfig } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { publishConfig?: { registry?: string } };
  const given = typeof options.registry === 'string' ? options.registry : (publishConfig?.registry ?? 'http://127.0.0.1:4873/');
  const address = URL.parse(given);
  if (address === null || !/^https?:$/.test(address.protocol)) {
    throw authorErrors['author/wrong-use']({ given, command: 'publish', usage: '--registry=<address>' });
  }
  return address.href.endsWith('/') ? address.href : `${address.href}/`;
}

function tokenOf({ options }: Invocation): string | undefined {
  const file = options['token-file'];
  const text = typeof file === 'string' ? readTokenFile(file) : process.env.ATELIER_REGISTRY_TOKEN;
  const token = text?.trim();
  return token === undefined || token === '' || /\s/.test(token) ? undefined : token;
}

function readTokenFile(file: string): string | undefined {
  try {
    return readFileSync(resolve(file), 'utf8');
  } catch {
    return undefined;
  }
}

function publishError(result: NpmResult, about: { readonly id: string; readonly version: string; readonly registry: string }) {
  const code = /npm error code (\S+)/.exec(result.stderr)?.[1] ?? '';
  const reason = reasonIn(result);
  if (code === 'EPUBLISHCONFLICT' || code === 'E409' || /cannot publish over|already present/i.test(result.stderr))
    return authorErrors['author/version-taken'](about);
  if (code === 'E401' || code === 'E403' || code === 'ENEEDAUTH') return authorErrors['author/token-refused'](about);
  if (/^(?:ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOST|ENETUNREACH|CERT_|UNABLE_|DEPTH_|SELF_SIGNED|ERR_TLS)/.test(code)) {
    return authorErrors['author/registry-unreachable']({ ...about, reason: code });
  }
  return authorErrors['author/not-published']({ ...about, reason });
}
