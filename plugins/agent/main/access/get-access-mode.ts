import type { ToolDefinition } from '../../engine/protocol.ts';
import { type Access, describeAccess, hasNetwork } from './access-texts.ts';

/** The tool with which a model reads its access. It takes no arguments and changes nothing. */
export const getAccessMode: ToolDefinition = {
  name: 'get_access_mode',
  description:
    'Tells the access mode of this conversation as it is enforced now: what files and commands may reach, and whether there is a network.',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
  snippet: 'Read the access mode that is enforced now',
};

/** The result of `getAccessMode`. */
export function answerAccessMode(access: Access): { readonly ok: true; readonly text: string } {
  const { mode, cwd, sandboxed } = access;
  return { ok: true, text: `${JSON.stringify({ mode, cwd, sandboxed, network: hasNetwork(access) })}\n${describeAccess(access)}` };
}
