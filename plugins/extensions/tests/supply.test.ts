import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ExtensionsChannel } from '@atelier/extensions/contract';
import { testKernel } from '@atelier/kernel/testing';
import { SettingsChannel } from '@atelier/settings/contract';
import { expect, test, vi } from 'vitest';
import { openAuthority } from '../../../tests/support/attestations/authority.ts';
import { builtElsewhere } from '../../../tests/support/attestations/built-elsewhere.ts';
import { type Published, type TinyRegistry, tinyRegistry } from '../../../tests/support/tiny-registry.ts';

const id = '@acme/notes';
const dayMs = 24 * 60 * 60 * 1000;

function notes(version: string, more: Partial<Published> & { readonly dependencies?: object; readonly title?: string } = {}): Published {
  const { dependencies, title, ...published } = more;
  const commands = [{ id: 'notes.version', title: 'Version' }];
  const atelier = { main: './main.js', contributes: { commands }, ...(title !== undefined && { displayName: title }) };
  const manifest = { name: id, version, type: 'module', keywords: ['atelier-extension'], engines: { atelier: '^1.0.0' } };
  return {
    manifest: { ...manifest, ...(dependencies && { dependencies }), atelier },
    files: { 'main.js': `export default { activate(ctx) { ctx.handle('notes.version', async () => '${version}'); } };` },
    ...published,
  };
}

async function start(registry: TinyRegistry, profile?: string) {
  const kernel = await testKernel({
    plugins: ['@atelier/extensions', '@atelier/settings'],
    ...(profile !== undefined && { profile }),
  });
  const client = kernel.client(ExtensionsChannel);
  const settings = kernel.client(SettingsChannel);
  await client.call('removeRegistry', { id: 'npm' });
  await client.call('saveRegistry', { id: 'test', name: 'Test', url: registry.url });
  const set = (name: string, value: string) =>
    settings.call('saveSetting', { from: '@atelier/extensions', section: 'extensions-supply', id: name, value });
  const take = async (version?: string, early = false) => {
    const offer = await client.call('offer', { id, ...(version !== undefined && { version }) });
    await client.call('install', { ticket: offer.ticket, rights: offer.asks, early });
    return offer;
  };
  const state = () => {
    const found = kernel.statuses().find(one => one.id === id);
    return found && `${found.version} ${found.state}${found.problem === undefined ? '' : ` ${found.problem.code}`}`;
  };
  return { kernel, client, set, take, state };
}

const codeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'fine',
    (error: { code: string }) => error.code,
  );

const ecKey = () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey;

test('N5: a signature of the registry is verified, claimed or missing, and said to be; a wrong one is refused, as is one that is lost', async () => {
  await using registry = await tinyRegistry();
  const [first, second, otherKey] = [ecKey(), ecKey(), ecKey()];
  const { kernel, client, take } = await start(registry);
  await using _kernel = kernel;
  const details = async () => (await client.call('details', { id })).signature;
  const seen: Record<string, unknown> = {};

  registry.publish(notes('1.0.0'));
  seen['not signed'] = await details();
  registry.signing = { id: 'first', key: first };
  registry.publish(notes('1.1.0'));
  seen['signed, and no key told'] = await details();
  registry.keys = [{ id: 'first', key: first }];
  seen['signed, and the key told'] = await details();
  const { signature } = await take();
  seen['as it was offered'] = signature;

  // 1.1.0 stays in use while the following versions are refused.
  const refuse = async (name: string, published: Published, keys = registry.keys) => {
    registry.keys = keys;
    registry.publish(published);
    seen[name] = await codeOf(take());
    registry.remove(id, published.manifest.version);
  };
  registry.signing = { id: 'first', key: otherKey };
  await refuse('signed by somebody else', notes('1.2.0'));
  await refuse('signed by somebody else who is now said to be the key', notes('1.2.1'), [{ id: 'first', key: otherKey }]);
  registry.signing = { id: 'second', key: second };
  await refuse('signed with a key that had expired', notes('1.3.0'), [{ id: 'second', key: second, expires: '2025-01-01T00:00:00.000Z' }]);
  registry.signing = { id: 'third', key: otherKey };
  await refuse('signed with a key that nobody tells', notes('1.4.0'), []);
  registry.signing = undefined;
  await refuse('not signed any more', notes('1.5.0'));
  registry.signing = { id: 'first', key: first };
  const signed = notes('1.6.0');
  await refuse('signed, but for another archive', { ...signed, lies: { signatures: [sigOf(first, '1.6.0', 'sha512-other')] } });
  registry.publish(notes('1.7.0'));
  seen['signed as before'] = (await take()).signature;
  expect({ seen, running: await kernel.run('notes.version') }).toEqual({
    seen: {
      'not signed': { state: 'none' },
      'signed, and no key told': { state: 'claimed' },
      'signed, and the key told': { state: 'verified', key: 'registry' },
      'as it was offered': { state: 'verified', key: 'registry' },
      'signed by somebody else': 'extensions/signature',
      'signed by somebody else who is now said to be the key': 'extensions/signature',
      'signed with a key that had expired': 'extensions/signature',
      'signed with a key that nobody tells': 'extensions/provenance-lost',
      'not signed any more': 'extensions/provenance-lost',
      'signed, but for another archive': 'extensions/signature',
      'signed as before': { state: 'verified', key: 'registry' },
    },
    running: '1.7.0',
  });
});

function sigOf(key: KeyObject, version: string, integrity: string) {
  return { keyid: 'first', sig: sign('sha256', Buffer.from(`${id}@${version}:${integrity}`), key).toString('base64') };
}

test('N5: where a version was built is verified as its registry proves it; a wrong proof refuses it, and one that is lost blocks the update', async () => {
  await using registry = await tinyRegistry();
  const { kernel, client, take } = await start(registry);
  await using _kernel = kernel;
  const details = async (name = id) => (await client.call('details', { id: name })).attestation;
  const seen: Record<string, unknown> = {};
  registry.publish(builtElsewhere.published);
  registry.pages.set(builtElsewhere.path, builtElsewhere.page);
  seen['a real package'] = await details('sigstore');

  // The request goes to the registry itself, whatever host the URL names.
  const path = (version: string) => `/-/npm/v1/attestations/${id}@${version}`;
  const attested = (version: string) => notes(version, { lies: { attestations: { url: `https://elsewhere.invalid${path(version)}` } } });
  registry.publish(attested('1.0.0'));
  seen['a proof that is not given'] = (await take()).attestation;
  registry.publish(notes('1.1.0'));
  seen['not proven any more'] = await codeOf(take());
  registry.remove(id, '1.1.0');
  registry.publish(attested('1.2.0'));
  registry.pages.set(path('1.2.0'), builtElsewhere.page);
  seen['the proof of another package'] = await codeOf(take());
  const refused = await client.call('offer', { id }).catch((error: { message: string }) => error.message);
  registry.remove(id, '1.2.0');
  registry.publish(attested('1.3.0'));
  const { integrity = '' } = await (await fetch(`${registry.url}/${id}`)).json().then(({ versions }) => versions['1.3.0'].dist);
  registry.pages.set(
    path('1.3.0'),
    JSON.stringify({ attestations: [openAuthority().attest({ purl: `pkg:npm/%40acme/notes@1.3.0`, integrity })] }),
  );
  seen['a proof by an authority that nobody knows'] = (await take()).attestation;
  seen['as it is installed'] = await details();

  const store = join(kernel.host.paths.installed, '.store');
  for (const name of readdirSync(store)) {
    const record = join(store, name, 'record.json');
    const verified = { state: 'verified', repository: 'https://github.com/acme/notes', commit: 'c0ffee' };
    writeFileSync(record, JSON.stringify({ ...JSON.parse(readFileSync(record, 'utf8')), attestation: verified }));
  }
  registry.publish(attested('1.4.0'));
  seen['verified before, and not given now'] = await codeOf(take());
  expect({ seen, refused, running: await kernel.run('notes.version') }).toEqual({
    seen: {
      'a real package': builtElsewhere.attestation,
      'a proof that is not given': { state: 'claimed', why: 'not-given' },
      'not proven any more': 'extensions/provenance-lost',
      'the proof of another package': 'extensions/attestation',
      'a proof by an authority that nobody knows': { state: 'claimed', why: 'unknown-log' },
      'as it is installed': { state: 'claimed', why: 'unknown-log' },
      'verified before, and not given now': 'extensions/provenance-lost',
    },
    refused: expect.stringContaining('is wrong: it names another package or version. Nothing was installed.'),
    running: '1.3.0',
  });
});

test('N8: a version that is new is held for three days, “Update all” waits for it, and a person may take it at once', async () => {
  const now = Date.UTC(2026, 5, 10);
  vi.useFakeTimers({ toFake: ['Date'], now });
  try {
    await using registry = await tinyRegistry();
    const { kernel, client, set, take } = await start(registry);
    await using _kernel = kernel;
    const ago = (days: number) => new Date(now - days * dayMs).toISOString();
    const waiting = async () => {
      await client.call('checkUpdates', {});
      return (await client.call('listInstalled', {}))[0]?.update;
    };
    registry.publish(notes('1.0.0', { date: ago(90) }));
    await take();
    registry.publish(notes('1.1.0', { date: ago(4) }));
    registry.publish(notes('1.2.0', { date: ago(1) }));
    const ripe = await waiting();
    const first = await client.call('updateAll', {});
    const held = await waiting();
    const second = await client.call('updateAll', {});
    // Without a version, the update is offered, held back or not.
    const plain = await codeOf(take());
    vi.setSystemTime(now + 2 * dayMs);
    const later = await waiting();
    const third = await client.call('updateAll', {});
    registry.publish(notes('1.3.0', { date: new Date(now + 2 * dayMs).toISOString() }));
    const offer = await take('1.3.0', true);
    // Without a publish time, the age counts from when the version was first seen.
    registry.publish(notes('1.4.0', { date: null }));
    const untold = await waiting();
    await set('minimumAge', '0');
    const free = await waiting();
    expect({
      ripe,
      first,
      held,
      second,
      plain,
      later,
      third,
      offer: offer.heldUntil,
      untold,
      free,
      runs: await kernel.run('notes.version'),
    }).toEqual({
      ripe: { version: '1.1.0', asksMore: false, kept: false, rights: {} },
      first: { updated: [id], waiting: [], failed: [] },
      held: { version: '1.2.0', asksMore: false, kept: false, rights: {}, heldUntil: new Date(now + 2 * dayMs).toISOString() },
      second: { updated: [], waiting: [id], failed: [] },
      plain: 'extensions/too-new',
      later: { version: '1.2.0', asksMore: false, kept: false, rights: {} },
      third: { updated: [id], waiting: [], failed: [] },
      offer: new Date(now + 5 * dayMs).toISOString(),
      untold: { version: '1.4.0', asksMore: false, kept: false, rights: {}, heldUntil: new Date(now + 5 * dayMs).toISOString() },
      free: { version: '1.4.0', asksMore: false, kept: false, rights: {} },
      runs: '1.3.0',
    });
  } finally {
    vi.useRealTimers();
  }
});

const why = { fr: 'elle envoie ce que vous écrivez.', en: 'it sends away what you write.' };

function listOf(key: KeyObject, sequence: number, blocked: readonly object[]): string {
  const list = JSON.stringify({ sequence, blocked });
  return JSON.stringify({ list, signature: sign(null, Buffer.from(list), key).toString('base64') });
}

test('N10: what a signed block list names is off within one refresh and cannot be installed; the list is neither forged, nor taken back, nor lost', async () => {
  await using registry = await tinyRegistry();
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const otherKey = generateKeyPairSync('ed25519').privateKey;
  const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  registry.publish(notes('1.0.0'));
  const { kernel, client, set, take, state } = await start(registry);
  await using _kernel = kernel;
  await take();
  const seen: unknown[] = [];
  const read = async (page: string | undefined) => {
    if (page === undefined) registry.pages.delete('/list.json');
    else registry.pages.set('/list.json', page);
    const failures = await client.call('checkUpdates', {});
    return [failures.map(({ error }) => error.code).join(), state()];
  };
  registry.pages.set('/list.json', listOf(privateKey, 5, []));
  await set('blockList', `${registry.url}/list.json`);
  await set('blockListKey', key);
  seen.push(await read(listOf(privateKey, 6, [{ id, below: '1.0.1', why }])));
  const told = kernel.statuses().find(one => one.id === id)?.problem?.message;
  seen.push(await codeOf(kernel.run('notes.version')), await codeOf(kernel.enable(id)), await codeOf(take('1.0.0')));
  seen.push(await read(listOf(otherKey, 9, [])));
  seen.push(await read(listOf(privateKey, 5, [])));
  seen.push(await read('{"list":"{}"}'));
  seen.push(await read(undefined));
  // A fixed version is not blocked and can be installed.
  registry.publish(notes('1.0.1'));
  await take();
  seen.push(state(), await codeOf(take('1.0.0')));
  // A list can also name a package inside an extension.
  registry.publish({ manifest: { name: 'left', version: '1.0.0' } });
  registry.publish(notes('1.1.0', { dependencies: { left: '^1.0.0' } }));
  await take();
  seen.push(state(), await read(listOf(privateKey, 7, [{ id: 'left', versions: ['1.0.0'], why }])));
  registry.publish(notes('1.2.0', { dependencies: { left: '^1.0.0' } }));
  seen.push(await codeOf(take('1.2.0')));
  seen.push(await read(listOf(privateKey, 8, [])));
  // The person's own list needs no signature and takes effect at once.
  await set('blocked', `${id}@1.1.0\nwhat is this`);
  seen.push(
    state(),
    (await client.call('checkUpdates', {})).map(({ error }) => error.code),
  );
  await set('blocked', '');
  seen.push(state());
  expect({ seen, told }).toMatchInlineSnapshot(`
    {
      "seen": [
        [
          "",
          "1.0.0 quarantined extension/blocked",
        ],
        "command/unknown",
        "extension/blocked",
        "extensions/blocked",
        [
          "extensions/block-list-forged",
          "1.0.0 quarantined extension/blocked",
        ],
        [
          "extensions/block-list-older",
          "1.0.0 quarantined extension/blocked",
        ],
        [
          "extensions/block-list-unfit",
          "1.0.0 quarantined extension/blocked",
        ],
        [
          "extensions/block-list-unread",
          "1.0.0 quarantined extension/blocked",
        ],
        "1.0.1 active",
        "extensions/blocked",
        "1.1.0 active",
        [
          "",
          "1.1.0 quarantined extension/blocked",
        ],
        "extensions/blocked-inside",
        [
          "",
          "1.1.0 dormant",
        ],
        "1.1.0 quarantined extension/blocked",
        [
          "extensions/block-line",
        ],
        "1.1.0 dormant",
      ],
      "told": "@acme/notes 1.0.0 is off because a list of blocked extensions names it: it sends away what you write. Update it, go back to an earlier version, or remove it.",
    }
  `);
});

test('N13: a name or a title that could be taken for another is told with both names before it is installed, and a name without a scope is not asked for', async () => {
  await using registry = await tinyRegistry();
  const named = (name: string, title: string, publisher: string): Published => {
    const one = notes('1.0.0', { title, publisher });
    return { ...one, manifest: { ...one.manifest, name } };
  };
  registry.publish(notes('1.0.0', { title: 'Notes' }));
  registry.publish(named('@acrne/n0tes', 'Other', 'evil'));
  registry.publish(named('@evil/jotter', 'Νotеs', 'evil'));
  registry.publish(named('@evil/setting', 'Other', 'evil'));
  registry.publish(named('@acme/notes-more', 'More', 'acme-team'));
  registry.publish(named('@team/weather', 'Weather', 'team'));
  registry.publish(named('@teem/weather', 'Wind', 'evil'));
  const { kernel, client, take } = await start(registry);
  await using _kernel = kernel;
  await take();
  await client.call('search', { text: '' });
  const alike = async (name: string) => (await client.call('offer', { id: name })).alike;
  expect({
    near: await alike('@acrne/n0tes'),
    title: await alike('@evil/jotter'),
    ours: await alike('@evil/setting'),
    offered: await alike('@teem/weather'),
    plain: await alike('@acme/notes-more'),
    unscoped: await codeOf(client.call('offer', { id: 'notes' })),
    out: await codeOf(client.call('offer', { id: '@acme/..%2fx' })),
  }).toMatchInlineSnapshot(`
    {
      "near": {
        "by": "name",
        "id": "@acme/notes",
        "where": "installed",
      },
      "offered": {
        "by": "name",
        "id": "@team/weather",
        "where": "offered",
      },
      "ours": {
        "by": "name",
        "id": "@atelier/settings",
        "where": "bundled",
      },
      "out": "extensions/name-unfit",
      "plain": undefined,
      "title": {
        "by": "title",
        "id": "@acme/notes",
        "where": "installed",
      },
      "unscoped": "extensions/name-unfit",
    }
  `);
});
