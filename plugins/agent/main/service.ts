import type { AgentService } from '../contract/index.ts';
import type { Approvals } from './access/approvals.ts';
import { agentErrors } from './errors.ts';
import type { Conversations } from './runtime/conversations.ts';
import type { HiddenRuns } from './runtime/hidden-runs.ts';
import type { History } from './runtime/history.ts';
import type { OfferedTools } from './tools/offered-tools.ts';

export interface ServiceParts {
  readonly conversations: Conversations;
  readonly history: History;
  readonly hidden: HiddenRuns;
  readonly approvals: Approvals;
  readonly tools: OfferedTools;
  readonly diagnostics: AgentService['diagnostics'];
}

/** The agent for other plugins. */
export function agentService({ conversations, history, hidden, approvals, tools, diagnostics }: ServiceParts): AgentService {
  return {
    async configure(id, { model, thinkingLevel, accessMode, network, unattended, chargedTo }) {
      const conversation = conversations.of(id);
      const { runtime } = conversation;
      // The types forbid this; code without types gets the error.
      if ((accessMode ?? 'secure') !== 'secure' || (network ?? false) !== false)
        throw agentErrors['agent/widens-access']({ conversation: id });
      if (accessMode !== undefined) await conversation.setAccessMode('secure');
      if (model !== undefined) await runtime.setModel(model);
      if (thinkingLevel !== undefined) await runtime.setThinkingLevel(thinkingLevel);
      if (network !== undefined) await runtime.setNetwork(false);
      runtime.change({ ...(unattended !== undefined && { unattended }), ...(chargedTo !== undefined && { chargedTo }) });
    },
    async setAccess(id, { accessMode, network }) {
      const conversation = conversations.of(id);
      if (accessMode !== undefined) await conversation.setAccessMode(accessMode);
      if (network !== undefined) await conversation.runtime.setNetwork(network);
    },
    prompt: (conversation, text, { images = [], how = 'queue' } = {}) => conversations.of(conversation).prompt(text, images, how),
    state: async conversation => conversations.of(conversation).state(),
    stop: conversation => conversations.of(conversation).stop(),
    resume: conversation => conversations.of(conversation).resume(),
    transcript: (conversation, page = {}) => history.transcript(conversation, page),
    rewind: (conversation, entry) => history.rewind(conversation, entry),
    redo: (conversation, leaf) => history.redo(conversation, leaf),
    callsAfter: (conversation, entry) => history.callsAfter(conversation, entry),
    importSession: (conversation, messages, { cwd } = {}) => history.import(conversation, messages, cwd),
    adoptSession: (conversation, file) => history.adopt(conversation, file),
    sessionFiles: () => history.files(),
    forget: conversation => history.forget(conversation),
    sessionFile: conversation => history.file(conversation),
    fork: (from, entry, to) => history.fork(from, entry, to),
    async ask(conversation, { options, ...question }, limitMs) {
      const request = { conversation, ...question, unattended: false, ...(options !== undefined && { options: [...options] }) };
      const { by, allow, cancelled, text, choice } = await approvals.ask(request, AbortSignal.timeout(limitMs));
      if (by !== 'person' || cancelled === true || (question.kind === 'confirm' && allow !== true)) return undefined;
      return { ...(text !== undefined && { text }), ...(choice !== undefined && { choice }) };
    },
    async runHidden(run) {
      if (((run as { readonly tools?: readonly unknown[] }).tools?.length ?? 0) > 0) throw agentErrors['agent/hidden-tools']({});
      return await hidden.run(run, []);
    },
    runHiddenWithTools: (run, tools) => hidden.run(run, tools),
    approveTools: async (extension, read) => tools.approve(extension, read),
    diagnostics,
  };
}
