import { dirname, posix } from 'node:path';
import { pathsOut } from './reach-table.ts';
import {
  argumentsOf,
  calleeName,
  children,
  type Fields,
  literalText,
  type Node,
  propertyName,
  readSource,
  type Source,
  templateText,
} from './source.ts';
import { packageFolder } from './tree.ts';

/** All paths that leave the package or the data folder of their file, and all hard-coded names of profile files. */
export function pathBreaches(path: string, text: string): readonly string[] {
  const source = readSource(text);
  const allowed = (one: string): boolean => pathsOut.some(({ files, says }) => files.test(path) && says?.test(one) !== false);
  return [
    ...pathsUpwards(path, source)
      .filter(one => !allowed(one))
      .map(
        one =>
          `${path} says ${short(one)}, a path out of its own package or data folder. Ask for ctx.paths.profile(…), or give the thing an owner.`,
      ),
    ...(namesProfile(source) && !path.startsWith('schemas/profile/')
      ? [
          `${path} spells a name of the profile. It stands in schemas/profile/layout.mjs; ask for it with pathIn(…) or ctx.paths.profile(…).`,
        ]
      : []),
  ];
}

/** The source of each outermost expression that leads upwards. */
function pathsUpwards(path: string, source: Source): readonly string[] {
  const said = ({ start, end }: Node): string => source.text.slice(start, end);
  const judged: Node[] = [];
  const found: string[] = [];
  const isJudged = ({ start, end }: Node): boolean => judged.some(one => one.start <= start && end <= one.end);
  for (const call of source.calls) {
    if (isJudged(call)) continue;
    const from = stepsFromHere(call, source);
    const staysWithin = from !== undefined && `${posix.join(dirname(path), ...from)}/`.startsWith(`${packageFolder(path)}/`);
    const leaves = from === undefined ? leadsUpwards(call, source) : !staysWithin;
    if (leaves) found.push(said(call));
    if (leaves || staysWithin) judged.push(call);
  }
  for (const node of source.joined) {
    if (isJudged(node) || !isJoinedUpwards(node)) continue;
    found.push(said(node));
    judged.push(node);
  }
  return found;
}

/** The steps of `new URL('…', import.meta.url)` and of `join(import.meta.dirname, '…')`, if all of them are literals. */
function stepsFromHere(call: Node, source: Source): readonly string[] | undefined {
  const given = argumentsOf(call);
  const said = (node: Node | undefined): string => (node === undefined ? '' : source.text.slice(node.start, node.end));
  const name = calleeName(call);
  const isUrl = call.type === 'NewExpression' && name === 'URL' && said(given[1]) === 'import.meta.url';
  const isPath = call.type === 'CallExpression' && (name === 'join' || name === 'resolve') && said(given[0]) === 'import.meta.dirname';
  if (!isUrl && !isPath) return undefined;
  const steps = (isUrl ? given.slice(0, 1) : given.slice(1)).map(writtenOut);
  return steps.every(step => step !== undefined) && steps.length > 0 ? steps : undefined;
}

/** The text of a string or a template, with a plain name for each expression. */
function writtenOut(node: Node): string | undefined {
  if (node.type !== 'TemplateLiteral') return literalText(node);
  return ((node as Fields).quasis ?? []).map(templateText).join('x');
}

const joins: ReadonlySet<string | undefined> = new Set(['join', 'resolve', 'normalize', 'relative', 'URL']);

function leadsUpwards(call: Node, source: Source): boolean {
  const name = calleeName(call);
  const given = argumentsOf(call);
  if (name === 'dirname') return given.some(one => isParent(one) || holdsOwnFolder(one, source));
  return joins.has(name) && (name !== 'URL' || call.type === 'NewExpression') && given.some(one => hasStepUp(one, source));
}

const stepUp = /(?:^|[/\\])\.\.(?:[/\\]|$)/;

/** Whether a string in the expression, or the value of a name in it, has the step `..`. Calls in it are checked separately. */
function hasStepUp(node: Node, source: Source | undefined): boolean {
  if (node.type === 'Identifier') {
    const value = source?.values.get((node as Fields).name ?? '');
    return value !== undefined && hasStepUp(value, undefined);
  }
  if (node.type === 'Literal') return typeof node.value === 'string' && stepUp.test(node.value);
  if (node.type === 'TemplateElement') return stepUp.test(templateText(node));
  if (!transparent.has(node.type)) return false;
  return children(node).some(one => hasStepUp(one, source));
}

const transparent: ReadonlySet<string> = new Set([
  'TemplateLiteral',
  'BinaryExpression',
  'ConditionalExpression',
  'LogicalExpression',
  'SpreadElement',
  'ArrayExpression',
  'ParenthesizedExpression',
  'TSAsExpression',
  'TSNonNullExpression',
  'TSSatisfiesExpression',
]);

function isJoinedUpwards(node: Node): boolean {
  const isFixed = node.type === 'TemplateLiteral' && (node as Fields).expressions?.length === 0;
  return !isFixed && hasStepUp(node, undefined);
}

const sameFolder: ReadonlySet<string | undefined> = new Set(['resolve', 'realpathSync', 'normalize']);

/** `dirname(…)`, also inside `resolve`. */
function isParent(node: Node): boolean {
  if (node.type !== 'CallExpression') return false;
  const name = calleeName(node);
  return name === 'dirname' || (sameFolder.has(name) && argumentsOf(node).slice(0, 1).some(isParent));
}

/** Whether the expression, or the value of a name in it, contains `ctx.paths.data` or `paths.assets`. */
function holdsOwnFolder(node: Node, source: Source): boolean {
  if (isOwnFolder(node)) return true;
  if (node.type !== 'Identifier') return children(node).some(one => holdsOwnFolder(one, source));
  const value = source.values.get((node as Fields).name ?? '');
  return value !== undefined && isOwnFolder(value);
}

function isOwnFolder(node: Node): boolean {
  const name = propertyName(node);
  return (name === 'data' || name === 'assets') && lastName((node as Fields).object) === 'paths';
}

/** `b` of `a.b`, `a` of `a`. */
function lastName(node: Node | undefined): string | undefined {
  return node?.type === 'Identifier' ? (node as Fields).name : node && propertyName(node);
}

const profileNames: ReadonlySet<string | undefined> = new Set(['userData', 'profile', 'ATELIER_USER_DATA_DIR']);

/** Whether a literal name is appended to the folder of the profile. */
function namesProfile(source: Source): boolean {
  return (
    source.calls.some(call => {
      const [folder, name] = argumentsOf(call);
      const called = calleeName(call);
      return (called === 'join' || called === 'resolve') && isProfile(folder, source) && beginsFixed(name, source);
    }) || source.joined.some(node => isProfileJoined(node, source))
  );
}

function isProfile(node: Node | undefined, source: Source): boolean {
  if (node === undefined) return false;
  if (profileNames.has(lastName(node))) return true;
  const value = node.type === 'Identifier' ? source.values.get((node as Fields).name ?? '') : undefined;
  return value?.type === 'MemberExpression' && profileNames.has(propertyName(value));
}

function beginsFixed(node: Node | undefined, source: Source): boolean {
  if (node?.type === 'Identifier') return literalText(source.values.get((node as Fields).name ?? '')) !== undefined;
  return node !== undefined && (writtenOut(node) ?? '') !== '' && !startsWithHole(node);
}

function startsWithHole(node: Node): boolean {
  const [first] = (node as Fields).quasis ?? [];
  return first !== undefined && templateText(first) === '';
}

function isProfileJoined(node: Node, source: Source): boolean {
  const { quasis = [], expressions = [], left, right } = node as Fields;
  const isPath = (part: Node | undefined): boolean => part !== undefined && /^[/\\]\w/.test(templateOrText(part));
  if (node.type === 'TemplateLiteral') return expressions.some((one, at) => isProfile(one, source) && isPath(quasis[at + 1]));
  return isProfile(left, source) && isPath(right);
}

function templateOrText(node: Node): string {
  return node.type === 'TemplateElement' ? templateText(node) : (writtenOut(node) ?? '');
}

function short(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 80);
}
