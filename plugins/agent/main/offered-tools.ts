import { type Contributions, type ExtensionsService, type Log, visibleText } from '@atelier/kernel';
import type { ToolContribution } from '../contract/index.ts';
import { getAccessMode } from './access/get-access-mode.ts';

/** The engine's own, and ours: a tool of an extension that took such a name would be called in its place. */
const taken: ReadonlySet<string> = new Set(['read', 'bash', 'edit', 'write', 'grep', 'find', 'ls', getAccessMode.name]);

export interface OfferedToolsParts {
  readonly tools: Contributions<ToolContribution>;
  readonly commands: Contributions<{ readonly id: string }>;
  readonly extensions: Pick<ExtensionsService, 'list'>;
  readonly log: Log;
}

/** The tools of extensions that a model is told of: granted by the person, under a name of their own, run by their own command, in words that hide nothing. */
export class OfferedTools {
  readonly #parts: OfferedToolsParts;
  readonly #told = new Set<string>();

  constructor(parts: OfferedToolsParts) {
    this.#parts = parts;
  }

  async list(): Promise<readonly ToolContribution[]> {
    const { tools, commands, extensions } = this.#parts;
    const statuses = new Map((await extensions.list()).map(status => [status.id, status]));
    const names = new Set(taken);
    const offered: ToolContribution[] = [];
    for (const { from, value } of tools.items) {
      const { bundled = false, granted } = statuses.get(from) ?? {};
      const owner = commands.items.find(command => command.value.id === value.command)?.from;
      if (names.has(value.name)) this.#leaveOut(from, value.name, 'another tool has that name');
      else if (owner !== from) this.#leaveOut(from, value.name, `its command ${value.command} is not its own`);
      else if (!bundled && granted?.tools?.includes(value.name) !== true) this.#leaveOut(from, value.name, 'nobody granted it');
      else {
        names.add(value.name);
        offered.push(bundled ? value : readable(value));
      }
    }
    return offered;
  }

  async find(name: string): Promise<ToolContribution | undefined> {
    return (await this.list()).find(tool => tool.name === name);
  }

  #leaveOut(from: string, name: string, why: string): void {
    const said = `The tool ${name} of ${from} is not offered: ${why}.`;
    if (this.#told.has(said)) return;
    this.#told.add(said);
    this.#parts.log.warn(said);
  }
}

function readable({ guidelines, snippet, ...tool }: ToolContribution): ToolContribution {
  return {
    ...tool,
    description: visibleText(tool.description, 'prose'),
    parameters: shown(tool.parameters) as ToolContribution['parameters'],
    ...(snippet !== undefined && { snippet: visibleText(snippet, 'prose') }),
    ...(guidelines !== undefined && { guidelines: guidelines.map(line => visibleText(line, 'prose')) }),
  };
}

function shown(value: unknown): unknown {
  if (typeof value === 'string') return visibleText(value, 'prose');
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [visibleText(key, 'code'), shown(one)]));
}
