import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Costs, defineExtension } from '@atelier/kernel';
import { modelsChanged, Providers, testerWanted } from '@atelier/providers/contract';
import { Agent, AgentChannel } from '../contract/index.ts';
import { accessCalls, openAccess } from './access.ts';
import { openBudgets } from './budgets/budgets.ts';
import { Spending } from './budgets/spending.ts';
import { commandLineCalls, conversationCalls, signInCalls } from './calls.ts';
import { openAgentCli } from './cli.ts';
import { type Diagnostics, diagnose } from './diagnostics.ts';
import { engineAnswers } from './engine-answers.ts';
import { EngineLink } from './engine-link.ts';
import { EngineSetup } from './engine-setup.ts';
import { AgentPublisher, ConversationEvents } from './events.ts';
import { migrations } from './migrations/index.ts';
import { Conversations } from './runtime/conversations.ts';
import { HiddenRuns } from './runtime/hidden-runs.ts';
import { History } from './runtime/history.ts';
import { RuntimePreparer } from './runtime/preparation.ts';
import { openQueue } from './runtime/queue.ts';
import { openRecords } from './runtime/records.ts';
import { agentService } from './service.ts';
import { SessionFiles } from './session-files.ts';
import { OfferedTools } from './tools/offered-tools.ts';

const closeIdleEveryMs = 60_000;

export default defineExtension({
  activate(ctx) {
    const { log } = ctx;
    const warn = (error: unknown) => log.warn(String(error));
    const [providers, costs] = [ctx.get(Providers), ctx.get(Costs)];
    const setup = new EngineSetup(ctx);
    const { node, places, bootstrap } = setup;

    // What is kept on disk.
    const db = ctx.database(migrations);
    const [records, queue] = [openRecords(db, Date.now), openQueue(db)];
    const files = new SessionFiles(places.directory, records);
    const budgets = openBudgets(db, charge => void costs.charge(charge).catch(warn));

    // Conversations, and where their events go.
    const publisher = new AgentPublisher();
    const events = new ConversationEvents(ctx, publisher);
    const spending = new Spending(budgets, events);
    const tools = OfferedTools.open(ctx, db, publisher);
    const preparer = new RuntimePreparer(ctx, tools, files, places);
    const engine = new EngineLink(setup, log);
    const conversations = new Conversations({ engine, records, queue, preparer, spending, events, log });
    const history = new History(conversations, engine, files, events);
    const hidden = new HiddenRuns(engine, records, providers, spending);
    const access = openAccess({ ctx, db, setup, conversations, events });

    engine.connect({
      answers: engineAnswers({ ctx, access, tools, preparer, records, setup }),
      receiver: conversations,
      lost(code) {
        access.approvals.end();
        conversations.lost(code);
        hidden.lost(code);
      },
    });
    // A model is tested by the engine, the way a conversation uses it.
    const tester = fileURLToPath(new URL(`../engine/test-process${extname(import.meta.filename)}`, import.meta.url));
    ctx.tap(testerWanted, () => providers.useTester(tester));
    ctx.tap(modelsChanged, async () => {
      if (!engine.isRunning) return;
      await engine.configure();
      await engine.call('reloadModels', null);
    });

    // What pages and other plugins can call.
    const cli = openAgentCli({ directory: places.directory, node, signal: ctx.signal });
    const diagnostics = async (): Promise<Diagnostics> => {
      await setup.refresh();
      const sandbox = setup.isSandboxed ? 'bubblewrap' : 'none';
      return await diagnose({ directory: places.directory, node, cli, sandbox, locale: setup.language, signal: ctx.signal });
    };
    publisher.start(
      ctx.serve(AgentChannel, {
        ...conversationCalls(conversations, history),
        ...accessCalls(access, budgets),
        ...signInCalls(providers, publisher, log),
        ...commandLineCalls(cli, bootstrap, publisher),
        listTools: () => tools.review(),
        async approveTools({ extension, tools: read }) {
          tools.approve(extension, read);
          return null;
        },
        diagnostics,
      }),
    );
    ctx.provide(Agent, agentService({ conversations, history, hidden, approvals: access.approvals, tools, diagnostics }));

    // What an earlier run left: queued messages wait for the person, and the records of hidden runs are removed.
    queue.hold(undefined, true);
    hidden.cleanUp();
    const clock = setInterval(() => void conversations.closeIdle().catch(warn), closeIdleEveryMs);
    ctx.defer('the clock that closes resting runtimes', () => clearInterval(clock));
    ctx.defer('open questions', () => access.approvals.end());
    ctx.defer('the process of the engine', () => engine.close());
    void bootstrap.ensureAgentBootstrapped().catch((error: Error) => warn(error.message));
  },
});
