import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { archiveOf, type Published, packed, type TinyRegistry } from '../support/tiny-registry.ts';
import { notes, type Stage } from './supply-stage.ts';

/** What an attack on the way in came to: what it got, and what was said of it where. */
export interface SupplyOutcome {
  readonly gained?: string | undefined;
  readonly said?: string | undefined;
  readonly where?: string | undefined;
}

export interface SupplyAttack {
  readonly name: string;
  readonly tries: string;
  /** The registry's part; the package is `stage.id`. */
  readonly publish: (registry: TinyRegistry, stage: Stage) => void;
  /** The person's part; installing it, if left out, which must be refused. */
  readonly act?: (stage: Stage) => Promise<SupplyOutcome>;
  /** Is there and in use when it begins. */
  readonly before?: (id: string, registry: TinyRegistry) => Published;
}

const archive = (tries: string, make: (id: string) => Buffer) => ({
  tries,
  publish: (registry: TinyRegistry, { id }: Stage) => registry.publish({ ...notes(id, '1.0.0'), archive: make(id) }),
});
const withManifest = (id: string) => packed({ 'package.json': JSON.stringify(notes(id, '1.0.0').manifest) });
const dependingOn = (tries: string, range: string) => ({
  tries,
  publish: (registry: TinyRegistry, { id }: Stage) => registry.publish(notes(id, '1.0.0', {}, { dependencies: { left: range } })),
});
const other = archiveOf(packed({ 'package.json': '{"name":"left","version":"1.0.0"}', 'index.js': 'evil()' }));
const serving = (end: string, body: Buffer): TinyRegistry['misbehave'] => {
  return (request, response) => request.url?.endsWith(end) === true && response.end(body) !== undefined;
};
const ecKey = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey;
const marked = (marker: string) => ({ postinstall: `touch ${marker}`, preinstall: `touch ${marker}`, install: `touch ${marker}` });

/** Takes the offer that names the scripts, and looks whether any of them ran. */
async function scriptsOf(stage: Stage): Promise<SupplyOutcome> {
  const offer = await stage.take();
  const { scripts } = offer.difference;
  return { said: scripts.length > 0 ? `${stage.id} wants to run scripts: ${scripts}` : undefined, where: 'the offer' };
}

/** Lets every update be taken that may be, and looks whether this one was. */
async function updateAll({ client, id, version }: Stage): Promise<SupplyOutcome> {
  const failures = await client.call('checkUpdates', {});
  const { updated, waiting, failed } = await client.call('updateAll', {});
  const runs = await version();
  const said = [...failures, ...failed].map(({ error }) => error.message.en).find(text => text.includes(id));
  return {
    gained: updated.includes(id) || runs !== '1.0.0' ? `${runs} took its place by itself` : undefined,
    said: waiting.includes(id) ? `${id} waits for an answer` : said,
    where: waiting.includes(id) ? 'the list of updates' : 'its error',
  };
}

export const supplyAttacks: readonly SupplyAttack[] = [
  {
    name: 'archive-climbs',
    ...archive('write outside of its folder by a path with ..', id =>
      archiveOf([...withManifest(id), { path: 'package/../../../../evil.js', text: 'evil()' }]),
    ),
  },
  {
    name: 'archive-absolute',
    ...archive('write to an absolute path', id => archiveOf([...withManifest(id), { path: '/evil.js', text: 'evil()' }])),
  },
  {
    name: 'archive-link',
    ...archive('lead out of its folder by a link', id =>
      archiveOf([...withManifest(id), { path: 'package/evil.js', kind: '2', link: '../../../../evil.js' }]),
    ),
  },
  {
    name: 'archive-hard-link',
    ...archive('take hold of a file of the person by a hard link', id =>
      archiveOf([...withManifest(id), { path: 'package/evil.js', kind: '1', link: '/etc/passwd' }]),
    ),
  },
  {
    name: 'archive-bomb',
    ...archive('fill the memory and the disk with an archive of nothing', () => gzipSync(Buffer.alloc(200 * 1024 * 1024))),
  },
  {
    name: 'archive-swarm',
    ...archive('bury the disk under files', id =>
      archiveOf([...withManifest(id), ...Array.from({ length: 20_000 }, (_, at) => ({ path: `package/${at}.js`, text: '' }))]),
    ),
  },
  {
    name: 'other-name',
    ...archive('be one package in the registry and another in the archive', () =>
      archiveOf(packed({ 'package.json': JSON.stringify(notes('@acme/trusted', '1.0.0').manifest) })),
    ),
  },
  {
    name: 'fake-checksum',
    tries: 'promise a checksum that the archive does not have',
    publish: (registry, { id }) => registry.publish({ ...notes(id, '1.0.0'), lies: { integrity: `sha512-${'A'.repeat(86)}==` } }),
  },
  {
    name: 'swapped-archive',
    tries: 'exchange the archive after its checksum was told',
    publish(registry, { id }) {
      registry.publish(notes(id, '1.0.0'));
      registry.misbehave = serving('-1.0.0.tgz', other);
    },
  },
  {
    name: 'swapped-inside',
    tries: 'exchange the archive of a package inside it',
    publish(registry, { id }) {
      registry.publish({ manifest: { name: 'left', version: '1.0.0' } });
      registry.publish(notes(id, '1.0.0', {}, { dependencies: { left: '1.0.0' } }));
      registry.misbehave = serving('left-1.0.0.tgz', other);
    },
  },
  {
    name: 'grown-right',
    tries: 'ask for more in a patch release, and get it with “Update all”',
    before: id => notes(id, '1.0.0'),
    publish: (registry, { id }) => registry.publish(notes(id, '1.0.1', { rights: { net: ['evil.example'] } })),
    act: updateAll,
  },
  {
    name: 'grown-inside',
    tries: 'ask for more in a patch release, by a package inside it',
    before(id, registry) {
      registry.publish({ manifest: { name: 'receipts', version: '1.0.0' } });
      return notes(id, '1.0.0', {}, { dependencies: { receipts: '1.0.0' } });
    },
    publish(registry, { id }) {
      registry.publish({ manifest: { name: 'receipts', version: '1.0.1', atelier: { rights: { net: ['evil.example'] } } } });
      registry.publish(notes(id, '1.0.1', {}, { dependencies: { receipts: '1.0.1' } }));
    },
    act: updateAll,
  },
  {
    name: 'other-publisher',
    tries: 'publish the next version from somebody else’s account',
    before: id => notes(id, '1.0.0'),
    publish: (registry, { id }) => registry.publish({ ...notes(id, '1.0.1'), publisher: 'evil' }),
    act: updateAll,
  },
  {
    name: 'install-script',
    tries: 'run scripts when it is installed',
    publish: (registry, { id, marker }) => registry.publish(notes(id, '1.0.0', {}, { scripts: marked(marker) })),
    act: scriptsOf,
  },
  {
    name: 'install-script-inside',
    tries: 'run scripts of a package inside it when it is installed',
    publish(registry, { id, marker }) {
      registry.publish({ manifest: { name: 'scripted', version: '1.0.0', scripts: marked(marker), hasInstallScript: true } });
      registry.publish(notes(id, '1.0.0', {}, { dependencies: { scripted: '1.0.0' } }));
    },
    act: scriptsOf,
  },
  { name: 'depends-on-git', ...dependingOn('bring in a repository that no registry checks', 'git+https://git.example/left.git') },
  {
    name: 'depends-on-address',
    tries: 'bring in an archive from any address',
    publish: (registry, { id }) =>
      registry.publish(notes(id, '1.0.0', {}, { dependencies: { left: `${registry.url}/left/-/left-1.0.0.tgz` } })),
  },
  { name: 'depends-on-folder', ...dependingOn('bring in a folder of the person', 'file:../../../..') },
  {
    name: 'elsewhere',
    tries: 'have its archive fetched from another server',
    publish: (registry, { id }) => registry.publish({ ...notes(id, '1.0.0'), lies: { tarball: 'https://evil.example/x.tgz' } }),
  },
  {
    name: 'wrong-signature',
    tries: 'be published under a key that is not the registry’s',
    publish(registry, { id }) {
      registry.keys = [{ id: 'ours', key: ecKey() }];
      registry.signing = { id: 'ours', key: ecKey() };
      registry.publish(notes(id, '1.0.0'));
    },
  },
  {
    name: 'signature-dropped',
    tries: 'come unsigned where the version before was signed',
    before(id, registry) {
      registry.signing = { id: 'team', key: ecKey() };
      registry.keys = [registry.signing];
      return notes(id, '1.0.0');
    },
    publish(registry, { id }) {
      registry.signing = undefined;
      registry.publish(notes(id, '1.0.1'));
    },
  },
  {
    name: 'look-alike',
    tries: 'be taken for one that is installed, by one letter',
    before: () => notes('@acme/ledger', '1.0.0'),
    publish: (registry, { id }) => registry.publish({ ...notes(id, '1.0.0'), publisher: 'evil' }),
    async act({ client, id }) {
      const { ticket, alike } = await client.call('offer', { id });
      await client.call('decline', { ticket });
      const isTold = alike?.id === '@acme/ledger';
      return {
        said: isTold ? `${id} is nearly named as ${alike?.id}` : undefined,
        where: 'the offer',
        gained: isTold ? undefined : 'came in as a friend',
      };
    },
  },
  {
    name: 'blocked',
    tries: 'be installed although a block list names it',
    publish(registry, stage) {
      registry.publish(notes(stage.id, '1.0.0'));
      stage.block([{ id: stage.id, why: { fr: 'elle est hostile.', en: 'it is hostile.' } }]);
    },
  },
  {
    name: 'blocked-later',
    tries: 'go on running after a block list named it',
    before: id => notes(id, '1.0.0'),
    publish: (_registry, stage) =>
      stage.block([{ id: stage.id, versions: ['1.0.0'], why: { fr: 'elle est hostile.', en: 'it is hostile.' } }]),
    async act({ client, kernel, id, version }) {
      await client.call('checkUpdates', {});
      const ran = await version();
      await kernel.enable(id).catch(() => undefined);
      const { state, problem } = kernel.statuses().find(one => one.id === id) ?? {};
      return { said: problem?.message, where: 'its state', gained: ran !== undefined || state !== 'quarantined' ? 'went on' : undefined };
    },
  },
  {
    name: 'unblocks-itself',
    tries: 'lift its block by an older list, and by a forged one',
    before: id => notes(id, '1.0.0'),
    publish: (_registry, stage) => stage.block([{ id: stage.id, why: { fr: 'elle est hostile.', en: 'it is hostile.' } }]),
    async act({ client, kernel, id, block }) {
      await client.call('checkUpdates', {});
      block([], { sequence: 1 });
      const older = await client.call('checkUpdates', {});
      block([], { forged: true });
      const forged = await client.call('checkUpdates', {});
      const { state, problem } = kernel.statuses().find(one => one.id === id) ?? {};
      const told = [older, forged].flat().map(({ error }) => error.code);
      return {
        said: told.length === 2 ? problem?.message : undefined,
        where: 'its state',
        gained: state === 'quarantined' ? undefined : 'is back',
      };
    },
  },
  {
    name: 'too-new',
    tries: 'be everywhere before anybody has looked at it',
    before: id => notes(id, '1.0.0'),
    publish: (registry, { id }) => registry.publish({ ...notes(id, '1.0.1'), date: new Date().toISOString() }),
    act: updateAll,
  },
  {
    name: 'too-new-first',
    tries: 'be installed within the hour of its publishing, without a word',
    publish: (registry, { id }) => registry.publish({ ...notes(id, '1.0.0'), date: new Date().toISOString() }),
  },
  {
    name: 'older-as-latest',
    tries: 'bring back an old version by calling it the latest',
    before: id => notes(id, '1.0.0'),
    publish(registry, { id }) {
      registry.publish(notes(id, '0.9.0'));
      registry.latest.set(id, '0.9.0');
    },
    async act(stage) {
      const { gained } = await updateAll(stage);
      const [installed] = (await stage.client.call('listInstalled', {})).filter(({ id }) => id === stage.id);
      return {
        gained: gained ?? installed?.update?.version,
        said: `${stage.id} stays at ${installed?.version}`,
        where: 'the list of updates',
      };
    },
  },
  {
    name: 'another-version',
    tries: 'serve the archive of an old version, with its true checksum, as the new one',
    publish(registry, { id }) {
      const old = archiveOf(packed({ 'package.json': JSON.stringify(notes(id, '0.9.0').manifest) }));
      const integrity = `sha512-${createHash('sha512').update(old).digest('base64')}`;
      registry.publish({ ...notes(id, '1.0.0'), archive: old, lies: { integrity } });
    },
  },
  {
    name: 'described-as-another',
    tries: 'be described as another version than it is listed as',
    publish(registry, { id }) {
      registry.publish(notes(id, '1.0.0'));
      registry.misbehave = (request, response) => {
        if (request.url !== `/${id.replace('/', '%2f')}`) return false;
        const manifest = notes(id, '2.0.0').manifest;
        const dist = { tarball: `${registry.url}/x.tgz`, integrity: `sha512-${'A'.repeat(86)}==` };
        response.end(JSON.stringify({ name: id, 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': { ...manifest, dist } } }));
        return true;
      };
    },
  },
];
