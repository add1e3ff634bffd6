import { join, sep } from 'node:path';
import type * as Pi from '@earendil-works/pi-coding-agent';
import { keepAppWords } from './app-words.ts';
import { type Cause, withReason } from './causes.ts';
import { checkPath } from './containment.ts';
import { atLimit, keepAnswersAtLimit } from './cut-answers.ts';
import type { CutArguments } from './cut-arguments.ts';
import type { Engine } from './engine.ts';
import { errors } from './errors.ts';
import { guard } from './guard.ts';
import { branchOf, isConsistent } from './history/branch.ts';
import { type History, readHistory } from './history/history.ts';
import { maxWholeBytes, type Window, windowOf } from './history/window.ts';
import { beginSession, copied, endLine, type NewSession, sessionsIn } from './history/write.ts';
import type { Remembered } from './outcomes.ts';
import { ownCallIds } from './own-call-ids.ts';
import { emptyAnswer } from './problems.ts';
import { composeSections, preamble } from './prompt.ts';
import type { CallGrant, OpenConversation, Payer } from './protocol.ts';
import { markQueuedMessages } from './queued-messages.ts';
import { redact } from './redact.ts';
import { SessionWrites } from './session-writes.ts';
import { toolsFor } from './tools.ts';
import { recordUnseenImages } from './unseen-images.ts';
import type { Wire } from './wire.ts';

/** Of a file in an old form, which the engine reads whole and rewrites. */
const maxOldMegabytes = 256;
/** Seconds; the engine waits no longer either. */
const longestWait = 60;

/** A session of the engine. */
export interface OpenedSession {
  readonly session: Pi.AgentSession;
  readonly instructions: readonly string[];
  /** Undefined if it has no file. */
  readonly writes: SessionWrites | undefined;
  /** Set if only the end of its file is in memory. */
  readonly window: Window | undefined;
}

/** The state of a conversation that changes while it is open; its session, its tools and its prompt share it. */
export interface OpenState {
  /** By the call's id: what was granted to that call alone. */
  readonly grants: Map<string, CallGrant>;
  /** The sections of the system prompt, read when a turn begins. */
  sections: OpenConversation['sections'];
  /** By the call's id: values that the engine's own result has no field for. */
  readonly remembered: Map<string, Remembered>;
  readonly cutArguments: CutArguments;
  readonly cause: Cause;
  /** Who pays for the turn that runs; undefined for the person. */
  paidBy: Payer | undefined;
}

/** Opens or creates a session. No code of the project is run, and none of its settings is used. */
export async function openSession(engine: Engine, open: OpenConversation, wire: Wire, state: OpenState): Promise<OpenedSession> {
  const { pi, runtime, canResizeImages } = await engine.load();
  const { directory, forbidden, opened, readable, sandbox } = engine.settings;
  const { cwd, accessMode: mode } = open;
  const { remembered, grants, cutArguments } = state;
  const { sessionManager, window } = await managerFor(pi, directory, open);
  keepAnswersAtLimit(sessionManager);
  const settingsManager = await engine.settingsManager(pi, cwd);
  let instructions: readonly string[] = [];
  const loader = new pi.DefaultResourceLoader({
    cwd,
    agentDir: directory,
    settingsManager,
    noExtensions: true,
    noPromptTemplates: true,
    noThemes: true,
    systemPrompt: preamble,
    appendSystemPrompt: [],
    // Skills outside of the managed directory belong to another agent, and of one that cannot be read the model is not told.
    skillsOverride: ({ skills, diagnostics }) => ({
      skills: skills.filter(
        ({ filePath }) =>
          filePath.startsWith(join(directory, sep)) && checkPath(filePath, { cwd, mode, forbidden, opened, readable, use: 'read' }).ok,
      ),
      diagnostics,
    }),
    agentsFilesOverride: ({ agentsFiles }) => {
      const used = agentsFiles.filter(({ path }) => checkPath(path, { cwd, mode: 'secure', forbidden, opened, use: 'read' }).ok);
      instructions = used.map(({ path }) => path);
      return { agentsFiles: used };
    },
    extensionFactories: [
      {
        name: 'atelier',
        hidden: true,
        factory: async api => {
          composeSections(api, () => state.sections);
          keepAppWords(api);
          api.on('before_provider_headers', (event, ctx) => {
            if (ctx.model && engine.settings.keyless.includes(ctx.model.provider)) event.headers.Authorization = null;
          });
          api.on('message_end', ({ message }, { signal }) => {
            const limited = atLimit(message as Parameters<typeof atLimit>[0]);
            if (limited !== undefined) return { message: limited };
            if (message.role === 'assistant' && message.stopReason === 'stop' && message.content.length === 0)
              return { message: { ...message, stopReason: 'error', errorMessage: emptyAnswer } };
            if (message.role !== 'assistant' || message.stopReason !== 'error') return undefined;
            // If a turn is stopped between two requests, the engine reports a failure.
            if (signal?.aborted) return { message: { ...message, stopReason: 'aborted' } };
            // Before the message is written: the network's reason is added, and any part of a key is removed.
            // The engine's own delays would ask again before the server wants to be asked.
            settingsManager.applyOverrides({ retry: retryAs(retry, state.cause.retryAfter) });
            const errorMessage = redact(withReason(message.errorMessage ?? 'unknown', state.cause), engine.secrets());
            return { message: { ...message, errorMessage } };
          });
          recordUnseenImages(api);
          ownCallIds(api, cutArguments);
          const sandboxed = sandbox !== undefined;
          await guard({
            wire,
            remembered,
            grants,
            cutArguments,
            conversation: open.conversation,
            cwd,
            mode,
            forbidden,
            opened,
            readable,
            writes: open.writes,
            sandboxed,
            patchOf: pi.generateUnifiedPatch,
          })(api);
        },
      },
    ],
  });
  await loader.reload();
  settingsManager.applyOverrides({
    cacheWarming: 'off',
    images: { autoResize: canResizeImages },
    ...(open.ephemeral && { compaction: { enabled: false } }),
  });
  const tools = toolsFor({
    wire,
    remembered,
    isNetworkAllowed: tool => grants.get(tool)?.network ?? mode === 'open',
    shownFor: tool => grants.get(tool)?.shown,
    pi,
    open,
    forbidden,
    opened,
    readable,
    sandbox,
    marks: engine.marks,
    autoResizeImages: canResizeImages,
  });
  const retry = settingsManager.getRetrySettings();
  const model = open.model === undefined ? undefined : modelNamed(runtime, open.model);
  const { session } = await pi.createAgentSession({
    cwd,
    agentDir: directory,
    modelRuntime: runtime,
    settingsManager,
    resourceLoader: loader,
    sessionManager,
    tools: tools.names,
    customTools: tools.definitions,
    ...(model && { model }),
    ...(open.thinkingLevel && { thinkingLevel: open.thinkingLevel }),
  });
  await session.bindExtensions({
    mode: 'rpc',
    onError: ({ event, error }) => process.stderr.write(`engine extension, ${event}: ${error}\n`),
  });
  markQueuedMessages(session.agent);
  const { conversation, ephemeral, folder } = open;
  const moved = (sessionFile: string) => wire.emit({ conversation, kind: 'fileMoved', sessionFile });
  const writes = ephemeral
    ? undefined
    : new SessionWrites(sessionManager, { directory, conversation, cwd, folder }, { moved, paidBy: () => state.paidBy }, window);
  return { session, instructions, writes, window };
}

type Retry = ReturnType<Pi.SettingsManager['getRetrySettings']>;

/** When to ask again after a failure: as the server says, or not at all if that is too long to wait for. */
function retryAs({ enabled, baseDelayMs }: Retry, retryAfter: number | undefined): Pick<Retry, 'enabled' | 'baseDelayMs'> {
  if (retryAfter === undefined) return { enabled, baseDelayMs };
  return { enabled: enabled && retryAfter <= longestWait, baseDelayMs: Math.max(baseDelayMs, retryAfter * 1000) };
}

/** The model with this id, `provider/model`. */
export function modelNamed(runtime: Pi.ModelRuntime, name: string): NonNullable<ReturnType<Pi.ModelRuntime['getModel']>> {
  const slash = name.indexOf('/');
  const model = runtime.getModel(name.slice(0, slash), name.slice(slash + 1));
  if (model === undefined) throw errors['agent/model-unknown']({ model: name });
  return model;
}

interface OpenedManager {
  readonly sessionManager: Pi.SessionManager;
  readonly window?: Window;
}

/** The constructor, which takes the entries of a file that are not to be read again. */
type ManagerOfEntries = new (
  cwd: string,
  directory: string,
  file: string,
  persist: true,
  options: undefined,
  entries: readonly Pi.FileEntry[],
) => Pi.SessionManager;

async function managerFor(pi: typeof Pi, directory: string, open: OpenConversation): Promise<OpenedManager> {
  const { conversation, cwd, sessionFile, folder } = open;
  if (open.ephemeral) return { sessionManager: pi.SessionManager.inMemory(cwd, { id: conversation }) };
  const { file, history } = await fileToOpen({ directory, conversation, cwd, folder }, sessionFile);
  if (history === undefined || history.bytes <= maxWholeBytes || isOld(history))
    return { sessionManager: pi.SessionManager.open(file, sessionsIn(directory), cwd) };
  const window = await windowOf(history, branchOf(history));
  endLine(file);
  const Manager = pi.SessionManager as unknown as ManagerOfEntries;
  return { sessionManager: new Manager(cwd, sessionsIn(directory), file, true, undefined, [window.header, ...window.entries]), window };
}

/**
 * The file that the engine opens for a conversation: a new one, the existing one or, if the engine could not read that one correctly, a
 * repaired copy. No existing file is overwritten.
 */
async function fileToOpen(
  beginning: NewSession,
  sessionFile: string | undefined,
): Promise<{ readonly file: string; readonly history?: History }> {
  if (sessionFile === undefined) return { file: await beginSession(beginning) };
  const history = await readHistory(sessionFile);
  if (history.isNewer) throw errors['agent/session-newer']({ file: sessionFile });
  if (isOld(history) && history.bytes > maxOldMegabytes * 1024 * 1024)
    throw errors['agent/session-too-large']({ file: sessionFile, megabytes: maxOldMegabytes });
  const branch = branchOf(history);
  if (isOld(history) || (!history.isMalformed && isConsistent(history, branch))) return { file: sessionFile, history };
  const file = await beginSession({ ...beginning, parentSession: sessionFile }, copied(history, branch));
  return { file, history: await readHistory(file) };
}

const isOld = ({ header }: History): boolean => (header.version ?? 1) < 3;
