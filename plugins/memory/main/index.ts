import { Agent, agentEvent, beforeTurn, conversationCompleted, conversationForgotten, Git } from '@atelier/agent/contract';
import { Conversations, conversationArchived } from '@atelier/conversations/contract';
import { Commands, defineExtension, Inspection, Person } from '@atelier/kernel';
import { modelsChanged, Providers } from '@atelier/providers/contract';
import { type Changed, Memory, MemoryChannel, MemorySources, memoryChanged } from '../contract/index.ts';
import { openCapture } from './capture/open-capture.ts';
import { isToDecide } from './errors.ts';
import { migrations } from './migrations/index.ts';
import { remember } from './model/inject.ts';
import { placeOf } from './model/place.ts';
import { modelTools } from './model/tools.ts';
import { openSearcher } from './search/searcher.ts';
import { searchSources } from './search/sources.ts';
import { memoryCalls, memoryService } from './service.ts';
import { Purging } from './store/purging.ts';
import { openStore } from './store/store.ts';
import { openUses, type Use } from './store/uses.ts';
import { openProposals } from './upkeep/proposals.ts';

export default defineExtension({
  activate(ctx) {
    const db = ctx.database(migrations);
    const searcher = openSearcher(db);
    ctx.defer('the thread of the search', () => searcher.end());
    const store = openStore(db, Date.now, numbers => searcher.changed(numbers));
    const uses = openUses(db);
    if (db.state !== 'newer') store.purge();
    const proposals = openProposals(db, store, Date.now);
    const calls = memoryCalls({
      ...{ store, proposals, searcher, uses, now: Date.now },
      isReadOnly: db.state === 'newer',
      inspection: ctx.get(Inspection),
      git: ctx.get(Git),
      language: () => ctx.get(Person).language(),
    });
    const purging = new Purging(() => store.purge());
    ctx.defer('the time to undo', () => purging.end());
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
      tell,
      emit: event => channel.emit(event, {}),
    });
    const sources = {
      sources: ctx.contributions(MemorySources),
      run: (command: string, args: unknown) => ctx.get(Commands).run(command, args),
      language: () => person.language(),
    };
    const channel = ctx.serve(MemoryChannel, {
      ...told,
      ...capture.calls,
      searchSources: async question => ({ sources: await searchSources(sources, question) }),
    });
    ctx.provide(Memory, memoryService(told, store));
    ctx.tap(conversationForgotten, async ({ conversation }) => {
      uses.forget(conversation);
      capture.forget(conversation);
    });

    const tools = modelTools({
      calls: told,
      agent,
      placeOf: place,
      markUsed: ids => store.markUsed(ids),
      keysOf: store.keysOf,
      language: () => person.language(),
    });
    for (const [command, run] of Object.entries(tools)) ctx.handle(command, run);

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
    const remembered = new Map<string, readonly Use[]>();
    ctx.tap(beforeTurn, async turn => {
      const { sections, uses: used } = await remember(
        { isEmpty: store.isEmpty, search: told.search, placeOf: placeOfTurn, now: Date.now, said: store.said },
        turn,
      );
      remembered.set(turn.conversation, used);
      return { ...turn, sections };
    });
    // After everything that it tells is there.
    const clock = capture.start();
    if (clock !== undefined) {
      ctx.defer('the clock of capture', () => clock.end());
      ctx.tap(conversationCompleted, async ({ conversation }) => clock.completed(conversation));
      ctx.tap(conversationArchived, async ({ conversation }) => clock.archived(conversation));
      ctx.tap(modelsChanged, async () => clock.hasten());
    }
    ctx.tap(agentEvent, async ({ kind, conversation, entry }) => {
      if (kind === 'turnStarted' || kind === 'turnEnded') clock?.turn(conversation, kind === 'turnStarted');
      const used = remembered.get(conversation);
      if (used === undefined || used.length === 0) return;
      if (kind === 'messageEnded' && entry?.kind === 'assistant') uses.add(conversation, entry.id, used);
      if (kind === 'turnEnded') remembered.delete(conversation);
    });
  },
});

type Calls = ReturnType<typeof memoryCalls>;

/** Tells windows and other plugins of each change, whoever made it. */
function withEvents(calls: Calls, tell: (change: Changed['change'], ids: readonly string[]) => void, proposalsChanged: () => void): Calls {
  return {
    ...calls,
    async upsert(draft) {
      const stored = await calls.upsert(draft).catch(error => {
        if (isToDecide(error)) proposalsChanged();
        throw error;
      });
      if (stored.was !== 'kept') tell(stored.was === 'added' ? 'added' : 'changed', [stored.memory.id, ...stored.ended]);
      return stored;
    },
    async correct(correction) {
      const stored = await calls.correct(correction);
      tell('changed', [stored.memory.id, ...stored.ended]);
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
    async forget(selection) {
      const { memories, total, proposals } = await calls.preview(selection);
      const forgotten = await calls.forget(selection);
      tell('forgotten', total > memories.length ? ['*'] : memories.map(({ id }) => id));
      if (forgotten.change !== undefined || proposals > 0) proposalsChanged();
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
