import { setImmediate } from 'node:timers/promises';
import { Agent, agentEvent, beforeTurn, conversationCompleted, conversationForgotten, Git } from '@atelier/agent/contract';
import { Conversations, conversationArchived } from '@atelier/conversations/contract';
import { Commands, defineExtension, Extensions, Inspection, Person } from '@atelier/kernel';
import { modelsChanged, Providers } from '@atelier/providers/contract';
import { type Changed, Memory, MemoryChannel, MemorySources, memoryChanged, type Selection } from '../contract/index.ts';
import { openCapture } from './capture/open-capture.ts';
import { isToDecide } from './errors.ts';
import { migrations } from './migrations/index.ts';
import { nothingTold, remember, type ToldForTurn } from './model/inject.ts';
import { placeOf } from './model/place.ts';
import { modelTools } from './model/tools.ts';
import { openTurnSources } from './model/turn-sources.ts';
import { wholeOf } from './model/whole.ts';
import { askedFor, openWithout } from './model/without.ts';
import { inPieces } from './pieces.ts';
import { openUploads } from './reading.ts';
import { openSearcher } from './search/searcher.ts';
import { searchSources } from './search/sources.ts';
import { withoutSecrets } from './secrets.ts';
import { type MemoryCalls, memoryCalls, memoryService, type ToolCalls } from './service.ts';
import { Purging } from './store/purging.ts';
import { openSettings } from './store/settings.ts';
import { openStore } from './store/store.ts';
import { openUses } from './store/uses.ts';
import { openForgetFor } from './upkeep/forget-for.ts';
import { openProposals } from './upkeep/proposals.ts';

export default defineExtension({
  activate(ctx) {
    const db = ctx.database(migrations);
    const searcher = openSearcher(db, db.state === 'newer');
    ctx.defer('the thread of the search', () => searcher.end());
    const store = openStore(db, Date.now, numbers => searcher.changed(numbers));
    const uses = openUses(db);
    const purge = async () => {
      const pause = () => setImmediate(undefined, { signal: ctx.signal });
      await inPieces(store.purging(), pause).catch(error => (ctx.signal.aborted ? undefined : ctx.log.warn(String(error))));
    };
    const proposals = openProposals(db, store, Date.now);
    const uploads = openUploads();
    ctx.defer('what is being uploaded', () => uploads.end());
    const calls = memoryCalls({
      ...{ store, proposals, searcher, uses, uploads, now: Date.now },
      isReadOnly: db.state === 'newer',
      inspection: ctx.get(Inspection),
      git: ctx.get(Git),
      language: () => ctx.get(Person).language(),
      asked: () => channel.emit('proposalsChanged', {}),
    });
    const purging = new Purging({ purge, nextIn: store.nextPurgeIn });
    ctx.defer('the time to undo', () => purging.end());
    // The first piece at once, the others while the app goes on.
    if (db.state !== 'newer') void purging.begin();
    const tell = (change: Changed['change'], ids: readonly string[]) => {
      if (ids.length === 0) return;
      purging.changed();
      channel.emit('memoriesChanged', { change, ids: [...ids] });
      ctx.run(memoryChanged, { change, ids: [...ids] }).catch(error => ctx.log.warn(String(error)));
    };
    const told = withEvents(calls, tell, () => channel.emit('proposalsChanged', {}));
    const [agent, conversations, person] = [ctx.get(Agent), ctx.get(Conversations), ctx.get(Person)];
    const projectKey = async (folder: string) => (await told.projectKey({ folder })).project;
    const place = async (conversation: string) => await placeOf({ agent, conversations, projectKey }, conversation);
    const capture = openCapture({
      ctx,
      db,
      store,
      proposals,
      agent,
      conversations,
      providers: () => ctx.get(Providers),
      inspection: ctx.get(Inspection),
      placeOf: place,
      search: told.search,
      language: () => person.language(),
      forget: async shown => await told.forget({ ids: shown.map(({ id }) => id) }, shown),
      tell,
      emit: event => channel.emit(event, {}),
    });
    const sources = {
      sources: ctx.contributions(MemorySources),
      run: (command: string, args: unknown) => ctx.get(Commands).run(command, args),
      language: () => person.language(),
    };
    const turnSources = openTurnSources({
      ...sources,
      extensions: ctx.get(Extensions),
      inspection: ctx.get(Inspection),
      settings: openSettings(db),
      now: Date.now,
      changed: () => channel.emit('sourcesChanged', {}),
    });
    sources.sources.watch(() => channel.emit('sourcesChanged', {}));
    const without = openWithout(Date.now);
    const channel = ctx.serve(MemoryChannel, {
      ...told,
      leaveOut: async ({ conversation, message }) => ({
        wish: without.ask(conversation, message && (await askedFor(agent, conversation, message))),
      }),
      async endLeaveOut({ conversation, wish }) {
        without.takeBack(conversation, wish);
        return {};
      },
      upsert: async draft => await told.upsert(draft),
      correct: async correction => await told.correct(correction),
      forget: async selection => await capture.forgetting(selection, async () => await told.forget(selection)),
      ...capture.calls,
      searchSources: async question => ({ sources: await searchSources(sources, question) }),
      sources: async () => ({ sources: await turnSources.list() }),
      async setSource({ from, id, on }) {
        turnSources.set(from, id, on);
        return { sources: await turnSources.list() };
      },
    });
    const forgetFor = openForgetFor({
      ...{ store, proposals, forget: told.forget, now: Date.now },
      asked: () => channel.emit('proposalsChanged', {}),
    });
    ctx.provide(Memory, asker => {
      const by = () => ctx.onBehalfOf() ?? (asker.bundled ? undefined : asker.id);
      const forget = async (own: string | undefined, selection: Selection) =>
        await (own === undefined ? told.forget(selection) : forgetFor(own, selection));
      return memoryService(told, store, async selection => await forget(by(), selection), by);
    });
    ctx.tap(conversationForgotten, async ({ conversation }) => {
      uses.forget(conversation);
      capture.forget(conversation);
    });

    const keys = new Map<string, Promise<string>>();
    /** The key as it was found for the last turn of the folder, so that a turn does not wait for git; it is looked for again meanwhile. */
    const lastKey = (folder: string): Promise<string> => {
      const now = projectKey(folder);
      const last = keys.get(folder) ?? now;
      keys.set(folder, now);
      now.catch(() => keys.delete(folder));
      return last;
    };
    const placeOfTurn = async (conversation: string) => await placeOf({ agent, conversations, projectKey: lastKey }, conversation);

    /** What was remembered for the turn that runs in a conversation. */
    const remembered = new Map<string, ToldForTurn>();
    const remembering = {
      isEmpty: () => !capture.isTelling() || store.isEmpty(),
      search: told.search,
      sources: turnSources,
      placeOf: placeOfTurn,
      now: Date.now,
      said: store.said,
    };
    const tools = modelTools({
      ...{ calls: told, store, agent, placeOf: place },
      ...{ isLearning: capture.isLearning, isTelling: capture.isTelling, unheard: capture.unheard, isWithout: without.isOn },
      told(conversation, memories) {
        const before = remembered.get(conversation) ?? nothingTold;
        const more = memories.filter(({ id }) => !before.uses.some(use => use.id === id));
        const uses = more.map(memory => ({ id: memory.id, score: 0, at: Date.now(), said: store.said(wholeOf(memory)) }));
        const all = [...before.uses, ...uses];
        const untold = before.untold.filter(({ id }) => !all.some(use => use.id === id));
        remembered.set(conversation, { ...before, uses: all, untold });
      },
      language: () => person.language(),
      clean: async texts => await withoutSecrets(ctx.get(Inspection), texts),
    });
    for (const [command, run] of Object.entries(tools)) ctx.handle(command, run);
    ctx.tap(beforeTurn, async begun => {
      if (without.begins(begun)) {
        remembered.delete(begun.conversation);
        return begun;
      }
      const { turn, told: ofTurn } = await remember(remembering, begun);
      remembered.set(turn.conversation, ofTurn);
      return turn;
    });
    // After everything that it tells is there.
    const clock = capture.start();
    if (clock !== undefined) {
      ctx.defer('the clock of capture', () => clock.end());
      ctx.tap(conversationCompleted, async ({ conversation }) => clock.completed(conversation));
      ctx.tap(conversationArchived, async ({ conversation }) => clock.archived(conversation));
      ctx.tap(modelsChanged, async () => clock.hasten());
    }
    ctx.tap(agentEvent, async ({ kind, conversation, entry, at }) => {
      if (kind === 'turnStarted' || kind === 'turnEnded') clock?.turn(conversation, kind === 'turnStarted');
      without.happened({ kind, conversation, at });
      const used = remembered.get(conversation);
      if (used === undefined) return;
      const isAny = used.uses.length + used.found.length + used.untold.length > 0;
      if (isAny && kind === 'messageEnded' && entry?.kind === 'assistant') {
        uses.add(conversation, entry.id, used.uses);
        uses.addOfSources(conversation, entry.id, used.found);
        uses.addRoom(conversation, entry.id, used.untold, used.characters);
      }
      if (kind === 'turnEnded') remembered.delete(conversation);
    });
  },
});

/** Of more at once the event names none. */
const mostNamed = 1000;

/** Tells windows and other plugins of each change, whoever made it. */
function withEvents(
  calls: MemoryCalls,
  tell: (change: Changed['change'], ids: readonly string[]) => void,
  proposalsChanged: () => void,
): ToolCalls {
  return {
    ...calls,
    async upsert(draft, shown, by) {
      const stored = await calls.upsert(draft, shown, by).catch(error => {
        if (isToDecide(error)) proposalsChanged();
        throw error;
      });
      if (stored.was !== 'kept') tell(stored.was === 'added' ? 'added' : 'changed', [stored.memory.id, ...stored.ended]);
      return stored;
    },
    async correct(correction, shown, by) {
      const stored = await calls.correct(correction, shown, by).catch(error => {
        if (isToDecide(error)) proposalsChanged();
        throw error;
      });
      tell('changed', [stored.memory.id, ...stored.ended]);
      return stored;
    },
    async propose(draft) {
      const stored = await calls.propose(draft).catch(error => {
        if (isToDecide(error)) proposalsChanged();
        throw error;
      });
      tell('changed', [stored.memory.id]);
      return stored;
    },
    async edit(edit) {
      const stored = await calls.edit(edit);
      tell('changed', [stored.memory.id]);
      return stored;
    },
    async merge(merge) {
      const stored = await calls.merge(merge);
      tell('changed', [stored.memory.id, ...stored.ended]);
      return stored;
    },
    async forget(selection, shown) {
      const { ids, ...forgotten } = await calls.forget(selection, shown);
      tell('forgotten', ids.length > mostNamed ? ['*'] : ids);
      if (forgotten.change !== undefined) proposalsChanged();
      return forgotten;
    },
    async undo(params) {
      const undone = await calls.undo(params);
      tell('restored', ['*']);
      proposalsChanged();
      return undone;
    },
    async putBack({ id }) {
      const restored = await calls.putBack({ id });
      tell('restored', [id]);
      return restored;
    },
    async separate({ id }) {
      const stored = await calls.separate({ id });
      tell('changed', [id]);
      return stored;
    },
    async importAll(params) {
      const imported = await calls.importAll(params);
      if (imported.added > 0) tell('added', ['*']);
      if (imported.proposed > 0) proposalsChanged();
      return imported;
    },
  };
}
