import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BlackBox, Costs, defineExtension, Extensions, type Happening, Inspection, noticeOf, PersonNotices } from '@atelier/kernel';
import { modelsChanged, Providers, testerWanted } from '@atelier/providers/contract';
import {
  Agent,
  AgentChannel,
  Commands,
  commandChanged,
  commandVariables,
  engineEnded,
  Git,
  hiddenUsed,
  rights,
} from '../contract/index.ts';
import { openGit } from '../engine/git/open-git.ts';
import { say } from './access/words.ts';
import { accessCalls, openAccess } from './access.ts';
import { openBudgets } from './budgets/budgets.ts';
import { Spending } from './budgets/spending.ts';
import { commandLineCalls, conversationCalls, signInCalls } from './calls.ts';
import { openAgentCli } from './cli.ts';
import { PersonCommands } from './commands/commands.ts';
import { checkedVariables } from './commands/variables.ts';
import { type Diagnostics, diagnose } from './diagnostics.ts';
import { engineAnswers } from './engine-answers.ts';
import { EngineLink } from './engine-link.ts';
import { EngineSetup } from './engine-setup.ts';
import { agentErrors } from './errors.ts';
import { AgentPublisher, ConversationEvents } from './events.ts';
import { gitService } from './git-service.ts';
import { LeftProcesses } from './left-processes.ts';
import { migrations } from './migrations/index.ts';
import { openOutsideSources } from './outside/sources.ts';
import { openAnswers } from './runtime/answers.ts';
import { openChildren } from './runtime/children.ts';
import type { ConversationServices } from './runtime/conversation-services.ts';
import { Conversations } from './runtime/conversations.ts';
import { Family } from './runtime/family.ts';
import { HiddenRuns, type HiddenRunsParts } from './runtime/hidden-runs.ts';
import { History } from './runtime/history.ts';
import { RuntimePreparer } from './runtime/preparation.ts';
import { openQueue } from './runtime/queue.ts';
import { openRecords } from './runtime/records.ts';
import { openSenders } from './runtime/senders.ts';
import { agentService } from './service.ts';
import { SessionFiles } from './session-files.ts';
import { OfferedTools } from './tools/offered-tools.ts';
import { turnNotes } from './turn-notes.ts';
import { openWorktrees } from './worktrees.ts';

const closeIdleEveryMs = 60_000;

export default defineExtension({
  activate(ctx) {
    const { log } = ctx;
    const warn = (error: unknown) => log.warn(String(error));
    const [providers, costs, blackBox] = [ctx.get(Providers), ctx.get(Costs), ctx.get(BlackBox)];
    const note = (happening: Happening) => void blackBox.note(happening).catch(warn);
    const setup = new EngineSetup(ctx);
    const { node, places, bootstrap } = setup;

    const grantedTo = async (id: string) => (await ctx.get(Extensions).list()).find(one => one.id === id)?.granted;
    /** Whether the person lets an extension write into conversations and spend now. */
    const maySend = async (id: string): Promise<boolean> => {
      const { uses = [] } = (await grantedTo(id)) ?? {};
      return [rights.write, rights.spend].every(right => uses.includes(right));
    };

    // What is kept on disk.
    const profile = ctx.paths.profile('profile');
    const db = ctx.database(migrations);
    const isWritable = db.state !== 'newer';
    const [records, queue, senders] = [openRecords(db, Date.now, profile, log), openQueue(db), openSenders(db)];
    const answers = openAnswers(db, log);
    const children = openChildren(db);
    const outside = openOutsideSources(db, Date.now, conversation => children.get(conversation)?.parent);
    const files = new SessionFiles(places.directory, records, outside, children);
    const budgets = openBudgets(db, charge => void costs.charge(charge).catch(warn));

    // Conversations, and where their events go.
    const publisher = new AgentPublisher();
    const events = new ConversationEvents(ctx, publisher, turnNotes(note));
    const spending = new Spending(budgets, events, log, children);
    const tools = OfferedTools.open(ctx, db, publisher);
    const preparer = new RuntimePreparer(ctx, tools, files, setup, children);
    const left = new LeftProcesses(places.left);
    const leftCommands = new LeftProcesses(places.leftCommands);
    const swept = [...left.sweep(), ...leftCommands.sweep()];
    if (swept.length > 0) log.warn('Processes that an earlier run had left were ended.', { count: swept.length });
    const engine = new EngineLink(setup, log, left);
    const family = new Family({ children, records, outside, conversations: () => conversations });
    const services: ConversationServices = {
      engine,
      records,
      queue,
      preparer,
      spending,
      events,
      senders,
      outside,
      files,
      answers,
      providers,
      log,
      onBehalfOf: ctx.onBehalfOf,
      maySend,
      // Throws the sentence of the database, before anything reaches the engine.
      demandWritable: () => isWritable || db.exec(''),
      demandParent: id => family.demandParent(id),
      demandOpenParent: id => family.demandOpenParent(id),
      demandNoChild: id => family.demandNoChild(id),
      stopBelow: id => family.stopBelow(id),
      stopTree: id => family.stopTree(id),
      secureBelow: id => family.secureBelow(id),
    };
    const conversations: Conversations = new Conversations(services, children);
    const history = new History(conversations, engine, files, events, senders, outside);
    const used: HiddenRunsParts['used'] = (model, usage, chargedTo) =>
      void ctx.run(hiddenUsed, { model, at: Date.now(), usage, ...(chargedTo && { chargedTo }) }).catch(warn);
    const redact = (texts: readonly string[]) => ctx.get(Inspection).redact(texts);
    const hidden = new HiddenRuns({ engine, records, providers, spending, outside, used, redact });
    const git = openGit(places.git, setup.machine, { folder: places.worktrees, records: openWorktrees(db, profile) });
    const access = openAccess({ ctx, db, setup, events, publisher, outside, tools });

    engine.connect({
      answers: engineAnswers({ ctx, access, tools, preparer, records, setup, outside, conversations, hidden, children }),
      receiver: conversations,
      lost(why) {
        access.approvals.end();
        conversations.lost(why);
        hidden.lost(why);
      },
      ended(how) {
        note({ is: 'engine-ended', how });
        // The person knows, having ended it.
        if (how === 'not-answering') return;
        void ctx.run(engineEnded, { how }).catch(warn);
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
      // The checks of the files say what its steps could not do.
      await Promise.all([setup.refresh(), bootstrap.ensureAgentBootstrapped().catch(() => undefined)]);
      const sandbox = setup.isSandboxed ? 'bubblewrap' : 'none';
      return await diagnose({
        directory: places.directory,
        node,
        cli,
        git: git.program,
        sandbox,
        locale: setup.language,
        signal: ctx.signal,
      });
    };
    publisher.start(
      ctx.serve(AgentChannel, {
        ...conversationCalls(conversations, history),
        ...accessCalls(access, budgets),
        ...signInCalls(providers, publisher),
        ...commandLineCalls(cli, bootstrap, publisher),
        listTools: () => tools.review(),
        async approveTools({ extension, tools: read }) {
          tools.approve(extension, read);
          return null;
        },
        async endHungEngine() {
          engine.endHung();
          return null;
        },
        diagnostics,
      }),
    );
    ctx.provide(
      Agent,
      agentService({
        ...{
          engine,
          conversations,
          history,
          hidden,
          family,
          children,
          outside,
          approvals: access.approvals,
          rules: access.rules,
          calls: access.calls,
          tools,
          diagnostics,
        },
        onBehalfOf: ctx.onBehalfOf,
        offererOf: model => providers.offererOf(model),
        sandboxed: () => setup.detected(),
        workspace: places.workspace,
        mayAsk: async id => (await grantedTo(id))?.notify === true,
        askedBy: (extension, locale = setup.language) => say(locale, 'askedBy', { extension }),
      }),
    );

    const commands = new PersonCommands({
      places,
      sandbox: () => setup.machine.sandbox(),
      left: leftCommands,
      changed: command => void ctx.run(commandChanged, command).catch(warn),
    });
    ctx.provide(Git, gitService(git, commands));
    ctx.provide(Commands, {
      start: command => commands.start(command),
      output: (id, since) => commands.output(id, since),
      ended: id => commands.ended(id),
      stop: id => commands.stop(id),
      stopIn: folder => commands.stopIn(folder),
      variables: async conversation => checkedVariables((await ctx.run(commandVariables, { conversation })) ?? {}),
    });
    ctx.defer('the removal of files of worktrees', () => git.worktrees.stop());
    ctx.defer('the commands that plugins run', () => commands.end());

    // Without records a conversation would begin a second file. That nothing is recorded is a loss if there are session files.
    if (db.state === 'lost' || (isWritable && records.isEmpty())) {
      const rebuilding = files.rebuild().then(async count => {
        if (count > 0) await ctx.get(PersonNotices).raise(noticeOf(agentErrors['agent/records-lost']({})));
      });
      rebuilding.catch(warn);
    }
    // What an earlier run left: queued messages wait for the person, unless the session file has them, and the records of hidden runs
    // are removed.
    if (isWritable) {
      try {
        access.rules.takeBack();
      } catch (error) {
        warn(error);
      }
      queue.hold(undefined, true);
      conversations.recover();
      hidden.cleanUp();
    }
    const clock = setInterval(() => void conversations.closeIdle().catch(warn), closeIdleEveryMs);
    ctx.defer('the clock that closes resting runtimes', () => clearInterval(clock));
    ctx.defer('the answers that are being written', () => answers.close());
    ctx.defer('open questions', () => access.approvals.end());
    ctx.defer('the process of the engine', () => engine.close());
    ctx.defer('hidden runs', () => hidden.end());
    void bootstrap.ensureAgentBootstrapped().catch((error: Error) => warn(error.message));
  },
});
