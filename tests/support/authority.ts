import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ownerOf } from '@atelier/kernel';
import { repositoryFiles } from './tree.ts';

export const authorityPath = 'kernel/AUTHORITY.md';

/** Who may call a member of a contract, from its access row. */
export type Row = 'everybody' | 'bundled' | { readonly right: string } | { readonly own: string };

/** A method of a service or a call of a channel. */
export interface Member {
  readonly name: string;
  readonly access: Row | undefined;
  readonly does: string;
}

/** A service or a channel, and its members in the order of its source. */
export interface Offered {
  readonly owner: string;
  readonly kind: 'service' | 'channel';
  /** A token's key, or a channel's id. */
  readonly id: string;
  readonly members: readonly Member[];
}

/** A point or a hook. */
export interface Extended {
  readonly owner: string;
  readonly key: string;
  readonly kind: 'point' | 'first' | 'pipe' | 'notify';
  readonly does: string;
}

const doc = String.raw`(?:/\*\*((?:(?!\*/)[\s\S])*)\*/\n)?`;
const source = /^(?:kernel\/api|plugins\/[^/]+\/contract)\/[^/]+\.ts$/;
const channelFile = /^(?:kernel\/(?:api|ui)|plugins\/[^/]+)\/contract\/[^/]+\.channel\.json$/;

/** Every service and channel of the repository, kernel first, with the rows that the kernel reads. */
export async function offered(): Promise<readonly Offered[]> {
  const files = repositoryFiles();
  const services = await Promise.all(files.filter(isContract).map(servicesOf));
  const channels = files.filter(path => channelFile.test(path)).map(channelOf);
  return [...services.flat(), ...channels].toSorted(byOwner);
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
  readonly calls: Readonly<Record<string, { readonly access?: Row; readonly description?: string }>>;
}

function channelOf(path: string): Offered {
  const { channel, access, calls } = JSON.parse(readFileSync(path, 'utf8')) as ChannelJson;
  const [root = '', plugin = ''] = path.split('/');
  return {
    owner: root === 'kernel' ? '@atelier/kernel' : `@atelier/${plugin}`,
    kind: 'channel',
    id: channel,
    members: Object.entries(calls).map(([name, call]) => ({
      name,
      access: call.access ?? access,
      does: sentence(call.description ?? ''),
    })),
  };
}

function extendedOf(path: string): readonly Extended[] {
  const text = readFileSync(path, 'utf8');
  const named = new RegExp(String.raw`${doc}^export const \w+ = define(?:Point|Hook\.(first|pipe|notify))<[\s\S]*?>\(\s*'([^']+)'`, 'gm');
  return [...text.matchAll(named)].map(([, about = '', kind, key = '']) => ({
    owner: ownerOf(key),
    key,
    kind: (kind as Extended['kind'] | undefined) ?? 'point',
    does: sentence(about),
  }));
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
  the named parameter is the caller's own id).
- A method or call without a row does not compile here, and is closed to installed extensions at run time. The only check is
  \`kernel/main/access/check-access.ts\`; for the channel \`window\`, which the page answers itself, \`shell/ui/window/window-client.ts\`.
- Events of a channel are sent to the views that subscribe to it: those of extensions that list its owner; for a channel whose
  calls are all *bundled*, bundled views only. Of \`kernel\` and \`window\`, a third-party view receives only the events that
  \`shell/ui/frames/subscriptions.ts\` lists.
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
  const title = kind === 'service' ? 'Service' : 'Channel';
  return [`### ${title} \`${id}\``, `| ${kind === 'service' ? 'Method' : 'Call'} | Who | What |\n|---|---|---|\n${rows.join('\n')}`].join(
    '\n\n',
  );
}

function extendedTable(all: readonly Extended[]): string {
  const rows = all.map(({ key, kind, does }) => `| \`${key}\` | ${kind} | ${uses[kind]} | ${cell(does)} |`);
  return `### Points and hooks\n\n| Key | Kind | Who | What |\n|---|---|---|---|\n${rows.join('\n')}`;
}

const uses: Readonly<Record<Extended['kind'], string>> = {
  point: 'everybody contributes',
  first: 'everybody taps, first answer counts',
  pipe: 'everybody taps and changes',
  notify: 'everybody taps',
};

function who(access: Row | undefined): string {
  if (access === undefined) return '**no row**';
  if (typeof access === 'string') return access;
  return 'right' in access ? `right \`${access.right}\`` : `about itself (\`${access.own}\`)`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
