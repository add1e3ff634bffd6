import { type Contributions, type ErrorTexts, type ExtensionsService, type Log, visibleText } from '@atelier/kernel';
import type { ReviewedTool, ToolContribution } from '../../contract/index.ts';
import { getAccessMode } from '../access/get-access-mode.ts';
import type { ApprovedWords } from './approved-words.ts';
import { parametersProblem } from './parameters.ts';
import { lengthOf, readable, sameWords, wordsOf } from './tool-words.ts';

/** The engine's own, and ours: a tool of an extension that took such a name would be called in its place. */
const taken: ReadonlySet<string> = new Set(['read', 'bash', 'edit', 'write', 'grep', 'find', 'ls', getAccessMode.name]);

/** Characters that a stranger's tools may take of what a model can read at a time: one tool, and all of one extension. */
const mostWords = { tool: 12_000, extension: 40_000 } as const;

export interface OfferedToolsParts {
  readonly tools: Contributions<ToolContribution>;
  readonly commands: Contributions<{ readonly id: string }>;
  readonly extensions: Pick<ExtensionsService, 'list'>;
  readonly approved: Pick<ApprovedWords, 'of'>;
  readonly log: Log;
}

/** A tool that a model is told of, and whose it is. */
export interface OfferedTool {
  readonly from: string;
  readonly bundled: boolean;
  readonly tool: ToolContribution;
}

type Judgement = Pick<ReviewedTool, 'state' | 'why' | 'approved'>;

/**
 * The tools of extensions that a model is told of: granted by the person, under a name of their own, run by their own command, in the
 * words that the person approved, which hide nothing.
 */
export class OfferedTools {
  readonly #parts: OfferedToolsParts;
  readonly #told = new Set<string>();

  constructor(parts: OfferedToolsParts) {
    this.#parts = parts;
  }

  async list(): Promise<readonly OfferedTool[]> {
    return (await this.#judged()).flatMap(({ from, bundled, tool, state }) =>
      state === 'offered' ? [{ from, bundled, tool: bundled ? tool : readable(tool) }] : [],
    );
  }

  async find(name: string): Promise<OfferedTool | undefined> {
    return (await this.list()).find(({ tool }) => tool.name === name);
  }

  /** What extensions that the person installed bring, with what became of it. */
  async review(): Promise<ReviewedTool[]> {
    return (await this.#judged()).flatMap(({ from, bundled, tool, ...judgement }) =>
      bundled ? [] : [{ extension: from, name: tool.name, words: wordsOf(tool), ...judgement }],
    );
  }

  async #judged() {
    const { tools, extensions } = this.#parts;
    const statuses = new Map((await extensions.list()).map(status => [status.id, status]));
    const names = new Set(taken);
    const taking = new Map<string, number>();
    return tools.items.map(({ from, value: tool }) => {
      const { bundled = false, granted } = statuses.get(from) ?? {};
      const words = (taking.get(from) ?? 0) + lengthOf(wordsOf(tool));
      const isGranted = granted?.tools?.includes(tool.name) === true;
      const judgement = this.#judge({ from, tool, names, bundled, isGranted, words });
      if (judgement.why !== undefined) this.#leaveOut(from, tool.name, judgement.why.en);
      if (judgement.state === 'offered') {
        names.add(tool.name);
        taking.set(from, words);
      }
      return { from, bundled, tool, ...judgement };
    });
  }

  #judge(one: {
    from: string;
    tool: ToolContribution;
    names: Set<string>;
    bundled: boolean;
    isGranted: boolean;
    words: number;
  }): Judgement {
    const { from, tool, names, bundled, isGranted, words } = one;
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
    const said = `The tool ${name} of ${from} is not offered: ${why}.`;
    if (this.#told.has(said)) return;
    this.#told.add(said);
    this.#parts.log.warn(said);
  }
}

function barred(why: ErrorTexts): Judgement {
  return { state: 'barred', why };
}

function tooLong(tool: ToolContribution, ofAll: number): ErrorTexts | undefined {
  const own = lengthOf(wordsOf(tool));
  if (own > mostWords.tool) {
    return {
      en: `it tells the model ${own} characters, and ${mostWords.tool} are the most`,
      fr: `il dit au modèle ${own} caractères, et le maximum est ${mostWords.tool}`,
    };
  }
  if (ofAll <= mostWords.extension) return undefined;
  return {
    en: `the tools of its extension tell the model more than ${mostWords.extension} characters together`,
    fr: `les outils de son extension disent ensemble au modèle plus de ${mostWords.extension} caractères`,
  };
}
