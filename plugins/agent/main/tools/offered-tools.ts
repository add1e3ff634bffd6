import {
  type Contributions,
  type Database,
  definePoint,
  type ErrorTexts,
  type ExtensionContext,
  Extensions,
  type ExtensionsService,
  type Log,
  visibleText,
} from '@atelier/kernel';
import { type NamedWords, type ReviewedTool, type ToolContribution, Tools, type ToolWords } from '../../contract/index.ts';
import { getAccessMode } from '../access/get-access-mode.ts';
import type { AgentPublisher } from '../events.ts';
import { parametersProblem } from './parameters.ts';
import { lengthOf, readable, sameWords, wordsOf } from './tool-words.ts';

/** Names of the engine's and of Atelier's own tools, which no tool of an extension may replace. */
const reservedNames: ReadonlySet<string> = new Set(['read', 'bash', 'edit', 'write', 'grep', 'find', 'ls', getAccessMode.name]);

/** The most characters of a model's context for one tool of a third-party extension, and for all tools of one such extension. */
const maxLength = { tool: 12_000, extension: 40_000 } as const;

export interface OfferedToolsParts {
  readonly tools: Contributions<ToolContribution>;
  readonly commands: Contributions<{ readonly id: string }>;
  readonly extensions: Pick<ExtensionsService, 'list'>;
  readonly approved: ApprovedWords;
  readonly publisher: Pick<AgentPublisher, 'emit'>;
  readonly log: Log;
}

/** The texts of each extension's tools that the person has approved, in the agent's database, which extensions cannot reach. */
export interface ApprovedWords {
  of(extension: string, tool: string): ToolWords | undefined;
  approve(extension: string, tool: string, words: ToolWords): void;
}

/** A tool that is offered to a model, and the extension that it comes from. */
export interface OfferedTool {
  readonly from: string;
  readonly bundled: boolean;
  readonly tool: ToolContribution;
}

type Judgement = Pick<ReviewedTool, 'state' | 'why' | 'approved'>;

/**
 * The tools of extensions that are offered to a model: granted by the person, with a unique name, run by a command of their own extension,
 * and described with the texts that the person approved, without hidden characters.
 */
export class OfferedTools {
  readonly #parts: OfferedToolsParts;
  readonly #warned = new Set<string>();

  constructor(parts: OfferedToolsParts) {
    this.#parts = parts;
  }

  static open(ctx: ExtensionContext, db: Database, publisher: AgentPublisher): OfferedTools {
    const tools = ctx.contributions(Tools);
    tools.watch(() => publisher.emit('toolsChanged', null));
    return new OfferedTools({
      tools,
      commands: ctx.contributions(definePoint<{ readonly id: string }>('@atelier/kernel:commands@1')),
      extensions: ctx.get(Extensions),
      approved: openApprovedWords(db),
      publisher,
      log: ctx.log,
    });
  }

  async list(): Promise<readonly OfferedTool[]> {
    return (await this.#judged()).flatMap(({ from, bundled, tool, state }) =>
      state === 'offered' ? [{ from, bundled, tool: bundled ? tool : readable(tool) }] : [],
    );
  }

  async find(name: string): Promise<OfferedTool | undefined> {
    return (await this.list()).find(({ tool }) => tool.name === name);
  }

  /**
   * The extension of a tool, if what the tool is given may leave by it: a third-party one that the person let reach hosts, programs or
   * other extensions, and every bundled one, whose rights nobody grants.
   */
  async senderOf(name: string): Promise<string | undefined> {
    const found = await this.find(name);
    if (found === undefined) return name;
    if (found.bundled && found.tool.stays === true) return undefined;
    const { net = [], servers = [], uses = [] } = (await this.#parts.extensions.list()).find(({ id }) => id === found.from)?.granted ?? {};
    return found.bundled || net.length + servers.length + uses.length > 0 ? found.from : undefined;
  }

  /** The tools of third-party extensions, each with whether it is offered and why not. */
  async review(): Promise<ReviewedTool[]> {
    return (await this.#judged()).flatMap(({ from, bundled, tool, ...judgement }) =>
      bundled ? [] : [{ extension: from, name: tool.name, words: wordsOf(tool), ...judgement }],
    );
  }

  /** Stores that the person has read these texts of an extension's tools and allows a model to read them. */
  approve(extension: string, read: readonly NamedWords[]): void {
    for (const { name, words } of read) this.#parts.approved.approve(extension, name, words);
    this.#parts.publisher.emit('toolsChanged', null);
  }

  async #judged() {
    const { tools, extensions } = this.#parts;
    const statuses = new Map((await extensions.list()).map(status => [status.id, status]));
    const names = new Set(reservedNames);
    const lengths = new Map<string, number>();
    return tools.items.map(({ from, value: tool }) => {
      const { bundled = false, granted } = statuses.get(from) ?? {};
      const words = (lengths.get(from) ?? 0) + lengthOf(wordsOf(tool));
      const isGranted = granted?.tools?.includes(tool.name) === true;
      const judgement = this.#judge({ from, tool, names, bundled, isGranted, words });
      if (judgement.why !== undefined) this.#leaveOut(from, tool.name, judgement.why.en);
      if (judgement.state === 'offered') {
        names.add(tool.name);
        lengths.set(from, words);
      }
      return { from, bundled, tool, ...judgement };
    });
  }

  #judge(facts: {
    from: string;
    tool: ToolContribution;
    names: Set<string>;
    bundled: boolean;
    isGranted: boolean;
    words: number;
  }): Judgement {
    const { from, tool, names, bundled, isGranted, words } = facts;
    const owner = this.#parts.commands.items.find(command => command.value.id === tool.command)?.from;
    if (names.has(tool.name)) return barred({ en: 'another tool has that name', fr: 'un autre outil porte ce nom' });
    if (owner !== from) {
      const command = visibleText(tool.command, 'code');
      return barred({ en: `its command ${command} is not its own`, fr: `sa commande ${command} n’est pas la sienne` });
    }
    if (bundled) return { state: 'offered' };
    const problem = tooLong(tool, words) ?? parametersProblem(tool.parameters);
    if (problem !== undefined) return barred(problem);
    if (!isGranted) return { state: 'notGranted', why: { en: 'nobody granted it', fr: 'personne ne l’a accordé' } };
    const approved = this.#parts.approved.of(from, tool.name);
    if (approved === undefined) {
      return { state: 'new', why: { en: 'nobody has read what it tells the model', fr: 'personne n’a encore lu ce qu’il dit au modèle' } };
    }
    if (sameWords(approved, wordsOf(tool))) return { state: 'offered' };
    const why = {
      en: 'it tells the model something else than what was approved',
      fr: 'il dit au modèle autre chose que ce qui a été approuvé',
    };
    return { state: 'changed', approved, why };
  }

  #leaveOut(from: string, name: string, why: string): void {
    const message = `The tool ${name} of ${from} is not offered: ${why}.`;
    if (this.#warned.has(message)) return;
    this.#warned.add(message);
    this.#parts.log.warn(message);
  }
}

function barred(why: ErrorTexts): Judgement {
  return { state: 'barred', why };
}

function tooLong(tool: ToolContribution, ofAll: number): ErrorTexts | undefined {
  const own = lengthOf(wordsOf(tool));
  if (own > maxLength.tool) {
    return {
      en: `it tells the model ${own} characters, and ${maxLength.tool} are the most`,
      fr: `il dit au modèle ${own} caractères, et le maximum est ${maxLength.tool}`,
    };
  }
  if (ofAll <= maxLength.extension) return undefined;
  return {
    en: `the tools of its extension tell the model more than ${maxLength.extension} characters together`,
    fr: `les outils de son extension disent ensemble au modèle plus de ${maxLength.extension} caractères`,
  };
}

function openApprovedWords(db: Database): ApprovedWords {
  const select = db.prepare<{ words: string }>('SELECT words FROM approved_tools WHERE extension = ? AND name = ?');
  const upsert = db.prepare(`
    INSERT INTO approved_tools (extension, name, words, approved_at) VALUES (?, ?, ?, ?)
    ON CONFLICT (extension, name) DO UPDATE SET words = excluded.words, approved_at = excluded.approved_at
  `);
  return {
    of(extension, tool) {
      const row = select.get(extension, tool);
      return row && (JSON.parse(row.words) as ToolWords);
    },
    approve: (extension, tool, words) => void upsert.run(extension, tool, JSON.stringify(words), Date.now()),
  };
}
