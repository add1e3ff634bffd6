import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isAppError } from '@atelier/kernel';
import { language, text } from '../texts.mjs';
import { authorErrors } from './errors.ts';
import { type CommandUsage, usages } from './usage.ts';

/** What a command is called with. */
export interface Asked {
  /** The folder of Atelier. */
  readonly root: string;
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  readonly locale: 'en' | 'fr';
}

/** The result of a command: a record for programs, lines for people. */
export interface Outcome {
  readonly ok: boolean;
  readonly record: object;
  readonly lines: readonly string[];
}

const runs: Readonly<Record<string, (asked: Asked) => Promise<Outcome>>> = {
  create: async asked => (await import('./create.ts')).create(asked),
  dev: async asked => (await import('./dev/dev.ts')).dev(asked),
  validate: async asked => (await import('./validate.ts')).validate(asked),
  pack: async asked => (await import('./pack.ts')).pack(asked),
  publish: async asked => (await import('./publish.ts')).publish(asked),
};

/** `extension <command>`: 0 worked, 1 failed, 2 wrong use. */
export async function extension(root: string, [name = '--help', ...rest]: readonly string[]): Promise<number> {
  const json = rest.includes('--json');
  const usage = usages.find(each => each.name === name);
  if (name === '--help' || rest.includes('--help')) return help(usage === undefined ? usages : [usage], json);
  const locale = language(process.env);
  try {
    if (usage === undefined) {
      throw authorErrors['author/no-command']({ given: name, known: usages.map(each => each.name).join(', ') });
    }
    const { ok, record, lines } = await runs[name]!({ root, locale, ...read(usage, rest) });
    process.stdout.write(json ? `${JSON.stringify({ ok, ...record })}\n` : lines.map(line => `${line}\n`).join(''));
    return ok ? 0 : 1;
  } catch (error) {
    if (!isAppError(error)) throw error;
    const { code, message } = error.toRecord(locale);
    if (json) process.stdout.write(`${JSON.stringify({ ok: false, error: { code, message } })}\n`);
    else process.stderr.write(`${message} [${code}]\n`);
    return code === 'author/wrong-use' || code === 'author/no-command' || code === 'author/bad-name' || code === 'author/unknown-kind'
      ? 2
      : 1;
  }
}

/** The folder of the command: its argument, else the current one. */
export function folderOf({ words }: Asked): string {
  return resolve(words[0] ?? '.');
}

function read({ name, usage, words: [least, most], options }: CommandUsage, args: readonly string[]): Pick<Asked, 'words' | 'options'> {
  const config = Object.fromEntries(
    options.map(each => [each.name, { type: each.takesValue ? ('string' as const) : ('boolean' as const) }]),
  );
  const wrong = (given: string) => authorErrors['author/wrong-use']({ given, command: name, usage });
  let parsed: ReturnType<typeof parseArgs>;
  try {
    parsed = parseArgs({ args: [...args], options: config, allowPositionals: true });
  } catch {
    throw wrong(args.join(' '));
  }
  const { positionals, values } = parsed;
  if (positionals.length < least || positionals.length > most) throw wrong(args.join(' '));
  return { words: positionals, options: values as Asked['options'] };
}

function help(shown: readonly CommandUsage[], json: boolean): number {
  const plain = shown.map(({ name, usage, summary, options }) => ({
    name,
    usage,
    summary: text(summary),
    options: options.map(option => ({ usage: option.usage, summary: text(option.summary) })),
  }));
  const width = Math.max(...plain.flatMap(({ options }) => options.map(({ usage }) => usage.length)));
  const pages = plain.map(({ usage, summary, options }) => {
    const rows = options.map(option => `  ${option.usage.padEnd(width)}  ${option.summary}`);
    return `${usage}\n  ${summary}\n\n${rows.join('\n')}\n`;
  });
  process.stdout.write(json ? `${JSON.stringify({ commands: plain })}\n` : pages.join('\n'));
  return 0;
}
