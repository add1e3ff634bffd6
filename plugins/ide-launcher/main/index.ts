import { Conversations } from '@atelier/conversations/contract';
import { defineExtension } from '@atelier/kernel';
import { CodeEditors, IdeLauncherChannel } from '../contract/index.ts';
import { openChoices } from './choices.ts';
import { thisMachine } from './find.ts';
import { Launcher } from './launcher.ts';
import { migrations } from './migrations/index.ts';

export default defineExtension({
  activate(ctx) {
    const added = ctx.contributions(CodeEditors);
    const launcher = new Launcher({
      conversations: ctx.get(Conversations),
      choices: openChoices(ctx.database(migrations)),
      added: () => added.items,
      machine: thisMachine,
    });
    const channel = ctx.serve(IdeLauncherChannel, {
      list: async ({ conversation, again }) => await launcher.list(conversation, again),
      async open(wanted) {
        const opened = await launcher.open(wanted);
        channel.emit('changed', {});
        return opened;
      },
    });
    added.watch(() => {
      launcher.forget();
      channel.emit('changed', {});
    });
  },
});
