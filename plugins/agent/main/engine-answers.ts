import { Commands, type ExtensionContext, isAppError } from '@atelier/kernel';
import { afterToolCall } from '../contract/index.ts';
import { answerAccessMode, getAccessMode } from './access/get-access-mode.ts';
import type { AccessControl } from './access.ts';
import type { EngineAnswers } from './engine-link.ts';
import type { EngineSetup } from './engine-setup.ts';
import type { OutsideSources } from './outside/sources.ts';
import type { Children } from './runtime/children.ts';
import type { Conversations } from './runtime/conversations.ts';
import type { HiddenRuns } from './runtime/hidden-runs.ts';
import type { RuntimePreparer } from './runtime/preparation.ts';
import type { RuntimeRecords } from './runtime/records.ts';
import { addedAfter } from './tap-answers.ts';
import type { OfferedTools } from './tools/offered-tools.ts';
import { answerText } from './tools/tool-answer.ts';

export interface EngineAnswersParts {
  readonly ctx: Pick<ExtensionContext, 'run' | 'get'>;
  readonly access: AccessControl;
  readonly tools: OfferedTools;
  readonly preparer: RuntimePreparer;
  readonly records: RuntimeRecords;
  readonly setup: EngineSetup;
  readonly outside: OutsideSources;
  readonly conversations: Conversations;
  readonly hidden: HiddenRuns;
  readonly children: Children;
}

/**
 * Answers what the engine asks while it works: whether a tool may run, what extensions add to its outcome, what a tool of an extension
 * returns, and what the person answers to a question.
 */
export function engineAnswers(parts: EngineAnswersParts): EngineAnswers {
  const { ctx, access, tools, preparer, records, setup, outside, conversations, hidden, children } = parts;
  const commands = ctx.get(Commands);
  return {
    async beforeTool({ conversation, tool, name, args, cwd, sandboxed }, { attended, signal }) {
      const { accessMode: mode, network } = records.get(conversation);
      // What a child would be allowed, the person is asked in their own conversation.
      const child = children.get(conversation);
      const askedIn = child?.root ?? conversation;
      const { unattended } = records.get(askedIn);
      const isHidden = hidden.has(conversation);
      // Only the decision shows whether somebody is asked, so the limit is lifted at once; a question that nobody may answer has its own.
      if (!isHidden) attended();
      const [folder, project] = [preparer.folderOf(conversation), preparer.projectOf(conversation)];
      const startedBy = isHidden ? undefined : conversations.of(askedIn).startedBy;
      return await access.decide(
        {
          ...{ conversation, tool, name, args, cwd, mode, sandboxed, network, unattended, isHidden, startedBy, folder, project, askedIn },
          ...(child !== undefined && { child: child.name }),
        },
        signal,
      );
    },
    async afterTool({ outcome, ...call }) {
      const { notes, files } = await ctx.run({ ...afterToolCall, parseAnswer: addedAfter }, { call, outcome, notes: [], files: [] });
      return { notes, files };
    },
    async runTool({ conversation, name, args, cwd }) {
      if (name === getAccessMode.name) {
        const { accessMode: mode, network } = records.get(conversation);
        return answerAccessMode({ mode, network, cwd, sandboxed: setup.isSandboxed, outside: outside.has(conversation) });
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
      if (hidden.has(conversation)) return { cancelled: true };
      const askedIn = children.rootOf(conversation);
      const { unattended } = records.get(askedIn);
      attended();
      const answer = await access.approvals.ask(
        {
          conversation: askedIn,
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
