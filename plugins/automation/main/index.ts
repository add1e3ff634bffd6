import { Agent, Git } from '@atelier/agent/contract';
import { Conversations } from '@atelier/conversations/contract';
import {
  type Asker,
  Commands,
  Desktop,
  defineExtension,
  definePoint,
  Extensions,
  type Handle,
  machineWoke,
  noticeOf,
  Person,
  PersonNotices,
} from '@atelier/kernel';
import { Providers } from '@atelier/providers/contract';
import { Badges } from '@atelier/workbench/contract';
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
import { ownPlace, systemScheduler } from './closed/system-scheduler.ts';
import { hearHappenings } from './happenings.ts';
import { migrations } from './migrations/index.ts';
import type { Command } from './offers.ts';
import { automationService } from './service.ts';
import { ownZone, systemClock } from './time/clock.ts';
import { modelTools } from './tools.ts';
import { failingCount } from './views.ts';
import { begunIn, labelsOf } from './way-back.ts';
import { entryWords } from './words/next.ts';
import { outcomeWords } from './words/outcome.ts';

export default defineExtension({
  async activate(ctx) {
    // Imported dynamically, because the package of channels may be missing.
    const contract = await import('@atelier/channels/contract').catch(() => undefined);
    const channels = () => contract && ctx.find(contract.Channels);
    const db = ctx.database(migrations);
    const desktop = ctx.get(Desktop);
    const [agent, conversations, person, providers] = [ctx.get(Agent), ctx.get(Conversations), ctx.get(Person), ctx.get(Providers)];
    const offers = {
      triggers: ctx.contributions(RuleTriggers),
      conditions: ctx.contributions(RuleConditions),
      actions: ctx.contributions(RuleActions),
    };
    const language = () => person.language();
    const warn = (error: unknown) => ctx.log.warn(String(error));
    let badge: { readonly words: string; readonly handle: Handle } | undefined;
    let isAsked = false;
    /** The sidebar says how many rules fail, or when one runs next, once everything that has just changed is done: a thousand rules may end at one moment. */
    const showEntry = () => {
      if (isAsked) return;
      isAsked = true;
      setImmediate(() => {
        isAsked = false;
        if (ctx.signal.aborted) return;
        const [failing, now] = [failingCount(automation), Date.now()];
        const isPaused = automation.pause.get();
        const text = isPaused ? { en: 'paused', fr: 'en pause' } : entryWords({ failing, next: automation.scheduler.first }, now);
        if (badge?.words === text?.en) return;
        void badge?.handle.dispose();
        badge = text && {
          words: text.en,
          handle: ctx.contribute(Badges, { view: 'automation.page', text, ...(failing > 0 && !isPaused && { count: true }) }),
        };
      });
    };
    const automation: Automation = new Automation({
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
      channels,
      system: systemScheduler(ownPlace()),
      zone: () => ownZone(),
      commandLine: async () => (await desktop.commandLine('automation.due')) ?? undefined,
      rulesChanged: () => {
        showEntry();
        channel.emit('rulesChanged', {});
      },
      receiptsChanged: rule => {
        showEntry();
        channel.emit('receiptsChanged', { rule });
      },
      ran: ran => void ctx.run(ruleRan, ran).catch(warn),
      notice: error => void ctx.get(PersonNotices).raise(noticeOf(error)).catch(warn),
    });
    const pickFolder = () => desktop.pickFolder();
    const parts = {
      pickFolder,
      automation,
      clock: systemClock,
      language,
      git: ctx.get(Git),
      offers,
      commands: ctx.contributions(definePoint<Command>('@atelier/kernel:commands@1')),
      agent,
      conversations,
      providers,
      folders: () => automation.folders.all(),
      places: async () => (await channels()?.places()) ?? [],
      rightsOf: async (id: string) => {
        const found = (await ctx.get(Extensions).list()).find(one => one.id === id);
        return found === undefined || found.bundled ? undefined : (found.granted?.uses ?? []);
      },
      whileClosed: async () => ((await automation.closed.isPossible()) ? automation.closed.isOn : undefined),
      webhookProblem: () => automation.webhooks.problem,
    };
    const calls = automationCalls(parts);
    const channel = ctx.serve(AutomationChannel, calls);
    ctx.provide(AutomationToken, (asker: Asker): AutomationService => automationService(parts, calls, () => ctx.onBehalfOf() ?? asker.id));
    for (const [command, run] of Object.entries(modelTools(parts))) ctx.handle(command, run);
    if (db.state === 'newer') return;
    if (contract !== undefined) ctx.tap(contract.postChanged, async ({ key }) => automation.posts.changed(key));
    ctx.tap(machineWoke, async () => automation.woke());
    const inOne = async (args: unknown) => begunIn(automation, agent, String(Object(args).conversation));
    ctx.handle('automation.labels', async args => ({ labels: labelsOf(automation, await inOne(args), await language()) }));
    ctx.handle('automation.due', async () => await automation.runDue());
    hearHappenings({ ctx, automation, agent, conversations });
    ctx.defer('rules and their runs', async () => {
      await automation.end();
      // Switched off, nothing runs: the system need not start Atelier. When Atelier ends, it must.
      if (await desktop.isEnding()) await automation.closed.settled();
      else await automation.closed.forget();
    });
    automation.start();
    showEntry();
  },
});
