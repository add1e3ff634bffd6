import { join } from 'node:path';
import { Agent, beforeTurn, composePrompt, Git } from '@atelier/agent/contract';
import { Conversations, SlashCommands } from '@atelier/conversations/contract';
import { Packages } from '@atelier/extensions/contract';
import { defineExtension, type Handle, Inspection } from '@atelier/kernel';
import { Badges } from '@atelier/workbench/contract';
import { SkillsChannel } from '../contract/index.ts';
import { skillCalls } from './calls.ts';
import { Installed } from './installed.ts';
import { createOwn } from './making/own-skills.ts';
import { proposalOf } from './making/proposal.ts';
import { migrations } from './migrations/index.ts';
import { TrustedProjects } from './project/trusted-projects.ts';
import { Sources } from './sources.ts';
import { openStore } from './store/store.ts';
import { suggestionsOf } from './suggestions.ts';

export default defineExtension({
  activate(ctx) {
    const db = ctx.database(migrations);
    const store = openStore(db, Date.now);
    const installed = new Installed({ store, kept: join(ctx.paths.data, 'kept'), loaded: ctx.paths.profile('skills') });
    let suggested: readonly Handle[] = [];
    /** The composer offers the skills that are on. */
    const suggest = () => {
      for (const handle of suggested) void handle.dispose();
      suggested = suggestionsOf(store.loaded()).map(suggestion => ctx.contribute(SlashCommands, suggestion));
    };
    let badge: { readonly count: number; readonly handle: Handle } | undefined;
    /** The sidebar says how many updates wait for the person. */
    const count = () => {
      const { updates } = store.overview();
      if (updates === (badge?.count ?? 0)) return;
      void badge?.handle.dispose();
      badge =
        updates === 0
          ? undefined
          : { count: updates, handle: ctx.contribute(Badges, { view: 'skills.page', text: String(updates), count: true }) };
    };
    const changed = () => {
      suggest();
      count();
      channel.emit('skillsChanged', {});
    };
    const settle = async () => {
      // Such as a full disk; the next start tries again.
      const failed = (error: unknown) => ctx.log.error('a change of a skill that was cut off was not ended', { error: String(error) });
      if (await installed.settle(failed)) changed();
    };
    const packages = ctx.get(Packages);
    const [agent, conversations, inspection] = [ctx.get(Agent), ctx.get(Conversations), ctx.get(Inspection)];
    const ofProjects = new TrustedProjects({
      ...{ db, agent, conversations, now: Date.now },
      isOn: name => store.installedAs(name)?.is_on === 1,
    });
    const calls = skillCalls({
      ...{ store, ofProjects },
      sources: new Sources(ctx.get(Git), packages, join(ctx.paths.data, 'sources')),
      ...{ packages, installed, changed },
      propose: async conversation => proposalOf({ agent, inspection }, conversation, (await conversations.describe(conversation)).model),
      createOwn: text => createOwn({ folder: join(ctx.paths.data, 'own'), store, installed, inspection }, text),
      // One of a newer version is only read.
      settled: db.state === 'newer' ? Promise.resolve() : settle(),
    });
    const channel = ctx.serve(SkillsChannel, calls);
    suggest();
    count();
    // Counted when the person calls a skill by its name.
    ctx.tap(beforeTurn, async turn => {
      const name = /^\/skill:(\S{1,64})/.exec(turn.text)?.[1];
      if (name === undefined) return turn;
      if (!store.used(name)) return await ofProjects.call(turn, name);
      changed();
      return turn;
    });
    ctx.tap(composePrompt, prompt => ofProjects.tell(prompt));
  },
});
