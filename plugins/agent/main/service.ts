import type { Locale } from '@atelier/kernel';
import type { AgentService, HiddenRun } from '../contract/index.ts';
import type { Approvals } from './access/approvals.ts';
import { lineReader } from './access/decide.ts';
import { foresee } from './access/foresee.ts';
import type { DecidedCalls } from './access/replay/decided-calls.ts';
import type { Rules } from './access/rules.ts';
import type { EngineLink } from './engine-link.ts';
import { agentErrors } from './errors.ts';
import type { OutsideSources } from './outside/sources.ts';
import type { Children } from './runtime/children.ts';
import type { Conversations } from './runtime/conversations.ts';
import type { Family } from './runtime/family.ts';
import type { HiddenRuns } from './runtime/hidden-runs.ts';
import type { History } from './runtime/history.ts';
import type { OfferedTools } from './tools/offered-tools.ts';

export interface ServiceParts {
  readonly engine: Pick<EngineLink, 'warm'>;
  readonly conversations: Conversations;
  readonly history: History;
  readonly hidden: HiddenRuns;
  readonly family: Family;
  readonly children: Pick<Children, 'get' | 'rootOf'>;
  readonly approvals: Approvals;
  readonly rules: Pick<Rules, 'all' | 'forget' | 'give'>;
  /** Whether commands run in a sandbox, found out if it is not known yet. */
  sandboxed(): Promise<boolean>;
  readonly workspace: string;
  readonly calls: Pick<DecidedCalls, 'forget'>;
  readonly tools: OfferedTools;
  readonly outside: OutsideSources;
  readonly diagnostics: AgentService['diagnostics'];
  /** The extension that the running call is made for. */
  onBehalfOf(): string | undefined;
  /** The sentence that names the extension that asks, in the person's language. */
  /** In the person's language, or in the one that is named. */
  askedBy(extension: string, locale?: Locale): string;
  /** The extension that offers a model. */
  offererOf(model: string): Promise<string | undefined>;
  /** Whether the person still lets an extension notify and ask them. */
  mayAsk(extension: string): Promise<boolean>;
}

/** The agent for other plugins. */
export function agentService({
  engine,
  conversations,
  history,
  hidden,
  family,
  children,
  approvals,
  rules,
  calls,
  tools,
  diagnostics,
  outside,
  onBehalfOf,
  askedBy,
  mayAsk,
  offererOf,
  sandboxed,
  workspace,
}: ServiceParts): AgentService {
  /** An extension that asks pays, whatever it names. */
  const payer = (named: HiddenRun['chargedTo']): HiddenRun['chargedTo'] => {
    const of = onBehalfOf();
    return of === undefined ? named : { kind: 'extension', of };
  };
  return {
    async configure(id, { model, thinkingLevel, accessMode, network, unattended, chargedTo }) {
      const conversation = conversations.of(id);
      const { runtime } = conversation;
      // The types forbid this; code without types gets the error.
      if ((accessMode ?? 'secure') !== 'secure' || (network ?? false) !== false)
        throw agentErrors['agent/widens-access']({ conversation: id });
      if (accessMode !== undefined) await conversation.setAccessMode('secure');
      if (model !== undefined) await conversation.setModel(model);
      if (thinkingLevel !== undefined) await runtime.setThinkingLevel(thinkingLevel);
      if (network !== undefined) runtime.setNetwork(false);
      runtime.change({
        ...(unattended !== undefined && { unattended }),
        ...(chargedTo !== undefined && onBehalfOf() === undefined && { chargedTo }),
      });
    },
    async setAccess(id, { accessMode, network, commands }) {
      const conversation = conversations.of(id);
      if (commands !== undefined) rules.give(id, commands);
      if (accessMode !== undefined) await conversation.setAccessMode(accessMode, commands !== undefined);
      if (network !== undefined) conversation.setNetwork(network);
    },
    foresee: async ({ folder = workspace, ...access }) =>
      foresee({ rules: rules.all(), sandboxed: await sandboxed(), readLine: await lineReader() }, { ...access, folder }),
    beginChild: async (conversation, child, settings) => family.begin(conversation, child, settings),
    rootOf: async conversation => children.get(conversation)?.root,
    moved: conversation => conversations.of(conversation).move(),
    async prompt(conversation, text, { images = [], how = 'queue', outside: brought = [], ...as } = {}) {
      outside.add(conversation, brought);
      return await conversations.of(conversation).prompt(text, images, how, as);
    },
    async note(conversation, { outside: brought, ...note }) {
      outside.add(conversation, brought);
      return { entry: await conversations.of(conversation).runtime.leave(note) };
    },
    warm: async () => engine.warm(),
    outsideSources: async conversation => outside.of(conversation),
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
    async forget(conversation) {
      await history.forget(conversation);
      rules.forget(conversation);
      calls.forget(conversation);
    },
    sessionFile: conversation => history.file(conversation),
    fork: (from, entry, to) => history.fork(from, entry, to),
    async ask(conversation, { options, ...question }, limitMs) {
      if (hidden.has(conversation)) return undefined;
      const extension = onBehalfOf();
      const request = {
        conversation: children.rootOf(conversation),
        ...question,
        unattended: false,
        ...(options !== undefined && { options: [...options] }),
        ...(extension !== undefined && {
          why: askedBy(extension),
          texts: { fr: { why: askedBy(extension, 'fr') }, en: { why: askedBy(extension, 'en') } },
        }),
      };
      const { by, allow, cancelled, text, choice } = await approvals.ask(request, AbortSignal.timeout(limitMs));
      if (by !== 'person' || cancelled === true || (question.kind === 'confirm' && allow !== true)) return undefined;
      // The person may have withdrawn its right while the question was open.
      if (extension !== undefined && !(await mayAsk(extension))) return undefined;
      return { ...(text !== undefined && { text }), ...(choice !== undefined && { choice }) };
    },
    async runHidden(run) {
      if (((run as { readonly tools?: readonly unknown[] }).tools?.length ?? 0) > 0) throw agentErrors['agent/hidden-tools']({});
      const { model } = run;
      const extension = onBehalfOf();
      // As in a conversation; that it names no folder is held by the form of the service.
      const by = extension === undefined || model === undefined ? undefined : await offererOf(model);
      if (extension !== undefined && by !== undefined) throw agentErrors['agent/offered-model']({ extension, model: model ?? '', by });
      const chargedTo = payer(run.chargedTo);
      return await hidden.run({ ...run, ...(chargedTo !== undefined && { chargedTo }) }, []);
    },
    runHiddenWithTools: (run, tools, sections) => hidden.run(run, tools, sections),
    hiddenSteps: async name => await hidden.steps(name),
    stopHidden: async name => hidden.stop(name),
    approveTools: async (extension, read) => tools.approve(extension, read),
    diagnostics,
  };
}
