import { agentEvent, beforeTurn } from '@atelier/agent/contract';
import { Conversations } from '@atelier/conversations/contract';
import { defineExtension, type Handle } from '@atelier/kernel';
import { Badges } from '@atelier/workbench/contract';
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

    const asked = new Set<string>();
    let badge: Handle | undefined;
    ctx.tap(agentEvent, async ({ request, answered }) => {
      const before = asked.size;
      if (request !== undefined) asked.add(request.id);
      if (answered !== undefined) asked.delete(answered);
      if (asked.size === before) return;
      void badge?.dispose();
      const text = { en: asked.size === 1 ? '1 needs you' : `${asked.size} need you`, fr: `${asked.size} à répondre` };
      badge = asked.size === 0 ? undefined : ctx.contribute(Badges, { view: 'dashboard.home', text, count: true });
    });

    /** In a project it is the coding agent that answers; one that is not listed has no person to call by a name. */
    async function isAboutCode(conversation: string): Promise<boolean> {
      const known = await conversations.describe(conversation).catch(() => undefined);
      return known === undefined || known.hidden === true || known.row.project !== undefined;
    }
  },
});
