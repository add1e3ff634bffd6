/** Something that a start begins and ends, by its verb and the extension's id or folder. */
export type Step = `${'waking' | 'reading'} ${string}`;

/** Why a start is a safe one. `failed`: the starts before it did not come up. */
export type SafeReason = 'asked' | 'failed';

/** The first line of a journal: what the start knew of those before it. */
export interface Header {
  /** How many starts before it, in a row, did not come up. */
  readonly failed: number;
  readonly safe?: SafeReason;
  /** What the newest start was in the middle of when it ended. */
  readonly suspects: readonly Step[];
  /** Folders whose manifest is not read, and the state of the file for which that holds. */
  readonly unread: Readonly<Record<string, string>>;
}

/** Every other line of a journal. Manifests are read one after another: the next begins when the one before has ended. */
export type Line =
  | { readonly begin: Step }
  | { readonly end: Step }
  /** `still`: the kernel stands still. `up`: the start came up. `left`: the safe start was left. `ended`: the end was asked for. */
  | { readonly is: 'still' | 'up' | 'left' | 'ended' };

/** What the next start makes of a journal. */
export interface Past extends Omit<Header, 'safe'> {
  /** What it must not do again by itself. */
  readonly held: readonly Step[];
}

export const nothingPast: Past = { failed: 0, suspects: [], unread: {}, held: [] };

/**
 * Judges the newest start by its journal. What it was in the middle of when it was killed or died is held back if the kernel stood still
 * over it, or if the start before ended in the middle of the same.
 */
export function pastOf(journal: string): Past {
  const [header, ...lines] = parsed(journal);
  if (header === undefined || !isHeader(header)) return nothingPast;
  const underWay = new Set<Step>();
  const stoodOver = new Set<Step>();
  const was = new Set<string>();
  for (const line of lines as readonly Line[]) {
    if ('begin' in line) {
      if (isReading(line.begin)) for (const step of underWay) if (isReading(step)) underWay.delete(step);
      underWay.add(line.begin);
    } else if ('end' in line) {
      underWay.delete(line.end);
      stoodOver.delete(line.end);
    } else if ('is' in line) {
      was.add(line.is);
      if (line.is === 'still') for (const step of underWay) stoodOver.add(step);
    }
  }
  const { safe, unread } = header;
  const isCutOff = !was.has('ended');
  const stuck = isCutOff ? [...underWay] : [];
  const held = stuck.filter(step => stoodOver.has(step) || header.suspects.includes(step));
  // A safe start starts nothing of what is suspected, so it tells nothing new.
  const isSilent = safe !== undefined && !was.has('left');
  if (isSilent) return { failed: header.failed, suspects: header.suspects, unread, held };
  const failed = was.has('up') || was.has('left') ? 0 : header.failed + (isCutOff ? 1 : 0);
  return { failed: held.length > 0 ? 0 : failed, suspects: stuck.filter(step => !held.includes(step)), unread, held };
}

function isReading(step: Step): boolean {
  return step.startsWith('reading ');
}

/** The lines that are whole: the last one may be cut off. */
function parsed(journal: string): readonly object[] {
  return journal.split('\n').flatMap(text => {
    try {
      const line = JSON.parse(text) as unknown;
      return typeof line === 'object' && line !== null ? [line] : [];
    } catch {
      return [];
    }
  });
}

function isHeader(line: object): line is Header {
  const { failed, suspects, unread } = line as Partial<Header>;
  return Number.isSafeInteger(failed) && Array.isArray(suspects) && typeof unread === 'object' && unread !== null;
}
