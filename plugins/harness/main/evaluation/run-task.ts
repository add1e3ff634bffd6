import { realpathSync } from 'node:fs';
import { mkdir, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import type { AgentService, CommitFiles, ToolOutcome } from '@atelier/agent/contract';
import { makeTempFolder, openRegular } from '@atelier/kernel/children';
import type { Candidate, Check, Task } from '../../contract/index.ts';
import { denialBy, withCandidate } from '../candidates/apply.ts';
import type { Measured } from './statistics.ts';

const tools = ['read', 'bash', 'edit', 'write', 'ls', 'grep', 'find'];
/** A file that is longer was not asked for. */
const mostBytes = 1_000_000;

/** A run of a task: what it was measured by, the prompt, and what happened. */
export interface TaskRun extends Measured {
  readonly prompt: string;
  readonly trace: readonly object[];
}

/** The folders in which tasks run, with the candidate that holds there. */
export class Places {
  readonly #places = new Map<string, { readonly candidate: Candidate; readonly calls: Call[] }>();

  enter(folder: string, candidate: Candidate): Call[] {
    const calls: Call[] = [];
    this.#places.set(folder, { candidate, calls });
    return calls;
  }

  leave(folder: string): void {
    this.#places.delete(folder);
  }

  /** The candidate of a call that is made there; undefined for every other call. */
  candidateAt(cwd: string): Candidate | undefined {
    return this.#places.get(cwd)?.candidate;
  }

  ended(cwd: string, call: Call): void {
    this.#places.get(cwd)?.calls.push(call);
  }
}

interface Call {
  readonly name: string;
  readonly args: object;
  readonly outcome: ToolOutcome;
}

/**
 * Runs a task with a candidate, in a folder of its own that is thrown away, in a hidden conversation in secure mode: commands run in the
 * sandbox, and without one they are refused. It is stopped when its time is over.
 */
export async function runTask(
  { agent, places, now }: { readonly agent: Pick<AgentService, 'runHiddenWithTools'>; readonly places: Places; readonly now: () => number },
  { id, text, files, checks, seconds }: Task,
  candidate: Candidate,
  {
    name,
    model,
    money,
    isOver,
    files: copied = [],
  }: {
    readonly name: string;
    readonly model: string;
    readonly money: number;
    readonly isOver?: () => boolean;
    /** What is copied into the folder, as a commit has it. */
    readonly files?: CommitFiles['files'];
  },
): Promise<TaskRun> {
  const folder = realpathSync(makeTempFolder('harness'));
  const calls = places.enter(folder, candidate);
  const sections = withCandidate(candidate, [
    { title: 'Role', text: 'You are Atelier, an assistant for chat and coding on the person’s own machine. Be concrete and brief.' },
    { title: 'Place', text: `You work in ${folder}. Access mode: secure. Nobody can be asked: what would need a yes is refused.` },
  ]);
  const prompt = sections.map(section => `# ${section.title}\n${section.text}`).join('\n\n');
  const began = now();
  try {
    const start = new Map<string, Uint8Array>();
    for (const { path, bytes, isExecutable } of copied) {
      // No tree of git has such a folder unless somebody made it by hand.
      if (path.split('/').some(step => step.toLowerCase() === '.git')) continue;
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), bytes, { mode: isExecutable ? 0o755 : 0o644 });
      start.set(path, bytes);
    }
    for (const file of files) {
      await mkdir(dirname(join(folder, file.path)), { recursive: true });
      await writeFile(join(folder, file.path), file.text);
    }
    const allowed = tools.filter(name => denialBy(candidate, { name }) === undefined);
    const run = { name, instruction: text, model, cwd: folder, limits: { minutes: seconds / 60, money } };
    // Only what has begun can be stopped.
    if (isOver?.() === true) throw new Error('stopped');
    const answer = await agent.runHiddenWithTools(run, allowed, sections);
    const passed = await Promise.all(checks.map(check => holds(check, { folder, answer: answer.text, calls, start })));
    const quality = passed.filter(Boolean).length / passed.length;
    const milliseconds = now() - began;
    return { quality, milliseconds, cost: answer.usage.cost, prompt, trace: [{ task: id, quality, passed }, ...calls] };
  } catch (error) {
    // What fails, or is stopped, was not done.
    return { quality: 0, milliseconds: now() - began, cost: 0, prompt, trace: [{ task: id, failed: String(error) }, ...calls] };
  } finally {
    places.leave(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

interface Ended {
  readonly folder: string;
  readonly answer: string;
  readonly calls: readonly Call[];
  readonly start: ReadonlyMap<string, Uint8Array>;
}

async function holds({ of, path = '', has = '' }: Check, { folder, answer, calls, start }: Ended): Promise<boolean> {
  if (of === 'answer') return answer.includes(has);
  if (of === 'command') return calls.some(({ name, outcome }) => name === 'bash' && outcome.ok && (outcome.text ?? '').includes(has));
  try {
    // A link that the model made leads nowhere else.
    const real = await realpath(join(folder, path));
    if (!real.startsWith(folder + sep)) return false;
    await using file = await openRegular(real);
    if ((await file.stat()).size > mostBytes) return false;
    const bytes = await file.readFile();
    return of === 'changed' ? !bytes.equals(start.get(path) ?? Buffer.alloc(0)) : bytes.toString('utf8').includes(has);
  } catch {
    return false;
  }
}
