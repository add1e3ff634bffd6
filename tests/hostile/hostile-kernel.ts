import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExtensionStatus, Key } from '@atelier/kernel';
import { type MemoryHost, openMemoryHost } from '@atelier/kernel/host';
import { type Kernel, startKernel } from '@atelier/kernel/start';
import { type TestExtension, writeExtension } from '../../kernel/testing/test-extension.ts';
import { type Attack, filesOf, manifestOf } from './attack.ts';
import { canary } from './world.ts';

/** The real kernel with hostile extensions installed, an honest one beside them and one of ours that is worth attacking. */
export interface HostileKernel extends AsyncDisposable {
  readonly kernel: Kernel;
  readonly host: MemoryHost;
  readonly userData: string;
  readonly neighbourDatabase: string;
  status(id: string): ExtensionStatus | undefined;
  /** The kernel's own words about one extension, in its log. */
  logged(id: string): readonly string[];
  /** Runs the hook that others wait for. */
  runHook(): Promise<unknown>;
}

export const honest = '@acme/honest';
export const victim = '@atelier/victim';

export const honestMain = `
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
export default {
  activate(ctx) {
    const db = ctx.database([{ id: 10, name: 'notes', up: db => db.exec('CREATE TABLE notes (text TEXT NOT NULL) STRICT') }]);
    db.exec('DELETE FROM notes');
    db.prepare('INSERT INTO notes VALUES (?)').run('${canary}');
    writeFileSync(join(ctx.paths.data, 'note.txt'), '${canary}');
    ctx.handle('honest.echo', async args => ({ echo: args, kept: db.prepare('SELECT text FROM notes').get().text === '${canary}' }));
    ctx.handle('honest.secret', async () => ctx.secret('token'));
    ctx.handle('honest.open', async () => 'honest');
  },
};
`;

/** Installs the attacks, starts the kernel and wakes who does no harm. */
export async function openHostileKernel(attacks: readonly Attack[]): Promise<HostileKernel> {
  const root = mkdtempSync(join(tmpdir(), 'atelier-hostile-app-'));
  const host = openMemoryHost({ bundled: undefined, node: process.execPath, root });
  const { bundled, installed, userData } = host.paths;
  const running: { hook?: () => Promise<unknown> } = {};
  const forget = writeExtension(
    bundled,
    ours(run => (running.hook = run)),
    'victim',
  );
  writeExtension(
    installed,
    {
      id: honest,
      files: { 'main.js': honestMain },
      atelier: {
        activation: 'startup',
        rights: { secrets: ['token'] },
        contributes: {
          commands: ['honest.echo', 'honest.secret', 'honest.open'].map(id => ({ id, title: id })),
          deepLinks: [{ route: 'honest/*', command: 'honest.open' }],
        },
      },
    },
    'acme--honest',
  );
  for (const attack of attacks) install(installed, attack, host.paths.temp);
  const granted = Object.fromEntries(attacks.filter(one => one.granted).map(one => [one.id, { granted: one.granted }]));
  writeFileSync(
    join(userData, 'extensions.json'),
    JSON.stringify({ extensions: { ...granted, [honest]: { granted: { secrets: ['token'] } } } }),
    { mode: 0o600 },
  );
  const kernel = await startKernel(host, { locale: 'en' });
  await kernel.settled;
  await kernel.secrets.write(honest, 'token', canary);
  return {
    kernel,
    host,
    userData,
    neighbourDatabase: join(userData, 'data', 'acme--honest.sqlite'),
    status: id => kernel.statuses().find(one => one.id === id && !one.bundled),
    logged: id => warningsOf(join(userData, 'logs'), id),
    runHook: () => running.hook?.() ?? Promise.reject(new Error('it has no hook')),
    async [Symbol.asyncDispose]() {
      await kernel.close();
      await host.close();
      forget();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

// What the generator would make of the schema.
const cardCheck = `export function validate(value) {
  const wrong = Object.entries(value).find(([key, text]) => key !== 'title' || typeof text !== 'string');
  validate.errors = wrong ? [{ instancePath: '/' + wrong[0], keyword: 'type', params: { type: 'string' }, message: 'must be string', schemaPath: '' }] : null;
  return !wrong;
}
`;

/** One of ours, with something of every kind that others could want to take. */
function ours(takeHook: (run: () => Promise<unknown>) => void): TestExtension {
  return {
    id: victim,
    files: {
      'card.schema.json': '{"type":"object","required":["title"],"additionalProperties":false,"properties":{"title":{"type":"string"}}}',
      'card.schema.validate.js': cardCheck,
      'victim.channel.json':
        '{"channel":"victim","calls":{"said":{"access":"everybody","params":{"type":"object"},"result":{}}},"events":{}}',
    },
    atelier: {
      activation: 'startup',
      channels: { victim: './victim.channel.json' },
      points: { 'cards@1': './card.schema.json' },
      access: { 'cards@1': 'everybody', 'letter@1': 'everybody' },
      contributes: {
        commands: [{ id: 'victim.open', title: 'Open' }],
        deepLinks: [{ route: 'victim/*', command: 'victim.open' }],
      },
    },
    activate(ctx) {
      ctx.provide({ key: `${victim}:Vault@1` as Key, access: { open: 'everybody' } }, { open: async () => canary });
      ctx.handle('victim.open', async () => 'victim');
      takeHook(() => ctx.run({ kind: 'pipe', key: `${victim}:letter@1` as Key }, 'letter'));
    },
  };
}

function install(root: string, attack: Attack, outside: string): void {
  const files: Record<string, string> = { ...filesOf(attack), 'package.json': JSON.stringify(manifestOf(attack)) };
  const folder = `hostile--${attack.name}`;
  if (attack.mainLink) {
    const program = join(outside, `${attack.name}.js`);
    mkdirSync(outside, { recursive: true });
    writeFileSync(program, `${files['main.js']}`.replace('./attacks.mjs', join(root, folder, 'attacks.mjs')));
    const { 'main.js': _, ...rest } = files;
    writeExtension(root, { id: attack.id, files: rest }, folder);
    symlinkSync(program, join(root, folder, 'main.js'));
  } else writeExtension(root, { id: attack.id, files }, folder);
}

/** Puts a link into a package, as nobody's installer would. */
export function plantLink(userData: string, attack: Attack, target: string): void {
  if (attack.link) symlinkSync(target, join(userData, 'extensions', `hostile--${attack.name}`, attack.link));
}

/** What the log warns of one extension. */
export function warningsOf(folder: string, id: string): readonly string[] {
  const files = readdirSync(folder).filter(name => name.endsWith('.log'));
  const lines = files.flatMap(name => readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean));
  return lines
    .map(line => JSON.parse(line) as { level: string; source: string; text: string })
    .filter(
      ({ level, source, text }) =>
        (source === id || text.includes(id)) && (level === 'warn' || level === 'error' || /lines (?:were left out|dropped)/.test(text)),
    )
    .map(({ text }) => text);
}
