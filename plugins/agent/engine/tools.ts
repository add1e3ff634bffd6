import { StringDecoder } from 'node:string_decoder';
import type { CommandMarks } from '@atelier/kernel/children';
import type * as Pi from '@earendil-works/pi-coding-agent';
import { fileOperations } from './file-operations.ts';
import type { Remembered } from './outcomes.ts';
import type { OpenConversation, ToolDefinition } from './protocol.ts';
import { bashOperations } from './sandbox.ts';
import { changedSince, type Shown } from './shown.ts';
import type { Wire } from './wire.ts';

/** The most output of one command that is sent while it runs; the result has the end of the output. */
const maxLive = 256 * 1024;

/** What the tools of a conversation are created with. */
export interface Toolbox {
  readonly pi: typeof Pi;
  readonly open: OpenConversation;
  readonly forbidden: readonly string[];
  readonly opened: readonly string[];
  readonly readable: readonly string[];
  readonly sandbox: string | undefined;
  readonly marks: CommandMarks;
  readonly autoResizeImages: boolean;
  readonly wire: Wire;
  readonly remembered: Map<string, Remembered>;
  /** Whether the call with this id runs with the network. */
  isNetworkAllowed(tool: string): boolean;
  /** What the person saw when they were asked about the call with this id; undefined if they were not asked. */
  shownFor(tool: string): Shown | undefined;
}

type Definition = Pi.ToolDefinition;

/**
 * A message whose calls are all of these runs them at the same time. With any other call in it, they are asked about and run one after the
 * other, so that none changes what another one was approved for.
 */
const readers: ReadonlySet<string> = new Set(['read', 'ls']);

/** The engine's own tools with operations that enforce the access mode, and the tools of extensions. */
export function toolsFor(toolbox: Toolbox): { readonly names: string[]; readonly definitions: Definition[] } {
  const { pi, open, forbidden, opened, readable, autoResizeImages } = toolbox;
  const { cwd, accessMode: mode, writes } = open;
  const operations = fileOperations({ cwd, mode, forbidden, opened, readable, writes });
  const own = [
    pi.createReadToolDefinition(cwd, { operations: operations.read, autoResizeImages }),
    pi.createWriteToolDefinition(cwd, { operations: operations.write }),
    pi.createEditToolDefinition(cwd, { operations: operations.edit }),
    pi.createLsToolDefinition(cwd, { operations: operations.ls }),
    bashTool(toolbox),
  ].map(tool => ({ ...tool, ...(readers.has(tool.name) ? {} : { executionMode: 'sequential' }) })) as unknown as Definition[];
  // A tool that is not created here would be the engine's own, which enforces no access mode.
  const created = new Set(own.map(({ name }) => name));
  const extra = open.extraTools.map(tool => extraTool(tool, toolbox));
  const wanted = open.tools ?? ['read', 'bash', 'edit', 'write'];
  return { names: [...wanted.filter(name => created.has(name)), ...extra.map(({ name }) => name)], definitions: [...own, ...extra] };
}

function bashTool(toolbox: Toolbox): Definition {
  const { pi, open } = toolbox;
  const make = (operations: Pi.BashOperations) => pi.createBashToolDefinition(open.cwd, { operations, exposeSessionEnvironment: false });
  const plain = make({ exec: async () => ({ exitCode: 0 }) }) as unknown as Definition;
  return {
    ...plain,
    // Without `onUpdate`, which gets the whole output again with each piece.
    execute: (id, params, signal, _onUpdate, ctx) =>
      (make(streamed(id, toolbox)) as unknown as Definition).execute(id, params, signal, undefined, ctx),
  };
}

/** The operations of the access mode, with output sent while the command runs. */
function streamed(
  tool: string,
  { open, forbidden, opened, readable, sandbox, marks, wire, remembered, isNetworkAllowed, shownFor }: Toolbox,
): Pi.BashOperations {
  const operations = bashOperations({
    mode: open.accessMode,
    cwd: open.cwd,
    writes: open.writes,
    variables: open.variables,
    network: () => isNetworkAllowed(tool),
    sandbox,
    marks,
    forbidden,
    opened,
    readable,
    // Without a sandbox the main side asks the person about each command before it comes here.
    unsandboxed: 'approved',
  });
  return {
    async exec(command, cwd, options) {
      const shown = shownFor(tool);
      const changed = shown === undefined ? [] : changedSince(shown, command, open.accessMode);
      if (changed.length > 0) throw new Error(notAsShown(changed));
      const decoder = new StringDecoder('utf8');
      const began = performance.now();
      let live = 0;
      const onData = (data: Buffer) => {
        options.onData(data);
        if (live >= maxLive) return;
        const delta = decoder.write(data.subarray(0, maxLive - live));
        live += data.length;
        if (delta !== '') wire.emit({ conversation: open.conversation, kind: 'toolOutput', tool, delta });
      };
      let exitCode: number | undefined;
      try {
        const ended = await operations.exec(command, cwd, { ...options, onData });
        exitCode = ended.exitCode ?? undefined;
        return ended;
      } finally {
        const milliseconds = Math.round(performance.now() - began);
        remembered.set(tool, { ...remembered.get(tool), exitCode, milliseconds, ...(live > maxLive && { truncated: true }) });
      }
    },
  };
}

function notAsShown(changed: readonly string[]): string {
  return `This was not run, because it changed after the person had allowed it: ${changed.join(', ')}. Call it again, and they are asked again.`;
}

function extraTool({ name, description, parameters, snippet }: ToolDefinition, { open, wire }: Toolbox): Definition {
  const { conversation, cwd } = open;
  return {
    name,
    label: name,
    description,
    parameters: parameters as Definition['parameters'],
    ...(snippet !== undefined && { promptSnippet: snippet }),
    async execute(tool, params, signal) {
      const args = params as Record<string, unknown>;
      const { ok, text } = await wire.ask('runTool', { conversation, tool, name, args, cwd }, { signal });
      if (!ok) throw new Error(text);
      return { content: [{ type: 'text', text }], details: {} };
    },
  };
}
