import { beforeTurn } from '@atelier/agent/contract';
import { Conversations } from '@atelier/conversations/contract';
import { defineExtension } from '@atelier/kernel';
import { DashboardChannel } from '../contract/index.ts';
import { migrations } from './migrations/index.ts';
import { namesSection } from './names-section.ts';
import { openPerson } from './person.ts';

export default defineExtension({
  activate(ctx) {
    const person = openPerson(ctx.database(migrations));
    const conversations = ctx.get(Conversations);
    const channel = ctx.serve(DashboardChannel, {
      read: async () => person.read(),
      async save(change) {
        const saved = person.save(change);
        channel.emit('personChanged', saved);
        return saved;
      },
    });
    ctx.tap(beforeTurn, async turn => {
      const section = namesSection(person.read());
      if (section === undefined || turn.by !== undefined || (await isAboutCode(turn.conversation))) return turn;
      return { ...turn, sections: [...turn.sections, section] };
    });

    /** In a project it is the coding agent that answers; one that is not listed has no person to call by a name. */
    async function isAboutCode(conversation: string): Promise<boolean> {
      const known = await conversations.describe(conversation).catch(() => undefined);
      return known === undefined || known.hidden === true || known.row.project !== undefined;
    }
  },
});
