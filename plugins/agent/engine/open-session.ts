import { join, sep } from 'node:path';
import type * as Pi from '@earendil-works/pi-coding-agent';
import { type Cause, explained } from './causes.ts';
import { checkPath } from './containment.ts';
import type { Engine } from './engine.ts';
import { errors } from './errors.ts';
import { guard } from './guard.ts';
import { fileToOpen } from './history/file-to-open.ts';
import { sessionsIn } from './history/write.ts';
import type { Remembered } from './outcomes.ts';
import { composeSections, preamble } from './prompt.ts';
import type { OpenConversation } from './protocol.ts';
import { redact } from './redact.ts';
import { toolsFor } from './tools.ts';
import type { Wire } from './wire.ts';

/** A session of the engine, and where it is kept. */
export interface OpenedSession {
  readonly session: Pi.AgentSession;
  readonly sessionFile: string | undefined;
}

interface Options {
  readonly wire: Wire;
  readonly remembered: Map<string, Remembered>;
  readonly cause: Cause;
  isNetworkAllowed(): boolean;
  /** Of the system prompt, as they are when a turn begins. */
  sections(): OpenConversation['sections'];
}

/** Opens or begins a session; nothing of the project is run or believed for it. */
export async function openSession(engine: Engine, open: OpenConversation, options: Options): Promise<OpenedSession> {
  const { pi, runtime, canResizeImages } = await engine.load();
  const { directory, forbidden, sandbox } = engine.settings;
  const { cwd, accessMode: mode } = open;
  const sessionManager = await managerFor(pi, directory, open);
  const settingsManager = await engine.settingsManager(pi, cwd);
  const loader = new pi.DefaultResourceLoader({
    cwd,
    agentDir: directory,
    settingsManager,
    noExtensions: true,
    noPromptTemplates: true,
    noThemes: true,
    systemPrompt: preamble,
    appendSystemPrompt: [],
    // The person's own folder outside our directory belongs to another agent.
    skillsOverride: ({ skills, diagnostics }) => ({
      skills: skills.filter(({ filePath }) => filePath.startsWith(join(directory, sep))),
      diagnostics,
    }),
    agentsFilesOverride: ({ agentsFiles }) => ({
      agentsFiles: agentsFiles.filter(({ path }) => checkPath(path, { cwd, mode: 'secure', forbidden, use: 'read' }).ok),
    }),
    extensionFactories: [
      {
        name: 'atelier',
        hidden: true,
        factory: async api => {
          composeSections(api, options.sections);
          api.on('before_provider_headers', (event, ctx) => {
            if (ctx.model && engine.settings.keyless.includes(ctx.model.provider)) event.headers.Authorization = null;
          });
          api.on('message_end', ({ message }, { signal }) => {
            if (message.role !== 'assistant' || message.stopReason !== 'error') return undefined;
            // Stopped between two requests, the engine makes a failure of it.
            if (signal?.aborted) return { message: { ...message, stopReason: 'aborted' } };
            // Before it is written: with what the network said, and without what a provider may quote of a key.
            const errorMessage = redact(explained(message.errorMessage ?? 'unknown', options.cause), engine.secrets());
            return { message: { ...message, errorMessage } };
          });
          const sandboxed = mode === 'secure' && sandbox !== undefined;
          await guard({ ...options, conversation: open.conversation, cwd, mode, forbidden, sandboxed, patchOf: pi.generateUnifiedPatch })(
            api,
          );
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
  const tools = toolsFor({ ...options, pi, open, forbidden, sandbox, autoResizeImages: canResizeImages });
  const model = open.model === undefined ? undefined : modelCalled(runtime, open.model);
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
  return { session, sessionFile: session.sessionFile };
}

/** A model by the name that we give it. */
export function modelCalled(runtime: Pi.ModelRuntime, name: string): NonNullable<ReturnType<Pi.ModelRuntime['getModel']>> {
  const slash = name.indexOf('/');
  const model = runtime.getModel(name.slice(0, slash), name.slice(slash + 1));
  if (model === undefined) throw errors['agent/model-unknown']({ model: name });
  return model;
}

async function managerFor(pi: typeof Pi, directory: string, open: OpenConversation): Promise<Pi.SessionManager> {
  const { conversation, cwd, sessionFile } = open;
  if (open.ephemeral) return pi.SessionManager.inMemory(cwd, { id: conversation });
  const file = await fileToOpen({ directory, conversation, cwd }, sessionFile);
  return pi.SessionManager.open(file, sessionsIn(directory), cwd);
}
