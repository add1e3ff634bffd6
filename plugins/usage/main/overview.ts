import type { Overview, Range, Rows } from '../contract/index.ts';
import { dayOf, firstDay } from './day.ts';
import type { LimitsOf } from './limits.ts';
import { tableDate } from './prices/price-table.ts';
import type { Prices } from './prices/prices.ts';
import { bucketOf, type Division, type SumsOf, sumsOf } from './sums/sums.ts';

/** More days than these are shown by month. */
const mostDays = 92;
const maxBuckets = 400;

export interface OverviewParts {
  readonly sums: SumsOf;
  readonly limits: LimitsOf;
  readonly prices: Prices;
  readonly isCounting: boolean;
  titleOf(conversation: string): Promise<string>;
}

/** Everything that the page shows. */
export async function overviewOf(parts: OverviewParts, range: Range, rows: number, now: number): Promise<Overview> {
  const { sums, limits, prices } = parts;
  const today = dayOf(now);
  const from = firstDay(range, now);
  const month = { from: `${today.slice(0, 7)}-01`, to: `${today.slice(0, 7)}-31` };
  const first = from ?? sums.firstDay ?? today;
  const unit = range === 'today' ? 'hour' : from === undefined && daysBetween(first, today) > mostDays ? 'month' : 'day';
  const buckets = unit === 'hour' ? sums.hours(now, today) : sums.by(unit, { from }, maxBuckets);
  const listed = async (division: Division, nameOf: (key: string) => Promise<string>): Promise<Rows> => ({
    rows: await Promise.all(
      sums.by(division, { from }, rows).map(async row => ({ key: row.key, name: row.name ?? (await nameOf(row.key)), sums: sumsOf(row) })),
    ),
    total: sums.count(division, { from }),
  });
  return {
    today,
    from: first,
    unit,
    sums: sums.total({ from }),
    ofToday: sums.total({ from: today, to: today }),
    ofMonth: sums.total(month),
    buckets: buckets.map(bucketOf),
    monthDays: sums.by('day', month, 31).map(bucketOf),
    projects: await listed('project', async () => ''),
    conversations: await listed('conversation', parts.titleOf),
    models: await listed('model', async model => model),
    extensions: await listed('extension', async () => ''),
    limits: limits.all,
    dated: tableDate,
    corrected: prices.corrected,
    isCounting: parts.isCounting,
  };
}

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000;
}
