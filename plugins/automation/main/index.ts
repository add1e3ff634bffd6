import { Agent } from '@atelier/agent/contract';
import { Conversations } from '@atelier/conversations/contract';
import { type Asker, Commands, Desktop, defineExtension, Extensions, noticeOf, Person, PersonNotices } from '@atelier/kernel';
import { Providers } from '@atelier/providers/contract';
import {
  AutomationChannel,
  type AutomationService,
  Automation as AutomationToken,
  RuleActions,
  RuleConditions,
  RuleTriggers,
  ruleRan,
} from '../contract/index.ts';
import { Automation } from './automation.ts';
import { automationCalls } from './calls.ts';
import { hearHappenings } from './happenings.ts';
import { migrations } from './migrations/index.ts';
import { automationService } from './service.ts';
import { systemClock } from './time/clock.ts';
import { modelTools } from './tools.ts';
import { outcomeWords } from './words/outcome.ts';

export default defineExtension({
  activate(ctx) {
    const db = ctx.database(migrations);
    const [agent, conversations, person, providers] = [ctx.get(Agent), ctx.get(Conversations), ctx.get(Person), ctx.get(Providers)];
    const offers = {
      triggers: ctx.contributions(RuleTriggers),
      conditions: ctx.contributions(RuleConditions),
      actions: ctx.contributions(RuleActions),
    };
    const language = () => person.language();
    const warn = (error: unknown) => ctx.log.warn(String(error));
    const automation = new Automation({
      db,
      clock: systemClock,
      log: ctx.log,
      acting: {
        ...{ agent, conversations, language, actions: offers.actions, conditions: offers.conditions },
        command: (command, args) => ctx.get(Commands).run(command, args),
        isForOther: () => ctx.onBehalfOf() !== undefined,
        notify: notification => ctx.notify(notification),
        words: async outcome => outcomeWords(outcome, await language()),
      },
      rulesChanged: () => channel.emit('rulesChanged', {}),
      receiptsChanged: rule => channel.emit('receiptsChanged', { rule }),
      ran: ran => void ctx.run(ruleRan, ran).catch(warn),
      notice: error => void ctx.get(PersonNotices).raise(noticeOf(error)).catch(warn),
    });
    const pickFolder = () => ctx.get(Desktop).pickFolder();
    const parts = {
      pickFolder,
      automation,
      clock: systemClock,
      language,
      offers,
      agent,
      conversations,
      providers,
      folders: () => automation.folders.all(),
      rightsOf: async (id: string) => {
        const found = (await ctx.get(Extensions).list()).find(one => one.id === id);
        return found === undefined || found.bundled ? undefined : (found.granted?.uses ?? []);
      },
      webhookProblem: () => automation.webhooks.problem,
    };
    const calls = automationCalls(parts);
    const channel = ctx.serve(AutomationChannel, calls);
    ctx.provide(AutomationToken, (asker: Asker): AutomationService => automationService(parts, calls, () => ctx.onBehalfOf() ?? asker.id));
    for (const [command, run] of Object.entries(modelTools(parts))) ctx.handle(command, run);
    if (db.state === 'newer') return;
    hearHappenings({ ctx, automation, agent, conversations });
    ctx.defer('rules and their runs', () => automation.end());
    automation.start();
  },
});
