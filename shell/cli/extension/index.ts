import { parseArgs } from 'node:util';
import { isAppError } from '@atelier/kernel';
import { language, text } from '../texts.mjs';
import type { CommandResult, Invocation } from './command.ts';
import { authorErrors } from './errors.ts';
import { type CommandUsage, usages } from './usage.ts';

const commands: Readonly<Record<string, (invocation: Invocation) => Promise<CommandResult>>> = {
  create: async invocation => (await import('./create.ts')).create(invocation),
  dev: async invocation => (await import('./dev/dev.ts')).dev(invocation),
  validate: async invocation => (await import('./validate.ts')).validate(invocation),
  pack: async invocation => (await import('./pack.ts')).pack(invocation),
  publish: async invocation => (await import('./publish.ts')).publish(invocation),
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
    const { ok, record, lines } = await commands[name]!({ root, locale, ...read(usage, rest) });
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

function read(
  { name, usage, positionals: [min, max], options }: CommandUsage,
  args: readonly string[],
): Pick<Invocation, 'positionals' | 'options'> {
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
  if (positionals.length < min || positionals.length > max) throw wrong(args.join(' '));
  return { positionals, options: values as Invocation['options'] };
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
