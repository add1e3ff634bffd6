import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ownerOf } from '@atelier/kernel';
import { kernelHooks } from '../../kernel/main/access/kernel-hooks.ts';
import { repositoryFiles } from './tree.ts';

export const authorityPath = 'kernel/AUTHORITY.md';

/** Who may call a member of a contract, from its access row. */
export type Row = 'everybody' | 'bundled' | 'bundled-for-others' | { readonly rights: readonly string[] } | { readonly own: string };

/** A method of a service, a call or an event of a channel, or a command. */
export interface Member {
  readonly name: string;
  readonly access: Row | undefined;
  readonly does: string;
}

/** A service, the calls or the events of a channel, or the commands of an extension, and its members in the order of its source. */
export interface Offered {
  readonly owner: string;
  readonly kind: 'service' | 'channel' | 'commands' | 'events';
  /** A token's key, a channel's id, or an extension's id. */
  readonly id: string;
  readonly members: readonly Member[];
}

/** A point or a hook. */
export interface Extended {
  readonly owner: string;
  readonly key: string;
  readonly kind: 'point' | 'first' | 'pipe' | 'notify';
  readonly access: Row | undefined;
  readonly does: string;
}

const doc = String.raw`(?:/\*\*((?:(?!\*/)[\s\S])*)\*/\n)?`;
const source = /^(?:kernel\/api|plugins\/[^/]+\/contract)\/[^/]+\.ts$/;
const manifestFile = /^plugins\/[^/]+\/package\.json$/;
const channelFile = /^(?:kernel\/(?:api|ui)|plugins\/[^/]+)\/contract\/[^/]+\.channel\.json$/;

/** Every service and channel of the repository, kernel first, with the rows that the kernel reads. */
export async function offered(): Promise<readonly Offered[]> {
  const files = repositoryFiles();
  const services = await Promise.all(files.filter(isContract).map(servicesOf));
  const channels = files.filter(path => channelFile.test(path)).flatMap(channelOf);
  const commands = files.filter(path => manifestFile.test(path)).flatMap(commandsOf);
  return [...services.flat(), ...channels, ...commands].toSorted(byOwner);
}

/** Every point and hook that contracts name. */
export function extended(): readonly Extended[] {
  return repositoryFiles().filter(isContract).flatMap(extendedOf).toSorted(byOwner);
}

function isContract(path: string): boolean {
  return source.test(path) && !path.endsWith('.test.ts') && !path.endsWith('.d.ts') && basename(path) !== 'generated.ts';
}

function byOwner(a: { readonly owner: string }, b: { readonly owner: string }): number {
  const place = (owner: string) => (owner === '@atelier/kernel' ? '' : owner);
  return place(a.owner) < place(b.owner) ? -1 : place(a.owner) > place(b.owner) ? 1 : 0;
}

async function servicesOf(path: string): Promise<readonly Offered[]> {
  const text = readFileSync(path, 'utf8');
  const found = [...text.matchAll(/^export const (\w+) = defineToken<(\w+)>\(\s*'([^']+)'/gm)];
  if (found.length === 0) return [];
  const exported = (await import(pathToFileURL(path).href)) as Record<string, { readonly access?: Record<string, Row> }>;
  return found.map(([, name = '', type = '', id = '']) => ({
    owner: ownerOf(id),
    kind: 'service',
    id,
    members: methodsOf(text, type, path).map(method => ({ ...method, access: exported[name]?.access?.[method.name] })),
  }));
}

/** The methods of an interface, each with the first sentence of its comment. */
function methodsOf(text: string, type: string, path: string): readonly { readonly name: string; readonly does: string }[] {
  const body = new RegExp(String.raw`^export interface ${type} \{\n([\s\S]*?)^\}`, 'm').exec(text)?.[1];
  if (body === undefined) throw new Error(`${path} provides ${type}, and does not declare it. Declare the interface beside its token.`);
  const members = new RegExp(String.raw`${doc.replace('(?:', '(?: {2}')}^ {2}(\w+)\(`, 'gm');
  return [...body.matchAll(members)].map(([, about = '', name = '']) => ({ name, does: sentence(about) }));
}

interface ChannelJson {
  readonly channel: string;
  readonly access?: Row;
  readonly calls: Readonly<Record<string, MemberJson>>;
  readonly events: Readonly<Record<string, MemberJson & { readonly payload: { readonly description?: string } }>>;
}

interface MemberJson {
  readonly access?: Row;
  readonly description?: string;
}

interface ManifestJson {
  readonly name: string;
  readonly atelier: {
    readonly access?: Readonly<Record<string, Row>>;
    readonly contributes?: { readonly commands?: readonly { readonly id: string; readonly title: string; readonly access?: Row }[] };
  };
}

function channelOf(path: string): readonly Offered[] {
  const { channel: id, access, calls, events } = JSON.parse(readFileSync(path, 'utf8')) as ChannelJson;
  const [root = '', plugin = ''] = path.split('/');
  const owner = root === 'kernel' ? '@atelier/kernel' : `@atelier/${plugin}`;
  const member = (name: string, one: MemberJson, about = '') => ({
    name,
    access: one.access ?? access,
    does: sentence(one.description ?? about),
  });
  const heard = Object.entries(events).map(([name, event]) => member(name, event, event.payload.description));
  return [
    { owner, kind: 'channel', id, members: Object.entries(calls).map(([name, call]) => member(name, call)) },
    ...(heard.length === 0 ? [] : [{ owner, kind: 'events' as const, id, members: heard }]),
  ];
}

function commandsOf(path: string): readonly Offered[] {
  const { name: owner, atelier } = manifestOf(path);
  const commands = atelier.contributes?.commands ?? [];
  if (commands.length === 0) return [];
  const texts = JSON.parse(readFileSync(path.replace(/package\.json$/, 'text/en.json'), 'utf8')) as Readonly<Record<string, string>>;
  const members = commands.map(({ id, title, access = 'bundled' }) => ({
    name: id,
    access,
    does: texts[title.replaceAll('%', '')] ?? title,
  }));
  return [{ owner, kind: 'commands', id: owner, members }];
}

function manifestOf(path: string): ManifestJson {
  return JSON.parse(readFileSync(path, 'utf8')) as ManifestJson;
}

function extendedOf(path: string): readonly Extended[] {
  const text = readFileSync(path, 'utf8');
  const named = new RegExp(String.raw`${doc}^export const \w+ = define(?:Point|Hook\.(first|pipe|notify))<[\s\S]*?>\(\s*'([^']+)'`, 'gm');
  return [...text.matchAll(named)].map(([, about = '', kind, key = '']) => {
    const owner = ownerOf(key);
    const rows: Readonly<Record<string, unknown>> | undefined =
      owner === '@atelier/kernel' ? kernelHooks : manifestOf(`plugins/${owner.slice('@atelier/'.length)}/package.json`).atelier.access;
    return {
      owner,
      key,
      kind: (kind as Extended['kind'] | undefined) ?? 'point',
      access: rows?.[key.slice(owner.length + 1)] as Row | undefined,
      does: sentence(about),
    };
  });
}

/** The first sentence of a comment or a description. */
function sentence(about: string): string {
  const words = about
    .replaceAll(/^\s*\* ?/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return /^.*?[.](?= |$)/.exec(words)?.[0] ?? words;
}

const preface = `# Who may call what

Written by \`npm run generate\` from the tokens and channel files of the kernel and of every bundled plugin, and compared by
\`tests/authority.test.ts\`. A changed line here changes what installed extensions may do.

- A method or call answers **bundled** plugins and its own owner always, and an installed extension only as its row says:
  **everybody** (that lists the owner in \`atelier.requires\` or \`atelier.optional\`), **bundled** (no installed extension),
  **right** \`x\` (extensions that ask for it in \`atelier.rights\` and to which the person granted it), **about itself** (everybody, if
  the named parameter is the caller's own id), **bundled-for-others** (no installed extension by itself).
- **The original asker travels.** While a bundled plugin answers a call of an installed extension, everything that it calls in its
  course is refused if that extension may not have it either, through however many plugins. Only *bundled-for-others* is a
  plugin's own affair then. What taps a hook, and what starts, acts for itself.
- Events, hooks, points and commands have rows as methods and calls have. An event reaches the views whose extension may receive it;
  a tap or an entry of an extension counts while it holds the right. A hook that protects something blocks while an
  extension that may tap it has failed or is blocked; one that the person switched off protects nothing any more.
- What has no row does not compile here, and is closed to installed extensions at run time. The only check is
  \`kernel/main/access/check-access.ts\`; for the channel \`window\`, which the page answers itself, \`shell/ui/window/window-client.ts\`.
- An entry of a point that names a command of another extension counts only if that command is open to everybody.
`;

/** The content of `kernel/AUTHORITY.md`. */
export function authorityPage(services: readonly Offered[], points: readonly Extended[]): string {
  const owners = [...new Set([...services, ...points].map(({ owner }) => owner))];
  const sections = owners.map(owner => {
    const own = services.filter(one => one.owner === owner).map(offeredTable);
    const open = points.filter(one => one.owner === owner);
    return [`## ${owner}`, ...own, ...(open.length === 0 ? [] : [extendedTable(open)])].join('\n\n');
  });
  return `${preface}\n${sections.join('\n\n')}\n`;
}

function offeredTable({ kind, id, members }: Offered): string {
  const rows = members.map(({ name, access, does }) => `| \`${name}\` | ${who(access)} | ${cell(does)} |`);
  const [title, member] = titles[kind];
  return [
    kind === 'commands' ? `### ${title}` : `### ${title} \`${id}\``,
    `| ${member} | Who | What |\n|---|---|---|\n${rows.join('\n')}`,
  ].join('\n\n');
}

const titles: Readonly<Record<Offered['kind'], readonly [title: string, member: string]>> = {
  service: ['Service', 'Method'],
  channel: ['Channel', 'Call'],
  events: ['Events of the channel', 'Event'],
  commands: ['Commands', 'Command'],
};

function extendedTable(all: readonly Extended[]): string {
  const rows = all.map(({ key, kind, access, does }) => `| \`${key}\` | ${kind} | ${who(access)} | ${cell(does)} |`);
  return `### Points and hooks\n\n| Key | Kind | Who | What |\n|---|---|---|---|\n${rows.join('\n')}`;
}

function who(access: Row | undefined): string {
  if (access === undefined) return '**no row**';
  if (typeof access === 'string') return access;
  return 'own' in access ? `about itself (\`${access.own}\`)` : `right ${access.rights.map(right => `\`${right}\``).join(' and ')}`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
