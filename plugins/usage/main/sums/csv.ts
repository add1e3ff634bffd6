import type { Sums } from '../../contract/index.ts';

export const head =
  'day,conversation,title,project,model,answers,input tokens,cached input tokens,cache write tokens,output tokens,reasoning tokens,cost in USD,tokens without a price,tokens in a subscription';

/** A line of the exported table. The cost is empty where no price is known, because 0 would be one. */
export function csvLine(names: readonly string[], { cost, unknown, included, ...sums }: Sums): string {
  const tokens = sums.input + sums.output + sums.cacheRead + sums.cacheWrite;
  const isKnown = cost > 0 || unknown + included < tokens;
  const counts = [sums.answers, sums.input, sums.cacheRead, sums.cacheWrite, sums.output, sums.reasoning];
  return [...names.map(field), ...counts, isKnown ? String(Number(cost.toFixed(8))) : '', unknown, included].join(',');
}

/** A field that no table program takes for a formula. */
function field(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
