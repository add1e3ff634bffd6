import { AppError, type Handlers } from '@atelier/kernel';
import type { OauthStep, ProvidersService } from '@atelier/providers/contract';
import type { Bootstrap } from './bootstrap.ts';
import type { AgentCli } from './cli.ts';
import type { AgentChannelShape, AgentPublisher } from './events.ts';
import type { Conversations } from './runtime/conversations.ts';
import type { History } from './runtime/history.ts';

type Calls = Handlers<AgentChannelShape>;
type ConversationCalls = Pick<
  Calls,
  | 'state'
  | 'prompt'
  | 'stop'
  | 'resume'
  | 'listQueue'
  | 'changeQueued'
  | 'drainQueue'
  | 'setModel'
  | 'setThinkingLevel'
  | 'setAccessMode'
  | 'setNetwork'
  | 'compact'
  | 'undoCompaction'
  | 'transcript'
  | 'branches'
  | 'eventsAfter'
>;

const defaultPageSize = 60;

/** The calls of the channel `agent` that are about one conversation. */
export function conversationCalls(conversations: Conversations, history: History): ConversationCalls {
  const of = (conversation: string) => conversations.of(conversation);
  const runtime = (conversation: string) => of(conversation).runtime;
  const done = async (work: Promise<unknown>) => {
    await work;
    return null;
  };
  return {
    state: async ({ conversation }) => of(conversation).state(),
    prompt: ({ conversation, text, images = [], how = 'queue' }) => of(conversation).prompt(text, images, how),
    stop: ({ conversation }) => done(of(conversation).stop()),
    resume: ({ conversation }) => done(of(conversation).resume()),
    listQueue: async ({ conversation }) => of(conversation).queued(),
    changeQueued: ({ conversation, queued, ...change }) => done(of(conversation).changeQueued(queued, change)),
    drainQueue: ({ conversation }) => done(of(conversation).drainQueue()),
    setModel: ({ conversation, model }) => done(of(conversation).setModel(model)),
    setThinkingLevel: ({ conversation, level }) => done(runtime(conversation).setThinkingLevel(level)),
    setAccessMode: ({ conversation, mode }) => done(of(conversation).setAccessMode(mode)),
    async setNetwork({ conversation, allowed }) {
      of(conversation).setNetwork(allowed);
      return null;
    },
    compact: ({ conversation, focus }) => done(runtime(conversation).compact(focus)),
    undoCompaction: ({ conversation }) => done(runtime(conversation).undoCompaction()),
    async transcript({ conversation, before, limit = defaultPageSize }) {
      const { entries, ...rest } = await history.transcript(conversation, { before, limit });
      return { entries: [...entries], ...rest };
    },
    branches: ({ conversation }) => history.branches(conversation),
    eventsAfter: async ({ conversation, seq }) => of(conversation).eventsAfter(seq),
  };
}

/** Runs the agent's command line, once the managed directory is prepared. A caller that names the run gets its output as events. */
export function commandLineCalls(cli: AgentCli, bootstrap: Bootstrap, publisher: AgentPublisher): Pick<Calls, 'runAgentExec'> {
  return {
    async runAgentExec({ args, run }, signal) {
      await bootstrap.ensureAgentBootstrapped();
      const onOutput =
        run === undefined ? undefined : (stream: 'stdout' | 'stderr', text: string) => publisher.emit('execOutput', { run, stream, text });
      const { code, ...ran } = await cli.runAgentExec(args, undefined, { signal, onOutput });
      return { ...ran, ...(code !== undefined && { code }) };
    },
  };
}

type SignInCalls = Pick<Calls, 'oauthLogin' | 'oauthPromptReply' | 'oauthPromptCancel' | 'oauthLoginCancel' | 'getAuthJson'>;

/** The sign-in calls of the channel `agent`, handed on to the service of `@atelier/providers`. */
export function signInCalls(providers: ProvidersService, publisher: Pick<AgentPublisher, 'emit'>): SignInCalls {
  const emit = ({ problem, ...step }: OauthStep) => {
    const told = problem && { problem: { code: problem.code, message: problem.message } };
    publisher.emit('oauthEvent', { ...step, ...told } as never);
  };
  /** Sends every step of a flow to pages until its end, and throws what it failed with. */
  async function follow(flow: string): Promise<void> {
    for (let sent = 0; ; ) {
      const steps = await providers.nextSteps(flow, sent);
      for (const step of steps) emit(step);
      sent += steps.length;
      const end = steps.find(({ kind }) => kind === 'success' || kind === 'error');
      if (end?.problem) throw AppError.fromRecord({ code: end.problem.code, message: end.problem.message });
      if (end !== undefined || steps.length === 0) return;
    }
  }
  return {
    async oauthLogin({ provider, locale, flow: wanted }, signal) {
      const { flow } = await providers.login(provider, locale, wanted);
      const end = () => void providers.cancelLogin(flow).catch(() => undefined);
      if (signal.aborted) end();
      signal.addEventListener('abort', end, { once: true });
      await follow(flow);
      return { flow };
    },
    async oauthPromptReply({ flow, prompt, text }) {
      await providers.reply(flow, prompt, text);
      return null;
    },
    async oauthPromptCancel({ flow, prompt }) {
      await providers.cancelPrompt(flow, prompt);
      return null;
    },
    async oauthLoginCancel({ flow }) {
      await providers.cancelLogin(flow);
      return null;
    },
    getAuthJson: async () => [...(await providers.authStatus())],
  };
}
