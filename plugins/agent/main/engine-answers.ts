import type { CommandsService, ExtensionContext } from '@atelier/kernel';
import { isAppError } from '@atelier/kernel';
import { afterToolCall } from '../contract/index.ts';
import type { Approvals } from './access/approvals.ts';
import type { Call, Decided } from './access/decide.ts';
import { answerAccessMode, getAccessMode } from './access/get-access-mode.ts';
import type { EngineAnswers } from './engine-link.ts';
import type { RuntimeRecords } from './runtime/records.ts';
import type { OfferedTools } from './tools/offered-tools.ts';
import { answerText } from './tools/tool-answer.ts';

export interface EngineAnswersParts {
  readonly ctx: Pick<ExtensionContext, 'run'>;
  readonly commands: CommandsService;
  readonly tools: OfferedTools;
  readonly approvals: Approvals;
  readonly decide: (call: Call, signal?: AbortSignal) => Promise<Decided>;
  readonly records: RuntimeRecords;
  readonly isSandboxed: () => boolean;
  readonly projectOf: (conversation: string) => string | undefined;
  /** Ends what was allowed for one call only. */
  readonly toolEnded: (conversation: string, tool: string) => void;
}

/** What the engine asks while it works: whether a tool may run, what others add to its outcome, tools of extensions, the person. */
export function engineAnswers(parts: EngineAnswersParts): EngineAnswers {
  const { ctx, commands, tools, approvals, decide, records, isSandboxed, projectOf, toolEnded } = parts;
  return {
    async beforeTool({ conversation, tool, name, args, cwd, sandboxed }, { attended, signal }) {
      const { accessMode: mode, network, unattended } = records.get(conversation);
      // Whether a person will be asked shows only on the way; who is there may take their time.
      if (!unattended) attended();
      const project = projectOf(conversation);
      return await decide({ conversation, tool, name, args, cwd, mode, sandboxed, network, unattended, project }, signal);
    },
    async afterTool({ outcome, ...call }) {
      toolEnded(call.conversation, call.tool);
      const { notes, files } = await ctx.run(afterToolCall, { call, outcome, notes: [], files: [] });
      return { notes, files };
    },
    async runTool({ conversation, name, args, cwd }) {
      if (name === getAccessMode.name) {
        const { accessMode: mode, network } = records.get(conversation);
        return answerAccessMode({ mode, network, cwd, sandboxed: isSandboxed() });
      }
      const found = await tools.find(name);
      if (found === undefined)
        return { ok: false, text: `There is no tool ${name} any more: its extension was switched off, or may not offer it.` };
      try {
        const answer = await commands.run(found.tool.command, { args, conversation, cwd });
        return { ok: true, text: answerText(found, answer) };
      } catch (error) {
        return { ok: false, text: answerText(found, isAppError(error) ? error.message : String(error)) };
      }
    },
    async ask({ conversation, kind, title, text, options }, { attended, signal }) {
      const { unattended } = records.get(conversation);
      if (!unattended) attended();
      const answer = await approvals.ask(
        {
          conversation,
          kind,
          title,
          unattended,
          ...(text !== undefined && { text }),
          ...(options !== undefined && { options: [...options] }),
        },
        signal,
      );
      if (answer.by !== 'person' || answer.cancelled === true) return { cancelled: true };
      return {
        confirmed: answer.allow === true,
        ...(answer.text !== undefined && { text: answer.text }),
        ...(answer.choice !== undefined && { choice: answer.choice }),
      };
    },
  };
}
