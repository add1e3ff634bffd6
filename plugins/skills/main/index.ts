import { join } from 'node:path';
import { beforeTurn } from '@atelier/agent/contract';
import { defineExtension } from '@atelier/kernel';
import { SkillsChannel } from '../contract/index.ts';
import { skillCalls } from './calls.ts';
import { migrations } from './migrations/index.ts';
import { openStore } from './store/store.ts';

export default defineExtension({
  activate(ctx) {
    const store = openStore(ctx.database(migrations), Date.now);
    const changed = () => channel.emit('skillsChanged', {});
    const calls = skillCalls({
      store,
      kept: join(ctx.paths.data, 'kept'),
      loaded: ctx.paths.profile('skills'),
      changed,
      warn: text => ctx.log.warn(text),
    });
    const channel = ctx.serve(SkillsChannel, calls);
    // Counted when the person calls a skill by its name.
    ctx.tap(beforeTurn, async turn => {
      const name = /^\/skill:(\S{1,64})/.exec(turn.text)?.[1];
      if (name !== undefined && store.used(name)) changed();
      return turn;
    });
  },
});
