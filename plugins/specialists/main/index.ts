import { Agent, agentEvent, composePrompt, conversationForgotten } from '@atelier/agent/contract';
import { defineExtension, Person } from '@atelier/kernel';
import { Roles, SpecialistsChannel } from '../contract/index.ts';
import { errors } from './errors.ts';
import { migrations } from './migrations/index.ts';
import { TrustedRoles } from './project/trusted-roles.ts';
import { Store } from './store.ts';
import { Teams } from './team.ts';
import { linesOf, rolesText } from './words.ts';

/** Messages of a specialist that are shown. */
const shownMessages = 100;
const batchMs = 50;

export default defineExtension({
  activate(ctx) {
    const [agent, person] = [ctx.get(Agent), ctx.get(Person)];
    const db = ctx.database(migrations);
    const store = new Store(db);
    const roles = ctx.contributions(Roles);
    // The first of a name is the one: no other extension replaces a part that is there.
    const common = () =>
      roles.items.map(({ value }) => value).filter((role, at, all) => all.findIndex(({ name }) => name === role.name) === at);
    const ofProjects = new TrustedRoles({ db, agent, roles: common, now: Date.now });
    // To make a state costs more than to store a change, so it is made once for all changes of a while.
    const changed = new Set<string>();
    let clock: NodeJS.Timeout | undefined;
    const tell = () => {
      clock = undefined;
      for (const conversation of changed) channel.emit('event', { conversation, team: teams.team(conversation) });
      changed.clear();
    };
    ctx.defer('the latest state of specialists', () => clearTimeout(clock));
    const teams = new Teams({
      store,
      agent,
      roles: async conversation => [...common(), ...(await ofProjects.of(conversation))],
      changed: conversation => {
        changed.add(conversation);
        clock ??= setTimeout(tell, batchMs);
      },
      language: () => person.language(),
      now: Date.now,
      warn: error => ctx.log.warn(String(error)),
    });
    const channel = ctx.serve(SpecialistsChannel, {
      team: async ({ conversation }) => teams.team(conversation),
      transcript: async ({ specialist }) => linesOf((await agent.transcript(teams.find(specialist).id, { limit: shownMessages })).entries),
      async stop({ specialist }) {
        const { id, state } = teams.find(specialist);
        if (state === 'waits') store.change(id, { state: 'stopped', endedAt: Date.now() });
        await agent.stop(id);
        return null;
      },
      async stopAll({ conversation }) {
        teams.stopWaiting(conversation);
        await agent.stop(conversation);
        return null;
      },
      async steer({ specialist, text }) {
        const { id, name, state } = teams.find(specialist);
        if (state !== 'running') throw errors['specialists/not-working']({ name });
        await agent.prompt(id, text, { how: 'steer' });
        return null;
      },
      async goOn({ specialist }) {
        await teams.goOn(specialist);
        return null;
      },
      roles: ({ conversation }) => ofProjects.found(conversation),
      async trust({ conversation, checksum }) {
        await ofProjects.trust(conversation, checksum);
        return null;
      },
    });
    ctx.handle('specialists.delegate', async call => {
      const { args, conversation = '' } = Object(call) as { readonly args?: unknown; readonly conversation?: string };
      return { text: await teams.delegate(conversation, args) };
    });
    ctx.tap(agentEvent, async event => teams.take(event));
    ctx.tap(composePrompt, async prompt => {
      const { conversation, sections } = prompt;
      const texts = [rolesText(await ofProjects.of(conversation)), teams.untold(conversation)].filter(text => text !== undefined);
      return texts.length === 0 ? prompt : { ...prompt, sections: [...sections, { title: 'Specialists', text: texts.join('\n\n') }] };
    });
    ctx.tap(conversationForgotten, async ({ conversation }) => store.forget(conversation));
    // One of a newer version is only read.
    if (db.state !== 'newer') teams.recover();
  },
});
