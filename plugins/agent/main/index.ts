import { extname } from 'node:path';
import { Commands, Costs, defineExtension, type Publisher } from '@atelier/kernel';
import { modelsChanged, Providers } from '@atelier/providers/contract';
import { Agent, AgentChannel, type AgentEvent, conversationCompleted, PromptFragments } from '../contract/index.ts';
import { detectSandbox } from '../engine/detect-sandbox.ts';
import { modeSteer } from './access/access-texts.ts';
import { getAccessMode } from './access/get-access-mode.ts';
import { accessCalls, openAccess } from './access.ts';
import { openBootstrap } from './bootstrap.ts';
import { budgetUsedUp } from './budgets/budget-error.ts';
import { openBudgets } from './budgets/budgets.ts';
import { conversingCalls } from './calls.ts';
import { openAgentCli } from './cli.ts';
import { type Diagnostics, diagnose } from './diagnostics.ts';
import { engineAnswers } from './engine-answers.ts';
import { EngineLink } from './engine-link.ts';
import { agentForStrangers } from './for-strangers.ts';
import { openHappenings } from './happenings.ts';
import { migrations } from './migrations/index.ts';
import { oauthCalls } from './oauth.ts';
import { placesOf } from './places.ts';
import { HiddenRuns } from './runtime/hidden.ts';
import { preparer } from './runtime/preparation.ts';
import { openQueue } from './runtime/queue.ts';
import { openRecords } from './runtime/records.ts';
import { Runtimes } from './runtime/runtimes.ts';
import { agentService } from './service.ts';
import { SessionFiles } from './session-files.ts';
import { mayStart, spent } from './spending.ts';
import { openTools } from './tools/open-tools.ts';

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
    // The workbench is optional, and what is not there cannot be imported at the top of a file.
    const workbench = () => import('@atelier/workbench/contract').then(({ Workbench }) => ctx.find(Workbench));
    const locale = localeOf(async () => (await workbench())?.locale());
    const fragments = ctx.contributions(PromptFragments);
    const { tools, approve } = openTools({ ctx, db, changed: () => publisher.emit('toolsChanged', null) });
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
      entry: new URL(`../engine/engine-process${extname(import.meta.filename)}`, import.meta.url),
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
    const files = new SessionFiles(places.directory, records);
    const happenings = openHappenings(ctx);
    const defaultModel = () => providers.defaultModel();
    const runtimes: Runtimes = new Runtimes({
      engine,
      records,
      queue,
      files,
      prepare: prepare.prepare,
      compose: prepare.compose,
      defaultModel,
      isSandboxed,
      emit(event) {
        publisher?.emit('event', event);
        happenings.happened(event);
        // Deltas are the model's words, which belong in no log.
        if (event.delta === undefined) ctx.log.debug(`agent:event ${event.kind}`, factsOf(event));
      },
      completed: (conversation, usage) =>
        void ctx.run(conversationCompleted, { conversation, usage }).catch(error => ctx.log.warn(String(error))),
      mayStart: record => mayStart(budgets, record),
      charge(record, usage, minutes) {
        const verdict = spent(budgets, record, usage, minutes);
        if (verdict.state !== 'fine') runtimes.tell(record.conversation, { kind: 'budget', budget: verdict.budget });
        return verdict.state === 'stop' ? budgetUsedUp(verdict.budget) : undefined;
      },
      modeTold: (mode, cwd, network) => modeSteer({ mode, cwd, network, sandboxed: isSandboxed() }),
      locale: locale.now,
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
    const lookedAt = async (): Promise<Diagnostics> => {
      await Promise.all([sandboxTried, locale.refresh()]);
      return await diagnose({
        directory: places.directory,
        node,
        cli,
        sandbox: sandbox === undefined ? 'none' : 'bubblewrap',
        locale: locale.now(),
        signal: ctx.signal,
      });
    };
    const publisher: Publisher<NonNullable<(typeof AgentChannel)['shape']>> = ctx.serve(AgentChannel, {
      ...conversingCalls(runtimes, files, engine),
      ...accessCalls(access, budgets),
      listTools: () => tools.review(),
      approveTools: async ({ extension, tools }) => {
        approve(extension, tools);
        return null;
      },
      ...oauthCalls(providers, step => publisher.emit('oauthEvent', step as never), ctx.log),
      async runAgentExec({ args, run }, signal) {
        await bootstrap.ensureAgentBootstrapped();
        const onOutput =
          run === undefined
            ? undefined
            : (stream: 'stdout' | 'stderr', text: string) => publisher.emit('execOutput', { run, stream, text });
        const { code, ...ran } = await cli.runAgentExec(args, undefined, { signal, onOutput });
        return { ...ran, ...(code !== undefined && { code }) };
      },
      diagnostics: lookedAt,
    });
    const service = agentService({
      runtimes,
      records,
      files,
      hidden,
      engine,
      approvals: access.approvals,
      happenings,
      approveTools: approve,
      workspace: places.workspace,
      lookedAt,
    });
    ctx.provide(Agent, asker => (asker.bundled ? service : agentForStrangers(service, asker.id)));

    ctx.tap(modelsChanged, async () => {
      if (!engine.isRunning) return;
      await engine.configure();
      await engine.call('reloadModels', null);
    });

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

/** What of an event may stand in the log: no text of the person's or the model's. */
function factsOf({ conversation, seq, status, name, ended, problem, tool }: AgentEvent): object {
  return {
    conversation,
    seq,
    ...(status && { status }),
    ...(name && { name }),
    ...(tool && { tool }),
    ...(ended && { ended }),
    ...(problem && { problem: problem.code }),
  };
}

/** The person's language as the workbench knows it; French before that. */
function localeOf(ask: () => Promise<'fr' | 'en' | undefined>) {
  let known: 'fr' | 'en' = 'fr';
  return {
    now: () => known,
    async refresh() {
      known = (await ask().catch(() => undefined)) ?? known;
    },
  };
}
