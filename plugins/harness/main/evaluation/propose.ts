import { randomUUID } from 'node:crypto';
import type { AgentService } from '@atelier/agent/contract';
import type { Attempt, Candidate, Order } from '../../contract/index.ts';
import { candidateIn } from '../candidates/candidates.ts';
import { errors } from '../errors.ts';

const limitMinutes = 5;
/** Of the hidden conversations of the optimizer. */
export const hiddenName = '@atelier/harness:optimizer';

/** Asks the model for instructions that may do better. It may propose words only: permissions stay those of the active candidate. */
export async function propose(
  agent: Pick<AgentService, 'runHidden'>,
  { model, tasks, money, minutes }: Order,
  base: Candidate,
  attempts: readonly Attempt[],
  now: number,
): Promise<{ readonly proposal: Candidate; readonly cost: number }> {
  const tried = attempts.map(({ title, verdict, own }) => ({ title, verdict, quality: own.quality.mean }));
  const instruction = [
    'Propose better instructions for an assistant that does tasks such as these. Answer with JSON only: {"title": "…", "text": "…"}.',
    'The title has at most 60 letters, the text at most 2,000. Say nothing of a particular task or its answer.',
    `Tasks: ${JSON.stringify(tasks.map(({ text }) => text.slice(0, 500)))}`,
    `Instructions now: ${JSON.stringify(base.prompt.after.map(({ text }) => text))}`,
    `Tried before: ${JSON.stringify(tried)}`,
  ].join('\n');
  const { text, usage } = await agent.runHidden({
    ...{ instruction, model, name: hiddenName },
    limits: { minutes: Math.min(limitMinutes, minutes), money: Math.max(0.01, money) },
  });
  const said = jsonIn(text);
  const { title, text: words } = Object(said) as { title?: unknown; text?: unknown };
  if (typeof title !== 'string' || typeof words !== 'string') throw errors['harness/no-proposal']({ reason: text.slice(0, 80) });
  const id = randomUUID();
  const proposal = {
    ...base,
    ...{ version: 1, id, title: title.trim().slice(0, 80), parents: [base.id], createdAt: now },
    prompt: { ...base.prompt, after: [{ title: 'Instructions', text: words.trim().slice(0, 4000) }] },
  };
  return { proposal: candidateIn(proposal, id), cost: usage.cost };
}

/** The first object in a text. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  } catch {
    return undefined;
  }
}
