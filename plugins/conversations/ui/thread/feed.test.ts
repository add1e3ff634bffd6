import type { AgentEvent } from '@atelier/agent/contract';
import { AgentChannel } from '@atelier/agent/contract';
import type { ViewHost } from '@atelier/kernel/ui';
import { beforeEach, expect, test, vi } from 'vitest';
import type { PlacedEntry } from '../../contract/index.ts';
import { Feed } from './feed.ts';

const conversation = 'c';
type Listener = (event: AgentEvent) => void;

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw));
  vi.stubGlobal('cancelAnimationFrame', clearTimeout);
  return () => vi.unstubAllGlobals();
});

const event = (seq: number, kind: AgentEvent['kind'], more: object = {}): AgentEvent =>
  ({ conversation, seq, at: seq, kind, ...more }) as AgentEvent;
const entry = (id: string, kind: 'user' | 'assistant', position: number): PlacedEntry =>
  ({ id, kind, at: 0, position, parts: [{ kind: 'text', text: id }] }) as unknown as PlacedEntry;
const ended = (seq: number, id: string, kind: 'user' | 'assistant') => event(seq, 'messageEnded', { entry: entry(id, kind, 0) });

/** A kernel whose answers the test gives, in its order: what the order of a real one is cannot be chosen. */
function scripted(answers: Readonly<Record<string, (params: never) => unknown>>) {
  const listeners = new Set<Listener>();
  const client = (of: string) => ({
    on: (name: string, listener: Listener) => {
      if (of === 'agent' && name === 'event') listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
    call: async (method: string, params: never) => answers[method]?.(params) ?? {},
  });
  const [agent, conversations] = [client('agent'), client('conversations')];
  const view = { connect: (channel: object) => (channel === AgentChannel ? agent : conversations) } as unknown as ViewHost;
  const emit = (...events: readonly AgentEvent[]) => {
    for (const one of events) for (const listener of listeners) listener(one);
  };
  const arrived: number[] = [];
  const failures: string[] = [];
  const feed = new Feed({
    ...{ view, conversation, entry: undefined, changed: () => undefined, sent: () => undefined },
    arrived: ({ seq }) => arrived.push(seq),
    failed: error => failures.push(String(error)),
  });
  return { feed, emit, arrived, failures };
}

const shown = ({ store }: Feed) => store.rows().flatMap(({ kind, entry: of }) => (kind === 'user' || kind === 'say' ? [of] : []));

test('an answer that was asked for again never stands beside the one of before, whatever comes while the conversation is read', async () => {
  const before = { entries: [entry('b1', 'user', 0), entry('a1', 'assistant', 1)], total: 2, seq: 4 };
  const after = { entries: [entry('b2', 'user', 0)], total: 1, seq: 7 };
  let [page, kept]: [typeof before, readonly AgentEvent[]] = [before, []];
  const { feed, emit, arrived } = scripted({
    page: () => page,
    state: () => ({ status: 'idle', seq: page.seq }),
    listRequests: () => [],
    eventsAfter: ({ seq }: { seq: number }) => ({ events: kept.filter(one => one.seq > seq), complete: true }),
    branches: () => ({ versions: [] }),
  });
  await vi.waitFor(() => expect(feed.isReady).toBe(true));
  const seen = new Set<string>();
  const note = () => seen.add(JSON.stringify(shown(feed)));
  note();
  const turn = [
    event(5, 'rewound' as AgentEvent['kind']),
    event(6, 'turnStarted'),
    ended(7, 'b2', 'user'),
    ended(8, 'a2', 'assistant'),
    event(9, 'turnEnded', { ended: 'done' }),
  ];
  // What is read first is still the conversation of before.
  kept = turn.slice(0, 3);
  emit(...turn.slice(0, 3));
  note();
  await Promise.resolve();
  page = after;
  emit(...turn.slice(3, 4));
  kept = turn.slice(0, 4);
  note();
  await vi.waitFor(() => {
    note();
    expect(shown(feed)).toEqual(['b2', 'a2']);
  });
  kept = turn;
  emit(...turn.slice(4));
  await vi.waitFor(() => expect(feed.store.isBusy).toBe(false));
  note();
  expect({ seen: [...seen], arrived }).toEqual({ seen: ['["b1","a1"]', '["b2","a2"]'], arrived: [5, 6, 7, 8, 9] });
  feed.close();
});

test('what comes while missed events are requested is not lost, also when it is the last', async () => {
  const missed = [event(2, 'turnStarted'), ended(3, 'b1', 'user')];
  const requested = Promise.withResolvers<object>();
  const { feed, emit, arrived } = scripted({
    page: () => ({ entries: [], total: 0, seq: 1 }),
    state: () => ({ status: 'idle', seq: 1 }),
    listRequests: () => [],
    eventsAfter: () => requested.promise,
    branches: () => ({ versions: [] }),
  });
  await vi.waitFor(() => expect(feed.isReady).toBe(true));
  emit(ended(4, 'a1', 'assistant'));
  requested.resolve({ events: [...missed, ended(4, 'a1', 'assistant')], complete: true });
  emit(event(5, 'turnEnded', { ended: 'done' }));
  await vi.waitFor(() => expect(feed.store.seq).toBe(5));
  expect({ shown: shown(feed), status: feed.store.status, arrived }).toEqual({
    shown: ['b1', 'a1'],
    status: 'idle',
    arrived: [2, 3, 4, 5],
  });
  feed.close();
});

test('where reading the other conversation fails, nothing is added to the one of before, and the next event reads it', async () => {
  let fails = false;
  let page = { entries: [entry('b1', 'user', 0), entry('a1', 'assistant', 1)], total: 2, seq: 4 };
  let kept: readonly AgentEvent[] = [];
  const { feed, emit, arrived, failures } = scripted({
    page: () => {
      if (fails) throw new Error('no disk');
      return page;
    },
    state: () => ({ status: 'idle', seq: page.seq }),
    listRequests: () => [],
    eventsAfter: () => ({ events: kept, complete: true }),
    branches: () => ({ versions: [] }),
  });
  await vi.waitFor(() => expect(feed.isReady).toBe(true));
  fails = true;
  emit(event(5, 'rewound' as AgentEvent['kind']), event(6, 'turnStarted'));
  await vi.waitFor(() => expect(failures).toEqual(['Error: no disk']));
  const meanwhile = shown(feed);
  fails = false;
  page = { entries: [entry('b2', 'user', 0)], total: 1, seq: 7 };
  kept = [event(5, 'rewound' as AgentEvent['kind']), event(6, 'turnStarted'), ended(7, 'b2', 'user'), ended(8, 'a2', 'assistant')];
  emit(...kept.slice(2));
  await vi.waitFor(() => expect(shown(feed)).toEqual(['b2', 'a2']));
  expect({ meanwhile, arrived }).toEqual({ meanwhile: ['b1', 'a1'], arrived: [5, 6, 7, 8] });
  feed.close();
});
