import { dateText, durationText } from '@atelier/kernel/ui';
import { html, nothing } from 'lit';
import type { Provider } from '../../contract/index.ts';
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
  if (way === 'signIn' && standing === 'refused')
    return html`<small class="warned"><ui-icon small name="triangle-alert"></ui-icon> ${text.of('expiredShort')}</small>`;
  if (known?.problem !== undefined)
    return html`<small class="warned"><ui-icon small name="triangle-alert"></ui-icon> ${text.of('problemShort')}</small>`;
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

const marks = {
  ready: 'done',
  unreachable: 'failed',
  failing: 'failed',
  refused: 'failed',
  'needs-key': 'needs',
  unasked: 'off',
  asking: 'running',
} as const;

/** The state of an entry as an icon and a text, with how long it took to answer and when that was. */
export function standingMark(text: ProvidersTexts, entry: Entry) {
  const { standing, way, known, found } = entry;
  if (way === 'demo') return html`<ui-state silent state="done"></ui-state>${text.of('alwaysThere')}`;
  if (standing === 'unset')
    return way === 'machine' && found?.running !== true ? html`<ui-state silent state="off"></ui-state>${text.of('offline')}` : nothing;
  const words = standing === 'ready' ? text.count('state.readyWith', known?.models ?? 0) : stateText(text, entry);
  const asked = askedText(text, known?.status);
  return html`<ui-state silent state=${marks[standing]}></ui-state><span class="state">${words}${asked === '' ? nothing : html`<small>${asked}</small>`}</span>`;
}

/** The state of an entry in a few words. */
export function stateText(text: ProvidersTexts, { standing, way }: Entry): string {
  if (standing === 'unset') return text.of('notSetUp');
  if (standing === 'refused' && way === 'signIn') return text.of('state.signInRefused');
  return text.of(`state.${standing}`);
}

/** How long a provider took to answer, and when; empty if it was not asked. */
export function askedText(text: ProvidersTexts, status: Provider['status']): string {
  if (status?.at === undefined) return '';
  const { locale } = text;
  const isToday = new Date(status.at).toDateString() === new Date().toDateString();
  const at = dateText(locale, status.at, { timeStyle: 'short', ...(!isToday && { dateStyle: 'short' }) });
  return status.milliseconds === undefined
    ? text.of('askedAt', { at })
    : text.of('askedAtIn', { at, time: durationText(locale, status.milliseconds) });
}

/** The state of an entry with its reason, and a button that asks again. */
export function stateCard(text: ProvidersTexts, entry: Entry, again: (() => void) | undefined) {
  const { standing, known } = entry;
  if (standing === 'unset' || entry.way === 'demo') return nothing;
  const asked = askedText(text, known?.status);
  const message = standing === 'asking' ? '' : (known?.status?.message ?? '');
  return html`<div class="status" data-state=${standing} role="group" aria-label=${text.of('stateName')}>
    <ui-state silent state=${marks[standing]}></ui-state>
    <div class="grow" role="status"><b>${stateText(text, entry)}</b>${asked === '' || standing === 'asking' ? nothing : html`<span class="quiet"> ${asked}</span>`}${message === '' ? nothing : html`<p class="quiet">${message}</p>`}</div>
    ${again === undefined ? nothing : html`<ui-button size="24" kind="line" icon="refresh-cw" ?busy=${standing === 'asking'} @click=${again}>${text.of('askAgain')}</ui-button>`}
  </div>`;
}
