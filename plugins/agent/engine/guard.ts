import { statSync } from 'node:fs';
import { readRegularSync } from '@atelier/kernel/children';
import type { ExtensionFactory } from '@earendil-works/pi-coding-agent';
import { changedFiles } from './changed-files.ts';
import { checkPath } from './containment.ts';
import { argumentsCut, type CutArguments } from './cut-arguments.ts';
import { withObeyed } from './file-operations.ts';
import { fieldsOf } from './history/entry-summary.ts';
import { defined, outcomeOf, type Remembered } from './outcomes.ts';
import type { AccessMode, CallGrant, MainCalls } from './protocol.ts';
import type { Wire } from './wire.ts';

/** Without an answer of the main side in this time the call is denied, unless a person is being asked. */
const limitMs = 30_000;
const writing = new Set(['write', 'edit']);
const reading = new Set(['read', 'grep', 'find', 'ls']);
/** For a larger file no diff is made. */
const maxDiffBytes = 1024 * 1024;

/** The conversation that is guarded. */
export interface GuardedConversation {
  readonly conversation: string;
  readonly cwd: string;
  readonly mode: AccessMode;
  readonly forbidden: readonly string[];
  readonly opened: readonly string[];
  readonly readable: readonly string[];
  readonly writes: readonly string[] | undefined;
  readonly sandboxed: boolean;
  readonly wire: Wire;
  /** By the call's id: values that the engine's own result has no field for. */
  readonly remembered: Map<string, Remembered>;
  /** By the call's id: what was granted to that call alone. */
  readonly grants: Map<string, CallGrant>;
  readonly cutArguments: CutArguments;
  patchOf(path: string, before: string, after: string): string;
}

/** Asks the main side before and after each tool. Any failure before a tool denies the call. */
export function guard(guarded: GuardedConversation): ExtensionFactory {
  const { conversation, cwd, wire, remembered, grants } = guarded;
  const before = new Map<string, FileBefore>();
  const remember = (id: string, more: Remembered) => void remembered.set(id, { ...remembered.get(id), ...defined(more) });

  return pi => {
    pi.on('tool_call', async (event, ctx) => {
      const { toolCallId: tool, toolName: name } = event;
      const args = event.input as Record<string, unknown>;
      if (guarded.cutArguments.has(tool)) return { block: true, reason: argumentsCut };
      try {
        const refused = await refusal(guarded, name, args);
        if (refused !== undefined) {
          remember(tool, { decided: { allowed: false, by: 'contained' } });
          return { block: true, reason: refused };
        }
        const asked = { conversation, tool, name, args, cwd, sandboxed: name === 'bash' && guarded.sandboxed };
        const answer = await wire.ask('beforeTool', asked, { signal: ctx.signal, limitMs });
        remember(tool, { rule: answer.rule, decided: answer.decided, outside: answer.allow === true ? answer.outside : undefined });
        // Everything but `true` denies the call.
        if (answer.allow !== true) return { block: true, reason: answer.deny };
        grants.set(tool, {
          ...(answer.network !== undefined && { network: answer.network }),
          ...(answer.shown && { shown: answer.shown }),
        });
        if (name === 'write') before.set(tool, contentOf(guarded, args));
        return undefined;
      } catch (error) {
        // A turn that is stopped takes its question back.
        if (ctx.signal?.aborted !== true) remember(tool, { decided: { allowed: false, by: 'silent' } });
        return { block: true, reason: `Not allowed: ${error instanceof Error ? error.message : String(error)}` };
      }
    });

    pi.on('tool_result', async (event, ctx) => {
      const { toolCallId: tool, toolName: name, content, details, isError } = event;
      const args = event.input as Record<string, unknown>;
      const old = before.get(tool);
      before.delete(tool);
      grants.delete(tool);
      if (old === 'missing' && !isError) remember(tool, { created: true });
      if (old !== undefined && !isError) {
        const text = old === 'missing' ? '' : old.text;
        remember(tool, { patch: guarded.patchOf(String(args.path), text, String(args.content)) });
      }
      const outcome = outcomeOf({ content, details, toolName: name }, isError, args, remembered.get(tool));
      const asked = { conversation, tool, name, args, cwd, outcome };
      const nothing: MainCalls['afterTool']['result'] = { notes: [] };
      const { notes, files = [] } = await wire.ask('afterTool', asked, { signal: ctx.signal, limitMs }).catch(() => nothing);
      if (notes.length > 0) remember(tool, { note: notes.join('\n') });
      if (files.length > 0) remember(tool, { files: changedFiles(files) });
      const known = typeof details === 'object' && details !== null ? details : {};
      return {
        content: [...content, ...notes.map(text => ({ type: 'text' as const, text }))],
        details: { ...known, atelier: remembered.get(tool) ?? {} },
      };
    });

    pi.on('tool_execution_end', ({ toolCallId: tool, isError }, { signal }) => {
      if (isError && signal?.aborted) remember(tool, { stopped: true });
    });

    // The engine gives a refused or a stopped call no `tool_result`, so what is known of it is written with its message.
    pi.on('message_end', ({ message }) => {
      if (message.role !== 'toolResult') return undefined;
      const known = remembered.get(message.toolCallId);
      remembered.delete(message.toolCallId);
      if (known === undefined) return undefined;
      const details = { ...fieldsOf(message.details), atelier: known };
      return { message: { ...message, details: details as unknown as NonNullable<typeof message.details> } };
    });
  };
}

/** A forbidden path is refused before the main side is asked. */
async function refusal(
  { cwd, mode, forbidden, opened, readable, writes }: GuardedConversation,
  name: string,
  args: Record<string, unknown>,
): Promise<string | undefined> {
  if (!writing.has(name) && !reading.has(name)) return undefined;
  const reach = await withObeyed({ cwd, mode, forbidden, opened, readable, writes, use: writing.has(name) ? 'write' : 'read' });
  const checked = checkPath(String(args.path ?? '.'), reach);
  return checked.ok ? undefined : checked.why;
}

/** A file before it is written: its text, that there is none, or undefined if it is too large or cannot be read. */
type FileBefore = { readonly text: string } | 'missing' | undefined;

function contentOf({ cwd, mode, forbidden, opened }: GuardedConversation, args: Record<string, unknown>): FileBefore {
  try {
    const checked = checkPath(String(args.path), { cwd, mode, forbidden, opened, use: 'write' });
    if (!checked.ok) return undefined;
    const found = statSync(checked.path, { throwIfNoEntry: false });
    if (found === undefined) return 'missing';
    return found.size <= maxDiffBytes ? { text: readRegularSync(checked.path) } : undefined;
  } catch {
    return undefined;
  }
}
