import type { KeptHappening } from '@atelier/kernel';

const beforeMs = 15 * 60_000;
const awaitedMs = 5000;
const mostAfter = 30;
const mostLines = 60;
const mostTurns = 50;

/** An end that nobody asked for. `at`: when it was, or the last time that Atelier was seen to run. */
export interface Incident {
  readonly kind: 'cut-off' | 'machine-off' | 'engine';
  readonly at: number;
  /** How the engine ended. */
  readonly how: string;
  /** Whether it cut turns off. */
  readonly cutTurns: boolean;
}

/** What the black box tells. */
export interface Story {
  /** The newest one. */
  readonly incident: Incident | undefined;
  /** Whether this run began with it, and the person was not told yet. */
  readonly isNews: boolean;
  /** What was damaged or missing in the run that follows it. */
  readonly losses: readonly KeptHappening[];
  /** The conversations whose newest turn was cut off as far as is kept, the newest first. Their owner knows what has become of them. */
  readonly cut: readonly string[];
  /** The last minutes before it and what followed, or the newest lines. */
  readonly lines: readonly KeptHappening[];
  /** Since when everything is kept. */
  readonly since: number | undefined;
}

/** Notices that tell that something is not as it was. */
export const losses: ReadonlySet<string | undefined> = new Set([
  'notice/file-restored',
  'notice/file-set-aside',
  'notice/database-restored',
  'notice/database-salvaged',
  'notice/database-begun-anew',
  'notice/data-of-before',
  'notice/profile-imported',
  'notice/content-back',
  'providers/file-restored',
  'providers/empty-file-restored',
  'providers/file-moved-away',
  'agent/records-lost',
  'conversations/rebuilt',
]);

export const toldOfCutOff = 'diagnostics/cut-off';

/** What of the lines, oldest first, a person is shown after a crash. */
export function storyOf(lines: readonly KeptHappening[]): Story {
  const at = lines.findLastIndex((line, index) => line.is === 'engine-ended' || (isCutOff(line) && index > 0));
  const incident = incidentAt(lines, at);
  const start = lines.findLastIndex(({ is }) => is === 'start');
  const next = lines.findIndex(({ is }, index) => is === 'start' && index > at);
  const shown = incident === undefined ? lines : lines.slice(0, at + mostAfter).filter(line => line.at >= incident.at - beforeMs);
  return {
    incident,
    isNews: at === start && incident !== undefined && !lines.slice(at).some(({ how }) => how === toldOfCutOff),
    losses: incident === undefined ? [] : lines.slice(at, next < 0 ? undefined : next).filter(isLoss),
    cut: [...newestTurns(lines)].flatMap(([of, { is, how }]) => (is === 'turn-began' || how === 'cut' ? [of] : [])).slice(0, mostTurns),
    lines: shown.filter(line => line.is !== 'alive' && (line.is !== 'notice' || isLoss(line))).slice(-mostLines),
    since: lines[0]?.at,
  };
}

function incidentAt(lines: readonly KeptHappening[], at: number): Incident | undefined {
  const line = lines[at];
  if (line === undefined) return undefined;
  const { is, how = '' } = line;
  // Its turns are cut while its last output is still awaited.
  const cutsTurn = (one: KeptHappening): boolean => isCutTurn(one) && one.at > line.at - awaitedMs;
  if (is === 'engine-ended') return { kind: 'engine', at: line.at, how, cutTurns: lines.some(cutsTurn) };
  const before = lines.slice(0, at);
  const cutTurns = [...newestTurns(before).values()].some(turn => turn.is === 'turn-began');
  return { kind: how as 'cut-off', at: before.at(-1)?.at ?? line.at, how: '', cutTurns };
}

function isCutOff({ is, how }: KeptHappening): boolean {
  return is === 'start' && (how === 'cut-off' || how === 'machine-off');
}

function isCutTurn({ is, how }: KeptHappening): boolean {
  return is === 'turn-ended' && how === 'cut';
}

function isLoss({ is, how }: KeptHappening): boolean {
  return is === 'notice' && losses.has(how);
}

/** By conversation the newest line about its turns, the newest first. */
function newestTurns(lines: readonly KeptHappening[]): ReadonlyMap<string, KeptHappening> {
  const newest = new Map<string, KeptHappening>();
  for (const line of lines.toReversed())
    if (line.is.startsWith('turn-') && line.of !== undefined && !newest.has(line.of)) newest.set(line.of, line);
  return newest;
}
