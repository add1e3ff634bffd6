import { css, html, nothing } from 'lit';
import type { ProbeResult } from '../../contract/index.ts';
import type { ProvidersTexts } from '../texts.ts';

export const probeStyles = css`
  .probe { margin-block-start: var(--s-8); border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); }
  .probe .top { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s-4) var(--s-8); padding: 8px 12px 4px; }
  .probe .top > span { flex: 1 1 160px; min-width: 0; }
  .asked { display: grid; grid-template-columns: 16px minmax(0, 1fr) auto; gap: 0 10px; align-items: baseline; padding: 0 12px 6px; font: 12px/24px var(--font); }
  .asked > ui-state, .asked > ui-icon { align-self: center; --icon-size: 14px; }
  .asked .mono { line-height: 16px; padding-block: 4px; }
  .asked .said { color: var(--text-2); }
  .asked [data-chosen] { font-weight: 600; }
  .why { padding: 8px 12px; border-block-start: 1px solid var(--line); font: var(--t-12); color: var(--text-2); text-wrap: pretty; }
`;

/** Each address that was tried, what it answered, and why one of them was taken. */
export function probeCard(text: ProvidersTexts, { chosen, tried, why }: ProbeResult, again: unknown) {
  return html`<div class="probe" role="group" aria-label=${text.of('probeName')}>
    <div class="top">
      <ui-state silent state=${chosen === undefined ? 'failed' : 'done'}></ui-state>
      <span role="status">${chosen === undefined ? text.of('probeNone') : html`${text.of('probeUses')} <b class="mono">${chosen}</b>`}</span>${again}
    </div>
    <div class="asked num">${tried.map(({ baseUrl, models, generation, lists, generates, call = '/chat/completions' }) => [
      line(text, `GET ${pathOf(baseUrl)}/models`, models, lists, 'lists', baseUrl === chosen),
      line(text, `POST ${pathOf(baseUrl)}${call}`, generation, generates, 'answers', baseUrl === chosen),
    ])}</div>
    ${why === undefined ? nothing : html`<p class="why">${why}</p>`}
  </div>`;
}

function line(text: ProvidersTexts, what: string, said: string, isServed: boolean, does: 'lists' | 'answers', isChosen: boolean) {
  const meaning = isServed ? text.of(`probe.${does}`) : text.of('probe.no');
  const mark = isServed ? html`<ui-state silent state="done"></ui-state>` : html`<ui-icon name="x"></ui-icon>`;
  return html`${mark}<span class="mono" ?data-chosen=${isChosen && isServed}>${what}</span><span class="said">${answerText(text, said)}, ${meaning}</span>`;
}

/** All of them are on one host, which stands above. */
function pathOf(address: string): string {
  return new URL(address).pathname.replace(/\/+$/, '');
}

/** An answer in words: a status as it is, the system's code as what it means. */
function answerText(text: ProvidersTexts, said: string): string {
  if (said === 'timeout') return text.of('said.timeout');
  if (said === 'ECONNREFUSED') return text.of('said.refused');
  if (/^(?:ENOTFOUND|EAI_AGAIN)$/.test(said)) return text.of('said.dns');
  if (said === 'HTML') return text.of('said.page');
  return said.replace(/^HTTP /, '');
}
