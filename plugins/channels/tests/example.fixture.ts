import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const examples = join(import.meta.dirname, '..', '..', '..', 'registry-dev', 'examples');

interface Field {
  readonly id: string;
  default?: string | boolean;
}

/** An example, as its author would copy it for servers of their own; `usual` are the defaults of its settings. */
export function exampleChannel(name: string, hosts: readonly string[], usual: Readonly<Record<string, string | boolean>> = {}) {
  const root = mkdtempSync(join(tmpdir(), 'atelier-example-'));
  const folder = join(root, name);
  cpSync(join(examples, name), folder, { recursive: true });
  const file = join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as {
    atelier: { rights: { net: readonly string[] }; contributes: Record<string, readonly { readonly form?: Field[] }[]> };
  };
  manifest.atelier.rights.net = hosts;
  for (const field of manifest.atelier.contributes['@atelier/settings:sections@1']?.[0]?.form ?? [])
    if (Object.hasOwn(usual, field.id)) field.default = usual[field.id] as string | boolean;
  writeFileSync(file, JSON.stringify(manifest, undefined, 2));
  return { folder, rights: manifest.atelier.rights, [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }) };
}
