import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Atelier, Rights } from '@atelier/schemas/manifest.ts';

/** What one file of attacks says of each of them, apart from what they do. */
export interface Attack {
  readonly name: string;
  /** What it tried, for the report: "read a file of the person …". */
  readonly tries: string;
  readonly atelier: Atelier;
  /** What the person granted it, as someone would who trusts it. */
  readonly granted: Rights | undefined;
  /** Its package, where the attack is in the name. */
  readonly id: string;
  readonly version: string;
  /** A link in its package that leads to a file of the person. */
  readonly link: string | undefined;
  /** Its main file is a link to a program outside. */
  readonly mainLink: boolean;
  /** It never becomes an extension: it must be listed as refused. */
  readonly refusedAs: boolean;
  /** The attack is in how it ends. */
  readonly stops: boolean;
  /** The attack is in a hook of another that it taps. */
  readonly hook: boolean;
  readonly deepLink: string | undefined;
  readonly channelFile: string | undefined;
  /** Bytes of nothing in its manifest. */
  readonly padding: number;
  /** Known to get through where the system has no sandbox; the app says that it runs with permissions only. */
  readonly knownWithoutSandbox: boolean;
  /** The text of its family, which is most of its package. */
  readonly family: string;
}

type Written = Partial<Omit<Attack, 'name' | 'family' | 'id'>> & { tries: string; name?: string; channel?: true; activate?: unknown };

/** The attacks of one family: `tests/hostile/extensions/<family>.mjs`, each a package of its own. */
export async function attacksOf(family: string): Promise<readonly Attack[]> {
  const file = join(import.meta.dirname, 'extensions', `${family}.mjs`);
  const { attacks } = (await import(pathToFileURL(file).href)) as { attacks: Record<string, Written> };
  const text = readFileSync(file, 'utf8');
  return Object.entries(attacks).map(([name, written]) => ({
    name,
    tries: written.tries,
    atelier: written.channel ? { channels: { [name]: './said.channel.json' } } : (written.atelier ?? {}),
    granted: written.granted,
    id: written.name ?? `@hostile/${name}`,
    version: written.version ?? '1.0.0',
    link: written.link,
    mainLink: written.mainLink ?? false,
    refusedAs: written.refusedAs ?? false,
    stops: written.stops ?? false,
    hook: written.hook ?? false,
    deepLink: written.deepLink,
    channelFile: written.channel ? name : written.channelFile,
    padding: written.padding ?? 0,
    knownWithoutSandbox: written.knownWithoutSandbox ?? false,
    family: text,
  }));
}

/** The files of an attack's package, but for its manifest. */
export function filesOf(attack: Attack): Readonly<Record<string, string>> {
  const key = JSON.stringify(attack.name);
  const served = attack.channelFile === attack.name ? `ctx.serve({ id: ${key} }, { said: async () => ({}) })` : 'undefined';
  return {
    'attacks.mjs': attack.family,
    ...(attack.channelFile && {
      'said.channel.json': JSON.stringify({
        channel: attack.channelFile,
        calls: { said: { access: 'everybody', params: { type: 'object' }, result: {} } },
        events: { said: { payload: { type: 'object' } } },
      }),
    }),
    'main.js': `import fs from 'node:fs';
import { attacks } from './attacks.mjs';
const { run, activate } = attacks[${key}];
let taken = false;
export default {
  async activate(ctx) {
    await activate?.(ctx);
    const publisher = ${served};
    const world = given => ({ ...given, ownDatabase: name => given.neighbourDatabase.replace('acme--honest', 'hostile--' + name) });
    ctx.handle(${JSON.stringify(`${attack.name}.attack`)}, given => {
      if (given?.url) taken = true;
      return taken ? 'the link came to it' : run(world(given), ctx, { publisher });
    });
  },
};
`,
  };
}

/** The manifest of an attack's package, with the command that lets it loose among what it contributes. */
export function manifestOf(attack: Attack): object {
  const { contributes = {}, ...rest } = attack.atelier;
  const commands = [...((contributes.commands as object[] | undefined) ?? []), { id: `${attack.name}.attack`, title: 'Attack' }];
  return {
    name: attack.id,
    version: attack.version,
    type: 'module',
    engines: { atelier: '^1.0.0' },
    ...(attack.padding > 0 && { padding: 'x'.repeat(attack.padding) }),
    atelier: { main: './main.js', ...rest, contributes: { ...contributes, commands } },
  };
}
