import { generateKeyPairSync, sign } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExtensionsChannel, type Offer } from '@atelier/extensions/contract';
import type { Client } from '@atelier/kernel';
import { type TestKernel, testKernel } from '@atelier/kernel/testing';
import { SettingsChannel } from '@atelier/settings/contract';
import { type Published, type TinyRegistry, tinyRegistry } from '../support/tiny-registry.ts';
import { honest, honestMain } from './hostile-kernel.ts';

type Shape = typeof ExtensionsChannel extends { shape?: infer S } ? NonNullable<S> : never;

/** The app with a registry that is in the hands of the attacker, for one package. */
export interface Stage {
  readonly id: string;
  readonly kernel: TestKernel;
  readonly client: Client<Shape>;
  /** Is there once a script of a package has run. */
  readonly marker: string;
  /** Publishes the next block list, or one that must not be taken. */
  block(entries: readonly object[], how?: { readonly sequence?: number; readonly forged?: boolean }): void;
  /** Installs the newest version, as somebody would who says yes to everything but to what is held. */
  take(): Promise<Offer>;
  /** Which version answers; none where none does. */
  version(): Promise<unknown>;
}

export interface Theatre extends AsyncDisposable {
  readonly registry: TinyRegistry;
  readonly kernel: TestKernel;
  /** Ready for an attack on a package: an honest registry, with what is there before. */
  stageFor(name: string): Stage;
  /** Removes all that was installed. */
  clear(): Promise<void>;
  /** What the attacker got hold of: a script that ran, a file outside. */
  spoils(): string | undefined;
}

/** A version of an extension that answers its own version; its word is that of its name. */
export function notes(id: string, version: string, atelier: object = {}, more: object = {}): Published {
  const command = `${id.split('/')[1]}.version`;
  const manifest = { name: id, version, type: 'module', keywords: ['atelier-extension'], engines: { atelier: '^1.0.0' } };
  const contributes = { commands: [{ id: command, title: 'Version' }] };
  return {
    manifest: { ...manifest, atelier: { main: './main.js', contributes, ...atelier }, ...more },
    files: { 'main.js': `export default { activate(ctx) { ctx.handle('${command}', async () => '${version}'); } };` },
  };
}

export async function openTheatre(): Promise<Theatre> {
  const registry = await tinyRegistry();
  const commands = ['honest.echo', 'honest.secret', 'honest.open'].map(id => ({ id, title: id }));
  const kernel = await testKernel({
    plugins: ['@atelier/extensions', '@atelier/settings'],
    extensions: [{ id: honest, installed: true, files: { 'main.js': honestMain }, atelier: { contributes: { commands } } }],
  });
  const client = kernel.client(ExtensionsChannel);
  const settings = kernel.client(SettingsChannel);
  await client.call('removeRegistry', { id: 'npm' });
  await client.call('saveRegistry', { id: 'test', name: 'Test', url: registry.url });
  const [ours, theirs] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519').privateKey];
  const set = (id: string, value: string) =>
    settings.call('saveSetting', { from: '@atelier/extensions', section: 'extensions-supply', id, value });
  let last = 1;
  const block: Stage['block'] = (entries, { sequence = last + 1, forged = false } = {}) => {
    last = Math.max(last, sequence);
    const list = JSON.stringify({ sequence, blocked: entries });
    const signature = sign(null, Buffer.from(list), forged ? theirs : ours.privateKey).toString('base64');
    registry.pages.set('/list.json', JSON.stringify({ list, signature }));
  };
  block([]);
  await set('blockListKey', ours.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'));
  await set('blockList', `${registry.url}/list.json`);
  // Awake before any attack, and so no attack's to end.
  await kernel.wake(honest);
  const marker = join(tmpdir(), `atelier-script-ran-${process.pid}`);
  return {
    registry,
    kernel,
    stageFor(name) {
      const id = `@hostile/${name}`;
      Object.assign(registry, { misbehave: undefined, signing: undefined, keys: undefined });
      return {
        id,
        kernel,
        client,
        marker,
        block,
        async take() {
          const offer = await client.call('offer', { id });
          await client.call('install', { ticket: offer.ticket, rights: offer.asks });
          return offer;
        },
        version: () => kernel.run(`${name}.version`).catch(() => undefined),
      };
    },
    async clear() {
      for (const { id } of await client.call('listInstalled', {})) await client.call('remove', { id, data: 'delete' });
    },
    spoils() {
      if (existsSync(marker)) return 'ran a script';
      const outside = readdirSync(kernel.profile, { recursive: true, encoding: 'utf8' }).filter(path => path.endsWith('evil.js'));
      const beside = existsSync(join(tmpdir(), 'evil.js')) || existsSync('/evil.js');
      return outside.length > 0 || beside ? 'wrote a file' : undefined;
    },
    async [Symbol.asyncDispose]() {
      await kernel[Symbol.asyncDispose]();
      await registry[Symbol.asyncDispose]();
      rmSync(marker, { force: true });
    },
  };
}
