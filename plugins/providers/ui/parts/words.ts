import { html, nothing } from 'lit';
import type { Entry, Way } from '../entries.ts';
import type { ProvidersTexts, TextKey } from '../texts.ts';

export const wayIcons: Readonly<Record<Way, string>> = {
  key: 'key-round',
  signIn: 'log-in',
  machine: 'laptop',
  server: 'server',
  demo: 'play',
};

const ways: Readonly<Record<Way, TextKey>> = {
  key: 'byKey',
  signIn: 'bySignIn',
  machine: 'byMachine',
  server: 'byServer',
  demo: 'byDemo',
};

/** The line below a provider's name: its problem, what was found, its address, or the way to connect. */
export function secondLine(text: ProvidersTexts, { way, standing, known, found }: Entry) {
  if ((standing === 'expired' || standing === 'problem') && known?.problem !== undefined)
    return html`<small class="warned"><ui-icon small name="triangle-alert"></ui-icon> ${text.of(standing === 'expired' ? 'expiredShort' : 'problemShort')}</small>`;
  if (way === 'machine' && found !== undefined) return html`<small>${foundText(text, found)}</small>`;
  if (way === 'server' && known?.baseUrl !== undefined)
    return html`<small class="mono">${known.baseUrl.replace(/^https?:\/\//, '')}</small>`;
  return html`<small>${text.of(ways[way])}</small>`;
}

/** What was found of a local server. */
export function foundText(text: ProvidersTexts, { running, installed, models, baseUrl }: NonNullable<Entry['found']>): string {
  if (running) return text.count('foundRunning', models.length, { port: new URL(baseUrl).port });
  return text.of(installed ? 'foundInstalled' : 'foundNothing');
}

/** The state of an entry as an icon and a text. */
export function standingMark(text: ProvidersTexts, { standing, way, known, found }: Entry) {
  if (standing === 'connected' && way === 'demo') return html`<ui-state silent state="done"></ui-state>${text.of('alwaysThere')}`;
  if (standing === 'connected' && way === 'machine' && found?.running === false)
    return html`<ui-state silent state="off"></ui-state>${text.of('offline')}`;
  if (standing === 'connected') return html`<ui-state silent state="done"></ui-state>${text.count('connected', known?.models ?? 0)}`;
  if (standing === 'problem') return html`<ui-state silent state="failed"></ui-state>${text.of('doesNotWork')}`;
  if (way === 'machine' && found?.running !== true) return html`<ui-state silent state="off"></ui-state>${text.of('offline')}`;
  return nothing;
}
