import type { Happening } from '@atelier/kernel';
import type { AgentEvent } from '../contract/index.ts';

/** Notes that a turn began and how it ended, and nothing of what was said in it. */
export function turnNotes(
  note: (happening: Happening) => void,
): (event: Pick<AgentEvent, 'conversation' | 'kind' | 'status' | 'ended'>) => void {
  const running = new Set<string>();
  return ({ conversation, kind, status, ended }) => {
    if (kind === 'status' && status === 'running' && !running.has(conversation)) {
      running.add(conversation);
      note({ is: 'turn-began', of: conversation });
    } else if ((kind === 'turnEnded' || kind === 'failed') && running.delete(conversation))
      note({ is: 'turn-ended', of: conversation, how: ended ?? 'failed' });
  };
}
