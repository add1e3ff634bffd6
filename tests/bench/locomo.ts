/** What was said in one conversation of LoCoMo, and questions with the turns that answer them. */
export interface Locomo {
  readonly id: string;
  readonly turns: readonly { readonly id: string; readonly speaker: string; readonly text: string; readonly at?: number }[];
  readonly questions: readonly { readonly kind: string; readonly text: string; readonly evidence: readonly string[] }[];
}

/** The categories by their numbers in the file. */
export const locomoKinds: Readonly<Record<number, string>> = {
  1: 'several hops',
  2: 'time',
  3: 'open domain',
  4: 'one hop',
  5: 'adversarial',
};

interface Sample {
  readonly sample_id?: string;
  readonly conversation: Readonly<Record<string, unknown>>;
  readonly qa: readonly { readonly question: string; readonly category: number; readonly evidence?: readonly string[] }[];
}
interface Turn {
  readonly speaker: string;
  readonly dia_id: string;
  readonly text?: string;
  readonly blip_caption?: string;
}

/** Reads `locomo10.json` as it is published (github.com/snap-research/locomo). Questions whose evidence names no turn are left out. */
export function readLocomo(json: string): Locomo[] {
  return (JSON.parse(json) as Sample[]).map(({ sample_id = '', conversation, qa }) => {
    const turns = Object.keys(conversation)
      .filter(key => /^session_\d+$/.test(key))
      .sort((a, b) => Number(a.slice(8)) - Number(b.slice(8)))
      .flatMap(key => {
        const at = momentOf(String(conversation[`${key}_date_time`] ?? ''));
        return (conversation[key] as Turn[]).map(({ speaker, dia_id, text = '', blip_caption }) => ({
          id: dia_id,
          speaker,
          text: [text, ...(blip_caption === undefined ? [] : [`(${blip_caption})`])].join(' ').trim(),
          ...(at !== undefined && { at }),
        }));
      })
      .filter(({ text }) => text !== '');
    const known = new Set(turns.map(({ id }) => id));
    const questions = qa.flatMap(({ question, category, evidence = [] }) => {
      // Some entries hold several turns, or one that is not there.
      const named = evidence.flatMap(one => one.match(/D\d+:\d+/g) ?? []).filter(one => known.has(one));
      return named.length === 0 ? [] : [{ kind: locomoKinds[category] ?? String(category), text: question, evidence: [...new Set(named)] }];
    });
    return { id: sample_id, turns, questions };
  });
}

/** "1:56 pm on 8 May, 2023". */
function momentOf(text: string): number | undefined {
  const [, hour = '', minute = '', half = '', day = ''] = /^(\d+):(\d+) ([ap]m) on (.+)$/i.exec(text) ?? [];
  const date = Date.parse(`${day.replace(',', '')} UTC`);
  if (Number.isNaN(date)) return undefined;
  return date + (((Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)) * 60 + Number(minute)) * 60_000;
}
