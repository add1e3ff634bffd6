import { Commands, Costs, defineExtension, type Publisher } from '@atelier/kernel';
import { Providers } from '@atelier/providers/contract';
import { Workbench } from '@atelier/workbench/contract';
import { Agent, AgentChannel, conversationCompleted, PromptFragments, Tools } from '../contract/index.ts';
import { detectSandbox } from '../engine/detect-sandbox.ts';
import { modeSteer } from './access/access-texts.ts';
import { getAccessMode } from './access/get-access-mode.ts';
import { accessCalls, openAccess } from './access.ts';
import { openBootstrap } from './bootstrap.ts';
import { openBudgets } from './budgets/budgets.ts';
import { conversingCalls } from './calls.ts';
import { openAgentCli } from './cli.ts';
import { diagnose } from './diagnostics.ts';
import { engineAnswers } from './engine-answers.ts';
import { EngineLink } from './engine-link.ts';
import { migrations } from './migrations/index.ts';
import { oauthCalls } from './oauth.ts';
import { placesOf } from './places.ts';
import { HiddenRuns } from './runtime/hidden.ts';
import { preparer } from './runtime/preparation.ts';
import { openQueue } from './runtime/queue.ts';
import { openRecords } from './runtime/records.ts';
import { Runtimes } from './runtime/runtimes.ts';
import { agentService } from './service.ts';
import { mayStart, spent } from './spending.ts';

const evictEveryMs = 60_000;
const node = process.env.ATELIER_NODE ?? process.execPath;

export default defineExtension({
  activate(ctx) {
    const places = placesOf(ctx.paths.data);
    const db = ctx.database(migrations);
    const [records, queue] = [openRecords(db, Date.now), openQueue(db)];
    const [providers, commands, costs] = [ctx.get(Providers), ctx.get(Commands), ctx.get(Costs)];
    const budgets = openBudgets(db, charge => void costs.charge(charge).catch(error => ctx.log.warn(String(error))));
    const bootstrap = openBootstrap({ data: ctx.paths.data, prepare: directory => providers.prepare(directory), log: ctx.log });
    const locale = localeOf(() => ctx.find(Workbench));
    const [tools, fragments] = [ctx.contributions(Tools), ctx.contributions(PromptFragments)];
    let sandbox: string | undefined;
    const sandboxTried = detectSandbox().then(found => {
      sandbox = found;
    });

    const access = openAccess({
      db,
      ctx,
      forbidden: places.forbidden,
      locale: locale.now,
      tell: (conversation, event) => runtimes.tell(conversation, event),
      setNetwork: (conversation, allowed) => runtimes.setNetwork(conversation, allowed),
    });
    const isSandboxed = () => sandbox !== undefined;
    const prepare = preparer({ ctx, tools, fragments, workspace: places.workspace, ownTools: [getAccessMode] });
    const engine: EngineLink = new EngineLink({
      entry: new URL('../engine/engine-process.ts', import.meta.url),
      node,
      directory: places.directory,
      settings: async () => {
        await Promise.all([bootstrap.ensureAgentBootstrapped(), sandboxTried, locale.refresh()]);
        const keyless = await providers.keyless();
        return { directory: places.directory, forbidden: places.forbidden, sandbox, keyless, language: locale.now() };
      },
      answers: engineAnswers({ ctx, commands, tools, records, isSandboxed, ...access, projectOf: prepare.folderOf }),
      onEvents: events => {
        for (const event of events) hidden.take(event);
        runtimes.take(events.filter(event => !hidden.owns(event.conversation)));
      },
      onEnded: code => {
        access.approvals.end();
        runtimes.lost(code);
        hidden.lost(code);
      },
      log: ctx.log,
    });
    const defaultModel = () => providers.defaultModel();
    const runtimes: Runtimes = new Runtimes({
      engine,
      records,
      queue,
      prepare: prepare.prepare,
      defaultModel,
      isSandboxed,
      emit: event => publisher?.emit('event', event),
      completed: (conversation, usage) =>
        void ctx.run(conversationCompleted, { conversation, usage }).catch(error => ctx.log.warn(String(error))),
      mayStart: record => mayStart(budgets, record),
      charge(record, usage, minutes) {
        const budget = spent(budgets, record, usage, minutes);
        if (budget !== undefined) runtimes.tell(record.conversation, { kind: 'budget', budget });
      },
      modeTold: (mode, cwd, network) => modeSteer({ mode, cwd, network, sandboxed: isSandboxed() }),
      now: Date.now,
      log: ctx.log,
    });
    const hidden: HiddenRuns = new HiddenRuns({
      engine,
      records,
      defaultModel,
      workspace: places.workspace,
      charge: ({ chargedTo }, usage) => void spent(budgets, { conversation: 'hidden', chargedTo }, usage, 0),
    });

    const cli = openAgentCli({ directory: places.directory, node, signal: ctx.signal });
    const publisher: Publisher<NonNullable<(typeof AgentChannel)['shape']>> = ctx.serve(AgentChannel, {
      ...conversingCalls(runtimes, records, engine),
      ...accessCalls(access, budgets),
      ...oauthCalls(providers, step => publisher.emit('oauthEvent', step as never), ctx.log),
      async diagnostics() {
        await Promise.all([sandboxTried, locale.refresh()]);
        return await diagnose({
          directory: places.directory,
          node,
          cli,
          sandbox: sandbox === undefined ? 'none' : 'bubblewrap',
          locale: locale.now(),
          signal: ctx.signal,
        });
      },
    });
    ctx.provide(Agent, agentService({ runtimes, records, hidden, engine, workspace: places.workspace }));

    // What an earlier run left: nothing is sent without the person, and nothing hidden stays.
    queue.hold(undefined, true);
    hidden.cleanUp();
    const clock = setInterval(() => void runtimes.evict().catch(error => ctx.log.warn(String(error))), evictEveryMs);
    ctx.defer('the clock that closes resting runtimes', () => clearInterval(clock));
    ctx.defer('open questions', () => access.approvals.end());
    ctx.defer('the process of the engine', () => engine.close());
    void bootstrap.ensureAgentBootstrapped().catch(error => ctx.log.warn(String((error as Error).message)));
  },
});

/** The person's language as the workbench knows it; French before that. */
function localeOf(workbench: () => { locale(): Promise<'fr' | 'en'> } | undefined) {
  let known: 'fr' | 'en' = 'fr';
  return {
    now: () => known,
    async refresh() {
      known =
        (await workbench()
          ?.locale()
          .catch(() => known)) ?? known;
    },
  };
}
