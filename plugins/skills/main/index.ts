import { join } from 'node:path';
import { beforeTurn } from '@atelier/agent/contract';
import { SlashCommands } from '@atelier/conversations/contract';
import { defineExtension, type Handle } from '@atelier/kernel';
import { SkillsChannel } from '../contract/index.ts';
import { skillCalls } from './calls.ts';
import { migrations } from './migrations/index.ts';
import { openStore } from './store/store.ts';
import { suggestionsOf } from './suggestions.ts';

export default defineExtension({
  activate(ctx) {
    const store = openStore(ctx.database(migrations), Date.now);
    let suggested: readonly Handle[] = [];
    /** The composer offers the skills that are on. */
    const suggest = () => {
      for (const handle of suggested) void handle.dispose();
      suggested = suggestionsOf(store.loaded()).map(suggestion => ctx.contribute(SlashCommands, suggestion));
    };
    const changed = () => {
      suggest();
      channel.emit('skillsChanged', {});
    };
    const calls = skillCalls({
      store,
      kept: join(ctx.paths.data, 'kept'),
      loaded: ctx.paths.profile('skills'),
      changed,
      warn: text => ctx.log.warn(text),
    });
    const channel = ctx.serve(SkillsChannel, calls);
    suggest();
    // Counted when the person calls a skill by its name.
    ctx.tap(beforeTurn, async turn => {
      const name = /^\/skill:(\S{1,64})/.exec(turn.text)?.[1];
      if (name !== undefined && store.used(name)) changed();
      return turn;
    });
  },
});
