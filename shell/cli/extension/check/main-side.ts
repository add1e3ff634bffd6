import { isBuiltin } from 'node:module';
import type { AppError } from '@atelier/kernel';
import type { AuthoredExtension } from '@atelier/kernel/authoring';
import { findingErrors } from '../findings.ts';
import { inPackage, reach, type Source } from './sources.ts';
import { missingOf, unreadable } from './views.ts';

type Rights = NonNullable<AuthoredExtension['atelier']['rights']>;

const network = {
  en: 'Use ctx.fetch or ctx.connect, with the host under atelier.rights.net.',
  fr: 'Utilisez ctx.fetch ou ctx.connect, avec l’hôte sous atelier.rights.net.',
};
const processes = { en: 'There is no such right.', fr: 'Un tel droit n’existe pas.' };
const database = { en: 'Use ctx.database.', fr: 'Utilisez ctx.database.' };

/** The modules that an extension's process may not import, and their alternatives. */
const forbidden: Readonly<Record<string, { readonly en: string; readonly fr: string }>> = {
  net: network,
  tls: network,
  http: network,
  https: network,
  http2: network,
  dgram: network,
  dns: network,
  'dns/promises': network,
  child_process: processes,
  cluster: processes,
  worker_threads: processes,
  inspector: processes,
  sqlite: database,
};

/** A call that needs a right, and the manifest line that requests it. */
interface GuardedCall {
  /** A member of the context. */
  readonly member: string;
  readonly isCalled: boolean;
  /** Another member that needs the same right. */
  readonly orMember?: string;
  /** Another call that uses the right. */
  readonly orCall?: string;
  readonly right: keyof Rights;
  /** Another right that the call may be for; what it is given is known only when it runs. */
  readonly orRight?: keyof Rights;
  readonly what: string;
  readonly line: string;
}

const guardedCalls: readonly GuardedCall[] = [
  {
    ...{ member: 'fetch', isCalled: true, orCall: 'connect', right: 'net', orRight: 'servers' },
    ...{ what: 'ctx.fetch', line: '"net": ["api.example.org"]' },
  },
  {
    member: 'files',
    isCalled: false,
    orMember: 'projects',
    right: 'files',
    what: 'ctx.files',
    line: '"files": [{ "glob": "**/*.md", "mode": "read", "in": "project" }]',
  },
  { member: 'secret', isCalled: true, right: 'secrets', what: 'ctx.secret', line: '"secrets": ["apiKey"]' },
  // The agent's `ask` needs it too; but a method of that name may be anybody's, so it does not prove that the right is missing.
  { member: 'notify', isCalled: true, orCall: 'ask', right: 'notify', what: 'ctx.notify', line: '"notify": true' },
];

/** Finds what the main side of an extension cannot do in its process. */
export function checkMainSide(
  folder: string,
  extension: AuthoredExtension,
  dependencies: readonly string[],
  files: ReadonlySet<string>,
): readonly AppError[] {
  const { atelier, contributes } = extension;
  if (atelier.main === undefined || !files.has(inPackage(atelier.main))) return unhandled(contributes.commands, '');
  const reachable = reach(folder, atelier.main, files);
  const code = reachable.sources.map(({ syntax }) => syntax.code).join('\n');
  const importable = [...dependencies, '@atelier/kernel', ...Object.keys(atelier.requires ?? {}), ...Object.keys(atelier.optional ?? {})];
  return [
    ...missingOf(reachable),
    ...unreadable(reachable.sources),
    ...reachable.sources.flatMap(source => importProblems(source, importable)),
    ...guardedCalls.flatMap(guarded => rightProblems(guarded, atelier.rights ?? {}, reachable.sources)),
    ...unhandled(contributes.commands, code),
  ];
}

function importProblems({ file, imports }: Source, importable: readonly string[]): readonly AppError[] {
  return imports.flatMap(what => {
    const plain = what.replace(/^node:/, '');
    const instead = forbidden[plain];
    if (instead !== undefined && isBuiltin(what)) return [findingErrors['author/main-reach']({ file, what, instead })];
    if (isBuiltin(what) || importable.includes(packageOf(what))) return [];
    return [findingErrors['author/main-import']({ file, what })];
  });
}

function rightProblems(
  { member, isCalled, orMember, orCall, right, orRight, what, line }: GuardedCall,
  rights: Rights,
  sources: readonly Source[],
): readonly AppError[] {
  const asks = (one: keyof Rights | undefined) => {
    const requested = one === undefined ? false : rights[one];
    return Array.isArray(requested) ? requested.length > 0 : requested === true;
  };
  const isRequested = asks(right);
  const [user] = sources.flatMap(({ file, syntax }) => {
    const line = syntax.uses(member, isCalled) ?? (orMember === undefined ? undefined : syntax.uses(orMember, isCalled));
    return line === undefined ? [] : [`${file}:${line}`];
  });
  const isElsewhere = orCall !== undefined && sources.some(({ syntax }) => syntax.uses(orCall, true) !== undefined);
  // With a mistake in its syntax a file tells nothing of what it uses.
  const isReadable = sources.every(({ syntax }) => syntax.problem === undefined);
  if (user !== undefined && !isRequested && !asks(orRight)) return [findingErrors['author/right-missing']({ file: user, what, line })];
  if (isRequested && user === undefined && !isElsewhere && isReadable)
    return [findingErrors['author/right-unused']({ line: `"${right}"` })];
  return [];
}

/** Commands without a handler in the code; those that run in the window, or have a computed name, cannot be found there. */
function unhandled(commands: AuthoredExtension['contributes']['commands'], code: string): readonly AppError[] {
  return commands
    .filter(command => command.runs !== 'window' && !code.includes(command.id.slice(command.id.indexOf('.') + 1)))
    .map(({ id }) => findingErrors['author/command-unhandled']({ command: id }));
}

function packageOf(name: string): string {
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
}
