import { argumentsOf, programsOf, type SimpleCommand } from '../shell/shell-line.ts';
import { operandsOf, valuesOf } from './arguments.ts';
import { reachesOf, type Where } from './where.ts';

const databases: ReadonlySet<string> = new Set([
  ...['psql', 'mysql', 'mariadb', 'sqlite3', 'sqlite', 'mongosh', 'mongo', 'redis-cli', 'valkey-cli', 'cockroach', 'clickhouse-client'],
  ...['duckdb', 'sqlcmd', 'sqlplus', 'cqlsh', 'influx', 'bq', 'turso', 'libsql', 'usql', 'pgcli', 'mycli', 'litecli'],
]);
const dropping: ReadonlySet<string> = new Set(['dropdb', 'dropuser', 'pg_dropcluster']);
/** Tasks of frameworks that empty a database. */
const droppingTasks =
  /^(?:db:drop|db:reset|db:purge|db:rollback|db:migrate:reset|migrate:fresh|migrate:reset|db:wipe|schema:drop|sqlflush|flush|reset_db)$/;
/** Programs whose arguments are only text. */
const printing: ReadonlySet<string> = new Set(['echo', 'printf', 'cat', 'grep', 'rg', 'git']);

/** What a command empties of a database; undefined if nothing. */
export function dropsData(name: string, command: SimpleCommand): string | undefined {
  if (dropping.has(name) || (name === 'mysqladmin' && operandsOf(command).includes('drop'))) return 'drop';
  if (databases.has(name)) return hasDroppingWords(textFor(command)) ? 'SQL' : undefined;
  if (printing.has(name)) return undefined;
  const given = argumentsOf(command);
  if (given.some(value => droppingTasks.test(value)) || /\b(?:db|database) (?:reset|drop)\b/.test(given.join(' '))) return 'drop';
  if (name !== 'prisma' && !given.includes('prisma')) return undefined;
  return given.some(value => /^(?:reset|--accept-data-loss|--force-reset)$/.test(value)) ? 'drop' : undefined;
}

/** A language whose programs run code that they are given as a text. */
interface Language {
  readonly name: RegExp;
  /** The option before the text. */
  readonly option: RegExp;
}

const languages: readonly Language[] = [
  { name: /^python[\d.]*$|^pypy3?$/, option: /^-[A-Za-z]*c$/ },
  { name: /^(?:node|bun|nodejs|tsx|deno)$/, option: /^(?:-[A-Za-z]*[ep]|--eval|--print|eval)$/ },
  { name: /^(?:perl|ruby|lua|osascript|Rscript|R|julia)$/, option: /^-[A-Za-z]*[eE]$/ },
  { name: /^php$/, option: /^-[A-Za-z]*[rB]$/ },
];

/** What deletes files, or runs a program, in the code of these languages. */
const deleting: readonly string[] = [
  ...['rmtree', 'unlink', 'os.remove', 'removedirs', 'rmdir', 'os.system', 'subprocess', 'popen', 'shutil.move', 'os.rename', 'os.exec'],
  ...['rmSync', 'unlinkSync', 'fs.rm', 'child_process', 'execSync', 'spawnSync', 'Deno.remove', 'Deno.Command', 'Bun.spawn'],
  ...['remove_tree', 'system', 'FileUtils.rm', 'FileUtils.remove', 'File.delete', 'Dir.delete', 'exec(', 'shell_exec', 'passthru'],
  ...['os.execute', 'do shell script', 'pty.spawn'],
];

const deletingCalls = /(?<!\w)(?:rm|rmdir|remove|popen|spawn|execv\w*)\s*\(|\.delete\b(?!\()|\bdelete (?:file|folder|every|\()/;

/** What writes to files in these languages; it matters where the text names a path elsewhere. */
const writingCalls =
  /\b(?:write_?(?:file|text|bytes|sync)|appendfile|copyfile|truncate|rename|symlink|createwritestream|copy2?)\w*\s*\(|\bos\W+replace\s*\(|open\s*\([^)]*,\s*(?:mode\s*=\s*)?["'](?:[wax]|r\+)|\bopen\b[^;]*["']\+?>|\bFile\.write/i;

/** Whether code writes to a file, and names a path elsewhere or the home folder. */
function writesElsewhere(text: string, command: SimpleCommand, where: Where): boolean {
  if (!writingCalls.test(text)) return false;
  if (/homedir|expanduser|\bHOME\b|Path\.home/.test(text)) return true;
  const paths = Array.from(text.matchAll(/["'`]((?:\/|\.\.\/|~)[^"'`]*)["'`]/g), ([, path = '']) => path);
  return paths.some(path => path.startsWith('~') || reachesOf(path, command, where).includes('outside'));
}

/** What runs programs or changes files in the commands of vim. */
const vimCalls =
  /\b(?:system(?:list)?|delete|writefile|rename|jobstart|job_start|termopen|term_start|luaeval|py3?eval)\s*\(|\bos\.|\bterm(?:inal)?\b/;

/** Whether code that a command is given as a text deletes files or runs programs. */
export function runsDeletingCode(name: string, command: SimpleCommand, where: Where): boolean {
  const given = argumentsOf(command);
  if (/^(?:[gn]?vim?|ex)$/.test(name)) {
    const texts = [...given.filter(value => value.startsWith('+')), ...valuesOf(given, 'cS', ['--cmd'])];
    return texts.some(text => vimCalls.test(text));
  }
  if (/^[gmn]?awk$/.test(name)) return given.some(value => value.includes('system(') || hasPipe(value));
  const language = languageOf(name);
  if (language === undefined) return false;
  const texts = given.flatMap((value, at) => {
    if (language.option.test(given[at - 1] ?? '')) return [value];
    const end = value.indexOf('=');
    return end > 0 && language.option.test(value.slice(0, end)) ? [value.slice(end + 1)] : [];
  });
  if (readsProgram(name, command)) texts.push(command.input ?? '', ...command.before.flatMap(argumentsOf));
  if (texts.some(text => writesElsewhere(text, command, where))) return true;
  const isShelling = /^(?:perl|ruby|php)/.test(name) && texts.some(text => text.includes('`'));
  return isShelling || texts.some(text => deletingCalls.test(text) || deleting.some(word => text.includes(word)));
}

/** Whether a program of awk writes into another program, or reads from it. */
function hasPipe(text: string): boolean {
  return /(?<!\|)\|(?!\|)/.test(text.replace(/"(?:[^"\\]|\\.)*"/gs, '""'));
}

/** Whether a program runs code in its language that it reads from its input. */
export function readsProgram(name: string, command: SimpleCommand): boolean {
  const language = languageOf(name);
  if (language === undefined || argumentsOf(command).some(value => language.option.test(value) || value === '-m')) return false;
  const [script] = operandsOf(command);
  return script === undefined || script === '-' || script === '/dev/stdin';
}

export function languageOf(name: string): Language | undefined {
  return languages.find(language => language.name.test(name));
}

/** Everything of the line that a program gets as its text: its arguments, its input, and what is printed into it. */
function textFor(command: SimpleCommand): string {
  const printed = command.before.filter(before => programsOf(before).every(name => printing.has(name)));
  const inputs = [command, ...printed].map(({ input }) => input ?? '');
  // A text may stand right behind its option.
  const given = argumentsOf(command).map(value => value.replace(/^-[A-Za-z]/, ''));
  return [...given, ...inputs, ...printed.flatMap(argumentsOf)].join(' ');
}

const emptying = ['drop', 'truncate', 'flushall', 'flushdb', 'dropdatabase', 'deletemany'];

function hasDroppingWords(text: string): boolean {
  const words = new Set(Array.from(text.matchAll(/[A-Za-z_]+/g), ([word]) => word.toLowerCase()));
  return emptying.some(word => words.has(word)) || (words.has('delete') && words.has('from'));
}
