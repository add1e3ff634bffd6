import type { Handlers } from '@atelier/kernel';
import type { AgentChannel } from '../contract/index.ts';
import type { EngineLink } from './engine-link.ts';
import type { Runtimes } from './runtime/runtimes.ts';
import type { SessionFiles } from './session-files.ts';
import { readTranscript } from './transcript.ts';

type Calls = Handlers<NonNullable<(typeof AgentChannel)['shape']>>;
/** What this file answers; sign-in, approvals, budgets and diagnostics are answered elsewhere. */
type Conversing = Pick<
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
  | 'eventsAfter'
>;

const usualPage = 60;

/** The calls of the channel `agent` that are about one conversation. */
export function conversingCalls(runtimes: Runtimes, files: SessionFiles, engine: EngineLink): Conversing {
  const done = async (work: Promise<unknown>) => {
    await work;
    return null;
  };
  return {
    state: async ({ conversation }) => runtimes.state(conversation),
    prompt: ({ conversation, text, images = [], how = 'queue' }) => runtimes.prompt(conversation, text, images, how),
    stop: ({ conversation }) => done(runtimes.stop(conversation)),
    resume: ({ conversation }) => done(runtimes.resume(conversation)),
    listQueue: async ({ conversation }) => runtimes.queued(conversation),
    changeQueued: ({ conversation, queued, ...change }) => done(runtimes.changeQueued(conversation, queued, change)),
    drainQueue: ({ conversation }) => done(runtimes.drain(conversation)),
    setModel: ({ conversation, model }) => done(runtimes.setModel(conversation, model)),
    setThinkingLevel: ({ conversation, level }) => done(runtimes.setThinkingLevel(conversation, level)),
    setAccessMode: ({ conversation, mode }) => done(runtimes.setAccessMode(conversation, mode)),
    setNetwork: ({ conversation, allowed }) => done(runtimes.setNetwork(conversation, allowed)),
    compact: ({ conversation, focus }) => done(runtimes.compact(conversation, focus)),
    undoCompaction: ({ conversation }) => done(runtimes.undoCompaction(conversation)),
    async transcript({ conversation, before, limit = usualPage }) {
      const { entries, ...rest } = await readTranscript({ runtimes, files, engine }, conversation, { before, limit });
      return { entries: [...entries], ...rest };
    },
    eventsAfter: async ({ conversation, seq }) => runtimes.eventsAfter(conversation, seq),
  };
}
