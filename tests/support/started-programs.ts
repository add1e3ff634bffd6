import { resolveImport } from './imports.ts';
import { addressArithmetic, primitives, sayGit, starters, startNothing } from './process-table.ts';
import { argumentsOf, calleeName, type Fields, literalText, readSource } from './source.ts';
import { isForTests, isGenerated, isSource, type Tree } from './tree.ts';

/** All files that start programs or connect sockets without a row, by `kernel/children` or past it, and that name git as a program. */
export function startBreaches(tree: Tree): readonly string[] {
  return [...tree]
    .filter(([path]) => isProduct(path))
    .flatMap(([path, text]) => [...past(path, text), ...unlisted(path, text), ...gits(path, text)]);
}

function isProduct(path: string): boolean {
  return isSource(path) && !isGenerated(path) && !isForTests(path) && /^(?:kernel|plugins|schemas|shell|registry-dev)\//.test(path);
}

/** Modules that start processes and threads, or connect sockets. */
const primitive = /^(?:(?:node:)?(?:child_process|cluster|worker_threads|net|tls|dgram|http2)|(?:@lydell\/)?node-pty)$/;

/** What a file does past `kernel/children`: it loads such a module, or sends messages from its own process. */
function past(path: string, text: string): readonly string[] {
  if (primitives.some(({ files }) => files.test(path))) return [];
  const { imports, calls } = readSource(text);
  const loads = imports.filter(({ specifier, loads, names }) => {
    if (!loads || !primitive.test(specifier)) return false;
    return !/^(?:node:)?net$/.test(specifier) || !names.every(name => addressArithmetic.includes(name)) || names.length === 0;
  });
  const named = calls
    .filter(call => /^(?:getBuiltinModule|require)$/.test(calleeName(call) ?? ''))
    .map(call => literalText(argumentsOf(call)[0]) ?? '')
    .filter(one => primitive.test(one));
  const sends = calls.filter(call => /^process\??\.send(?:\?\.)?$/.test(textOf(text, (call as Fields).callee)));
  return [...loads.map(({ specifier }) => specifier), ...named, ...(sends.length > 0 ? ['process.send'] : [])].map(
    what =>
      `${path} uses ${what}, whose errors end this process if nobody hears them. Use @atelier/kernel/children, or add a row with the reason to primitives in tests/support/process-table.ts.`,
  );
}

function textOf(text: string, node: Fields['callee']): string {
  return node === undefined ? '' : text.slice(node.start, node.end).replace(/\s/g, '');
}

function unlisted(path: string, text: string): readonly string[] {
  const starts = readSource(text).imports.some(
    ({ specifier, loads, names }) =>
      loads &&
      /^(?:@atelier\/kernel\/children$|kernel\/children\/)/.test(resolveImport(path, specifier)) &&
      (names.length === 0 || !names.every(name => startNothing.includes(name))),
  );
  if (!starts || path.startsWith('kernel/children/') || starters.some(({ files }) => files.test(path))) return [];
  return [`${path} can start programs. Use a file that does it already, or add a row to tests/support/process-table.ts.`];
}

/** `git`, `/usr/bin/git`, `git.exe`. A command line needs a shell, which only a file of the table can start. */
const asProgram = /^(?:.*[\\/])?git(?:\.exe)?$/;

function gits(path: string, text: string): readonly string[] {
  if (sayGit.some(({ files }) => files.test(path))) return [];
  return readSource(text)
    .strings.filter(one => asProgram.test(one.trim()))
    .map(one => `${path} says ${JSON.stringify(one)}. Only plugins/agent/engine/git/run-git.ts starts git; use the service Git.`);
}
