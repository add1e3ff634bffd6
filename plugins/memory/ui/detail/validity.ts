import { html, svg, type TemplateResult } from 'lit';
import type { MemoryRecord } from '../../contract/index.ts';
import { dayText, type Words } from '../words.ts';

const width = 246;
const day = 86_400_000;

/** When a memory was true, and what was before it: one bar each on the same axis, with today. */
export function validityChart(text: Words, memory: MemoryRecord, earlier: MemoryRecord | undefined, now = Date.now()): TemplateResult {
  const end = Math.max(now, memory.until ?? now) + day;
  const start = Math.min(memory.from, earlier?.from ?? memory.from, now - day);
  const x = (at: number) => Math.round(4 + ((at - start) / (end - start)) * (width - 8));
  const bar = (from: number, until: number, stroke: string) =>
    svg`<path d="M${x(from)} 14H${Math.max(x(until), x(from) + 1)}" stroke=${stroke} stroke-width="5" stroke-linecap="round"></path>`;
  const { locale } = text;
  const today = x(now);
  const label = (at: number, anchor: string, words: string, strong = false) =>
    svg`<text x=${at} y="40" text-anchor=${anchor} class=${strong ? 'strong' : ''}>${words}</text>`;
  const from = dayText(locale, start === now - day ? memory.from : start);
  const isRoomy = today > 90 && today < width - 60;
  return html`<svg viewBox="0 0 ${width} 44" role="img" aria-label=${text.of('trueFrom', { from: dayText(locale, memory.from), until: memory.until === undefined ? text.of('stillTrue') : dayText(locale, memory.until) })}>
    ${svg`<path d="M0 22.5H${width}" stroke="var(--line)"></path>`}
    ${earlier === undefined ? '' : bar(earlier.from, memory.from, 'var(--line-strong)')}
    ${bar(memory.from, memory.until ?? end, memory.status === 'active' ? 'var(--text)' : 'var(--line-strong)')}
    ${svg`<path d="M${today} 5V27" stroke="var(--text-3)" stroke-dasharray="2 2"></path>`}
    ${label(0, 'start', from)}
    ${isRoomy || memory.until === undefined ? label(isRoomy ? today : width, isRoomy ? 'middle' : 'end', text.of('today'), true) : ''}
    ${memory.until !== undefined && memory.until > now ? label(width, 'end', dayText(locale, memory.until)) : ''}
  </svg>`;
}
