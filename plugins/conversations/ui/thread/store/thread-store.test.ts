import type { AgentEvent, Entry } from '@atelier/agent/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ThreadStore } from './thread-store.ts';

const at = Date.parse('2026-11-20T09:41:00');
const asked = (id: string, text = id): Entry => ({ id, kind: 'user', at, parts: [{ kind: 'text', text }] });
const said = (id: string, text = id, more: Partial<Entry> = {}): Entry => ({
  id,
  kind: 'assistant',
  at,
  parts: [{ kind: 'text', text }],
  stopped: 'done',
  ...more,
});
const placed = (entries: readonly Entry[], first = 0) => entries.map((entry, index) => ({ ...entry, position: first + index }));

/** Numbers events as the agent does. */
function numbered(events: readonly Partial<AgentEvent>[], from = 1): readonly AgentEvent[] {
  return events.map((event, index) => ({ conversation: 'c', at: at + index, seq: from + index, ...event }) as AgentEvent);
}

function opened(entries: readonly Entry[] = [], seq = 0): ThreadStore {
  const store = new ThreadStore();
  store.reset({ entries: placed(entries), total: entries.length, seq }, { status: 'idle' });
  return store;
}

/** The rows as the person sees them, by kind and text. */
function seen(store: ThreadStore): readonly string[] {
  return store.rows().flatMap(row => {
    if (row.kind === 'end') return [];
    if (row.kind === 'tool') return [`tool ${row.call.name} ${row.call.state}${row.call.output === '' ? '' : ` ${row.call.output}`}`];
    if (row.kind === 'group') return [`group of ${row.members.length}`];
    if (row.kind === 'gap') return [`gap ${row.first}+${row.count}`];
    if (row.kind === 'request') return [`request ${row.request.title}`];
    if (row.kind === 'problem') return [`problem ${row.problem.code}${row.isCut ? ' cut' : ''}${row.isLast ? ' last' : ''}`];
    if (row.kind === 'retry') return [`retry ${row.attempt}/${row.of} in ${row.seconds}`];
    if (row.kind === 'user' || row.kind === 'say' || row.kind === 'thought') return [`${row.kind} ${row.text}`];
    return [row.kind];
  });
}

const call = { kind: 'tool', tool: 't1', name: 'bash', args: { command: 'ls' } } as const;
const turn = numbered([
  { kind: 'status', status: 'running' },
  { kind: 'turnStarted' },
  { kind: 'messageStarted', message: 'u', role: 'user' },
  { kind: 'messageEnded', message: 'u', entry: asked('e1', 'list') },
  { kind: 'messageStarted', message: 'a', role: 'assistant', model: 'demo/demo' },
  { kind: 'thinking', message: 'a', part: 0, delta: 'Hm.' },
  { kind: 'text', message: 'a', part: 1, delta: 'I lo' },
  { kind: 'text', message: 'a', part: 1, delta: 'ok.' },
  {
    kind: 'messageEnded',
    message: 'a',
    entry: said('e2', '', { parts: [{ kind: 'thinking', text: 'Hm.' }, { kind: 'text', text: 'I look.' }, call], stopped: 'tool' }),
  },
  { kind: 'toolStarted', message: 'a', tool: 't1', name: 'bash', args: { command: 'ls' } },
  { kind: 'toolOutput', tool: 't1', delta: 'one' },
  { kind: 'toolEnded', tool: 't1', outcome: { ok: true, text: 'one', exitCode: 0 } },
  { kind: 'messageStarted', message: 'b', role: 'assistant' },
  { kind: 'text', message: 'b', part: 0, delta: 'Done.' },
  { kind: 'messageEnded', message: 'b', entry: said('e3', 'Done.') },
  { kind: 'status', status: 'idle' },
  { kind: 'turnEnded', ended: 'done' },
]);
const afterTurn = ['user list', 'thought Hm.', 'say I look.', 'tool bash done', 'say Done.'];

test('a turn is shown as it happens: text grows, a call runs and ends, and every row keeps its key to the end', () => {
  const store = opened();
  const keys = new Map<string, Set<string>>();
  const steps = turn.map(event => {
    const taken = store.take(event);
    for (const row of store.rows())
      if (row.kind === 'say' || row.kind === 'thought' || row.kind === 'tool') {
        const name = row.kind === 'tool' ? row.call.tool : row.kind === 'say' && 'Done.'.startsWith(row.text) ? 'last' : row.kind;
        keys.set(name, (keys.get(name) ?? new Set()).add(row.key));
      }
    return [event.kind, taken, ...seen(store)].join(' | ');
  });
  expect({ steps, keys: [...keys.values()].map(all => all.size) }).toEqual({
    steps: [
      'status | taken | working',
      'turnStarted | taken | working',
      'messageStarted | taken | working',
      'messageEnded | taken | user list | working',
      'messageStarted | taken | user list | working',
      'thinking | taken | user list | thought Hm.',
      'text | taken | user list | thought Hm. | say I lo',
      'text | taken | user list | thought Hm. | say I look.',
      'messageEnded | taken | user list | thought Hm. | say I look. | tool bash running',
      'toolStarted | taken | user list | thought Hm. | say I look. | tool bash running',
      'toolOutput | taken | user list | thought Hm. | say I look. | tool bash running one',
      'toolEnded | taken | user list | thought Hm. | say I look. | tool bash done | working',
      'messageStarted | taken | user list | thought Hm. | say I look. | tool bash done | working',
      `text | taken | ${afterTurn.join(' | ')}`,
      `messageEnded | taken | ${afterTurn.join(' | ')}`,
      `status | taken | ${afterTurn.join(' | ')}`,
      `turnEnded | taken | ${afterTurn.join(' | ')}`,
    ],
    keys: [1, 1, 1, 1],
  });
});

test('only the row that grows is a new object', () => {
  const store = opened();
  for (const event of turn.slice(0, 7)) store.take(event);
  const before = store.rows();
  store.take(turn[7]!);
  const changed = store.rows().filter((row, index) => row !== before[index]);
  expect(changed.map(({ kind }) => kind)).toEqual(['say']);
});

test('events that come twice, or that the page includes already, change nothing', () => {
  const entries = [asked('e1', 'list'), said('e3', 'Done.')];
  fc.assert(
    fc.property(fc.array(fc.nat(turn.length - 1), { maxLength: 30 }), again => {
      const store = opened();
      for (const [index, event] of turn.entries()) {
        store.take(event);
        for (const old of again.filter(one => one <= index)) expect(store.take(turn[old]!)).toBe('old');
      }
      expect(seen(store)).toEqual(afterTurn);
    }),
    { numRuns: 50 },
  );
  const store = opened(entries, 17);
  expect([turn.map(event => store.take(event)).every(taken => taken === 'old'), seen(store)]).toEqual([true, ['user list', 'say Done.']]);
});

test('wherever the connection was lost, the missed events lead to the same result', () => {
  fc.assert(
    fc.property(fc.nat(turn.length), fc.nat(turn.length), (lost, found) => {
      const store = opened();
      for (const event of turn.slice(0, lost)) store.take(event);
      // Some of what is asked for may come on its own meanwhile.
      store.fill(turn.filter(({ seq }) => seq > store.seq));
      for (const event of turn.slice(Math.min(lost, found))) expect(store.take(event)).toBe('old');
      expect(seen(store)).toEqual(afterTurn);
    }),
    { numRuns: 100 },
  );
});

test('an event out of sequence is refused, but several joined deltas are taken', () => {
  const missed = turn.slice(1).map((event, index) => {
    const store = opened();
    for (const each of turn.slice(0, index)) store.take(each);
    return `${event.kind} ${store.take(event)}`;
  });
  const store = opened();
  for (const event of turn.slice(0, 6)) store.take(event);
  const joined = store.take({ ...turn[7]!, delta: 'I look.' });
  expect({ missed, joined, next: store.take(turn[8]!), seen: seen(store) }).toEqual({
    // Deltas of a message that is known may have been joined to the one that is missing.
    missed: turn.slice(1).map(({ kind, seq }) => `${kind} ${seq === 7 || seq === 8 ? 'taken' : 'gap'}`),
    joined: 'taken',
    next: 'taken',
    seen: ['user list', 'thought Hm.', 'say I look.', 'tool bash running'],
  });
});

test('a window that opens in the middle of a turn shows the whole text that is being written', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: turn.length - 3 }), opensAt => {
      const before = turn.slice(0, opensAt);
      const entries = before.flatMap(({ entry }) => (entry === undefined ? [] : [entry]));
      const store = new ThreadStore();
      store.reset({ entries: placed(entries), total: entries.length, seq: before.at(-1)?.seq ?? 0 }, { status: 'running' });
      store.replay(before);
      const live = opened();
      for (const event of before) live.take(event);
      expect(seen(store)).toEqual(seen(live));
      for (const event of turn.slice(opensAt)) store.take(event);
      expect(seen(store)).toEqual(afterTurn);
    }),
    { numRuns: 30 },
  );
});

test('whatever events arrive while the page and the state are read, the rows are up to date afterwards', () => {
  const moment = fc.integer({ min: 0, max: turn.length });
  fc.assert(
    fc.property(moment, moment, moment, (pageAt, stateAt, later) => {
      const kept = turn.slice(0, Math.max(pageAt, stateAt, later));
      const until = (count: number) => {
        const store = opened();
        for (const event of turn.slice(0, count)) store.take(event);
        return store;
      };
      const inFile = turn.slice(0, pageAt);
      const { outcome } = inFile.find(({ kind }) => kind === 'toolEnded') ?? {};
      const withOutcome = (entry: Entry): Entry => ({
        ...entry,
        parts: entry.parts?.map(part => (part.kind === 'tool' && outcome !== undefined ? { ...part, outcome } : part)) ?? [],
      });
      const entries = inFile.flatMap(({ entry }) => (entry === undefined ? [] : [withOutcome(entry)]));
      const state = until(stateAt);
      const store = new ThreadStore();
      store.reset({ entries: placed(entries), total: entries.length, seq: turn[pageAt - 1]?.seq ?? 0 }, { status: state.status });
      store.replay(kept);
      expect([store.status, seen(store)]).toEqual([until(kept.length).status, seen(until(kept.length))]);
      for (const event of turn.slice(kept.length)) store.take(event);
      expect([store.status, seen(store)]).toEqual(['idle', afterTurn]);
    }),
    { numRuns: 300 },
  );
});

test('events of an earlier turn are not part of the turn that has just begun', () => {
  const store = new ThreadStore();
  store.reset({ entries: placed([asked('e1')]), total: 1, seq: 20 }, { status: 'running' });
  store.replay([...turn, ...numbered([{ kind: 'rewound' as AgentEvent['kind'] }, { kind: 'status', status: 'running' }], 18)]);
  expect(seen(store)).toEqual(['user e1', 'working']);
});

test('a rewind and the end of a compaction require a reload, and a reload keeps unchanged rows the same objects', () => {
  const entries = [asked('e1'), said('e2'), asked('e3'), said('e4')];
  const store = opened(entries, 1);
  const before = store.rows();
  const rewound = store.take({ conversation: 'c', at, seq: 2, kind: 'rewound' as AgentEvent['kind'] });
  const compacted = store.take({ conversation: 'c', at, seq: 3, kind: 'compaction', phase: 'ended' });
  store.reset({ entries: placed(entries.slice(0, 2)), total: 2, seq: 3 }, { status: 'idle' });
  expect([rewound, compacted, store.rows()[0] === before[0], seen(store)]).toEqual(['stale', 'stale', true, ['user e1', 'say e2']]);
});

test('a request replaces the row of the call that waits for it, and disappears when it is answered', () => {
  const store = opened();
  for (const event of turn.slice(0, 10)) store.take(event);
  const request = { id: 'q', conversation: 'c', kind: 'approval', title: 'Run this?', tool: 't1', at } as const;
  store.take({ conversation: 'c', at, seq: 11, kind: 'asked', request });
  const asking = seen(store);
  store.take({ conversation: 'c', at, seq: 12, kind: 'answered', answered: 'q' });
  expect([asking, seen(store)]).toEqual([
    ['user list', 'thought Hm.', 'say I look.', 'request Run this?'],
    ['user list', 'thought Hm.', 'say I look.', 'tool bash running'],
  ]);
});

test('a failure is shown once, with actions only at the end; an attempt that is retried is removed', () => {
  const problem = { code: 'agent/rate-limited', message: 'No more.' };
  const failed = (id: string) => said(id, '', { parts: [], stopped: 'failed', problem });
  const store = opened([asked('e1')]);
  const steps = numbered([
    { kind: 'turnStarted' },
    { kind: 'messageEnded', message: 'a', entry: failed('f1') },
    { kind: 'status', status: 'retrying' },
    { kind: 'retry', retry: { attempt: 1, of: 3, delayMs: 2000 }, problem },
    { kind: 'messageStarted', message: 'b', role: 'assistant' },
    { kind: 'messageEnded', message: 'b', entry: failed('f2') },
    { kind: 'status', status: 'failed', problem },
    { kind: 'turnEnded', ended: 'failed', problem },
  ]).map(event => {
    store.look.now = at;
    store.take(event);
    return seen(store).slice(1).join(' | ');
  });
  expect(steps).toEqual([
    'working',
    'problem agent/rate-limited',
    'problem agent/rate-limited',
    'retry 1/3 in 2',
    'working',
    'problem agent/rate-limited',
    'problem agent/rate-limited last',
    'problem agent/rate-limited last',
  ]);
});

test('an interrupted turn is shown as such until the next one begins', () => {
  const store = opened([asked('e1')]);
  store.take({
    conversation: 'c',
    at,
    seq: 1,
    kind: 'turnEnded',
    ended: 'cut',
    problem: { code: 'agent/engine-ended', message: 'It ended.' },
  });
  const cut = seen(store);
  store.take({ conversation: 'c', at, seq: 2, kind: 'turnStarted' });
  const later = opened([asked('e1')]);
  later.reset({ entries: placed([asked('e1')]), total: 1, seq: 0 }, { status: 'idle', cut: true });
  expect([cut, seen(store), seen(later)]).toEqual([
    ['user e1', 'problem agent/engine-ended cut last'],
    ['user e1', 'working'],
    ['user e1', 'problem agent/cut cut last'],
  ]);
});

test('an answer that was cut at its limit can go on, until something comes after it, and one that was cut off says so', () => {
  const limited = { ...said('e2'), stopped: 'length' as const };
  const ends = (store: ThreadStore) =>
    store
      .rows()
      .flatMap(row =>
        row.kind === 'notice' ? [`${row.reason}${row.canGoOn ? ', go on' : ''}`] : row.kind === 'problem' ? ['problem'] : [],
      );
  const live = opened([asked('e1')]);
  for (const event of numbered([{ kind: 'turnStarted' }, { kind: 'messageEnded', message: 'm', entry: limited }])) live.take(event);
  const running = ends(live);
  for (const event of numbered([{ kind: 'turnEnded', ended: 'done' }], 3)) live.take(event);
  // The main side says that this turn can be resumed; the answer itself offers it.
  const later = opened();
  later.reset({ entries: placed([asked('e1'), limited]), total: 2, seq: 0 }, { status: 'idle', cut: true });
  const answered = opened([asked('e1'), limited, said('e3')]);
  const cut = opened([asked('e1'), { ...said('e2'), stopped: 'cut' }, said('e3')]);
  expect({ running, ended: ends(live), later: ends(later), answered: ends(answered), cut: ends(cut) }).toEqual({
    running: ['length'],
    ended: ['length, go on'],
    later: ['length, go on'],
    answered: ['length'],
    cut: ['cut'],
  });
});

test('of ten thousand messages only the loaded ones are rows, the others are gaps with fixed bounds', () => {
  const store = new ThreadStore();
  const last = Array.from({ length: 30 }, (_, index) => (index % 2 === 0 ? asked(`e${index}`) : said(`e${index}`)));
  store.reset({ entries: placed(last, 9970), total: 10_000, seq: 0 }, { status: 'idle' });
  const gaps = store.rows().filter(row => row.kind === 'gap');
  store.insert(placed([asked('x')], 45));
  const around = seen(store).slice(2, 5);
  expect({ gaps: gaps.length, last: gaps.at(-1)?.key, around }).toEqual({
    gaps: 499,
    last: 'gap 9960',
    around: ['gap 40+5', 'user x', 'gap 46+14'],
  });
});

test('compact density groups successful calls; calls that failed, run or changed files stay, and a group unfolds to its calls', () => {
  const part = (tool: string, name: string, ok = true, more = {}) =>
    ({ kind: 'tool', tool, name, args: { path: 'a' }, outcome: { ok, ...more } }) as const;
  const parts = [
    part('1', 'read'),
    part('2', 'bash'),
    part('3', 'bash', false),
    part('4', 'read'),
    part('5', 'edit'),
    part('6', 'read'),
    part('7', 'ls'),
  ];
  const store = opened([asked('e1'), said('e2', '', { parts })]);
  store.look.density = 'compact';
  const folded = seen(store);
  store.look.setOpen('group tool 1', true);
  expect([folded, seen(store).slice(1, 4)]).toEqual([
    ['user e1', 'group of 2', 'tool bash failed', 'tool read done', 'tool edit done', 'group of 2'],
    ['group of 2', 'tool read done', 'tool bash done'],
  ]);
});

test('a new day and a change of the model are marked with a row', () => {
  const day = 24 * 60 * 60_000;
  const store = opened([
    { ...asked('e1'), at: at - day },
    { ...said('e2'), at: at - day, model: 'a/one' },
    asked('e3'),
    { ...said('e4'), model: 'a/one' },
    asked('e5'),
    { ...said('e6'), model: 'b/two' },
  ]);
  expect(store.rows().map(({ kind }) => kind)).toEqual(['user', 'say', 'day', 'user', 'say', 'user', 'model', 'say', 'end']);
});

test('an agent that does not answer is shown below what it said until it answers or its turn is over, also in a page that is loaded meanwhile', () => {
  const begun = turn.slice(0, 8);
  const events = [...begun, ...numbered([{ kind: 'hung', seconds: 10 }], 9)];
  const store = opened();
  for (const event of events) store.take(event);
  const shown = seen(store).at(-1);
  const loaded = opened([], 9);
  loaded.replay(events);
  const again = seen(loaded).at(-1);
  for (const event of numbered(
    [
      { kind: 'hung', seconds: 0 },
      { kind: 'text', message: 'a', part: 1, delta: ' On.' },
    ],
    10,
  ))
    store.take(event);
  expect({ shown, again, after: seen(store).at(-1) }).toEqual({ shown: 'hung', again: 'hung', after: 'say I look. On.' });
});

test('a stop is shown as soon as it has arrived, also in a page that is loaded meanwhile, until the turn is over', () => {
  const events = [...turn.slice(0, 8), ...numbered([{ kind: 'stopping' }, { kind: 'text', message: 'a', part: 1, delta: ' On.' }], 9)];
  const [store, loaded] = [opened(), opened([], 10)];
  for (const event of events) store.take(event);
  loaded.replay(events);
  const shown = [store, loaded].map(each => each.rows().flatMap(row => (row.kind === 'working' ? row.status : [])));
  for (const event of numbered([{ kind: 'turnEnded', ended: 'stopped' }], 11)) store.take(event);
  expect({ shown, after: store.rows().some(({ kind }) => kind === 'working') }).toEqual({
    shown: [['stopping'], ['stopping']],
    after: false,
  });
});
