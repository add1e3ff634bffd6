import { StringDecoder } from 'node:string_decoder';
import type * as Pi from '@earendil-works/pi-coding-agent';
import { fileOperations } from './file-operations.ts';
import type { Remembered } from './outcomes.ts';
import type { OpenConversation, ToolDefinition } from './protocol.ts';
import { bashOperations } from './sandbox.ts';
import type { Wire } from './wire.ts';

/** More of one command's output than this is not told while it runs; its end comes with the result. */
const mostLive = 256 * 1024;

/** What a conversation's tools need to know. */
export interface Toolbox {
  readonly pi: typeof Pi;
  readonly open: OpenConversation;
  readonly forbidden: readonly string[];
  readonly sandbox: string | undefined;
  readonly autoResizeImages: boolean;
  readonly wire: Wire;
  readonly remembered: Map<string, Remembered>;
  isNetworkAllowed(): boolean;
}

type Definition = Pi.ToolDefinition;

/** The engine's own tools over operations that keep to the access mode, and the tools of extensions. */
export function toolsFor(toolbox: Toolbox): { readonly names: string[]; readonly definitions: Definition[] } {
  const { pi, open, forbidden, autoResizeImages } = toolbox;
  const { cwd, accessMode: mode } = open;
  const operations = fileOperations({ cwd, mode, forbidden });
  const own = [
    pi.createReadToolDefinition(cwd, { operations: operations.read, autoResizeImages }),
    pi.createWriteToolDefinition(cwd, { operations: operations.write }),
    pi.createEditToolDefinition(cwd, { operations: operations.edit }),
    pi.createLsToolDefinition(cwd, { operations: operations.ls }),
    bashTool(toolbox),
  ] as unknown as Definition[];
  const extra = open.extraTools.map(tool => extraTool(tool, toolbox));
  const wanted = open.tools ?? ['read', 'bash', 'edit', 'write'];
  return { names: [...wanted, ...extra.map(({ name }) => name)], definitions: [...own, ...extra] };
}

function bashTool(toolbox: Toolbox): Definition {
  const { pi, open } = toolbox;
  const make = (operations: Pi.BashOperations) => pi.createBashToolDefinition(open.cwd, { operations, exposeSessionEnvironment: false });
  const plain = make({ exec: async () => ({ exitCode: 0 }) }) as unknown as Definition;
  return {
    ...plain,
    // Without `onUpdate`: it is handed everything again with each piece, where a piece is enough.
    execute: (id, params, signal, _onUpdate, ctx) =>
      (make(told(id, toolbox)) as unknown as Definition).execute(id, params, signal, undefined, ctx),
  };
}

/** The operations of the access mode, whose output is told as it comes. */
function told(tool: string, { open, forbidden, sandbox, wire, remembered, isNetworkAllowed }: Toolbox): Pi.BashOperations {
  const operations = bashOperations({
    mode: open.accessMode,
    cwd: open.cwd,
    network: isNetworkAllowed,
    sandbox,
    forbidden,
    // Without a sandbox the main side asks the person about each command before it comes here.
    unsandboxed: 'approved',
  });
  return {
    async exec(command, cwd, options) {
      const decoder = new StringDecoder('utf8');
      const began = performance.now();
      let live = 0;
      const onData = (data: Buffer) => {
        options.onData(data);
        if (live >= mostLive) return;
        const delta = decoder.write(data.subarray(0, mostLive - live));
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
        remembered.set(tool, { ...remembered.get(tool), exitCode, milliseconds, ...(live > mostLive && { truncated: true }) });
      }
    },
  };
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
