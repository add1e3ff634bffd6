import { initials } from './consent.ts';
import { type FormFrame, hidden, message, translate } from './forms.ts';
import { type Html, html } from './html.ts';
import { icon, mark } from './icons.ts';
import { documentOf, otherLanguage } from './page.ts';
import { say, type Text } from './texts.ts';

/** Who sets up an organization, and what of it is known. */
export interface OnboardingFrame extends FormFrame {
  readonly person: { readonly name: string; readonly email: string };
  readonly csrf: string;
  readonly plan?: PlanShown | undefined;
}

interface PlanShown {
  readonly label: string;
  readonly sessions: number;
  readonly isGiven: boolean;
  readonly until: number | undefined;
}

export const invitedRoles = ['admin', 'member', 'billing_viewer'] as const;
/** The rows for invitations: a page without a script adds none. */
export const inviteRows = [1, 2, 3] as const;

const roleTexts = { admin: 'roleAdmin', member: 'roleMember', billing_viewer: 'roleBilling' } as const;
const steps = ['stepAccount', 'stepOrganization', 'stepProvider', 'stepComputer'] as const;

export function organizationPage(frame: OnboardingFrame): string {
  const t = translate(frame);
  const { typed, plan } = frame;
  const rows = inviteRows.map(row => {
    const chosen = typed?.[`role${row}`] ?? 'member';
    const roles = invitedRoles.map(role => option(role, t(roleTexts[role]), role === chosen));
    const label = (name: 'inviteAddress' | 'inviteRole') => say(frame.language, name, { number: String(row) });
    return html`<div class="mem">${icon('mail')}<input class="in" type="email" name="invite${row}" maxlength="254" autocomplete="off" aria-label="${label('inviteAddress')}" placeholder="${t('inviteAdd')}" value="${typed?.[`invite${row}`] ?? ''}"><select class="in" name="role${row}" aria-label="${label('inviteRole')}">${roles}</select></div>`;
  });
  const body = html`<label class="lab" for="name">${t('organizationName')}</label><input class="in" id="name" name="name" required maxlength="80" autocomplete="organization" value="${typed?.name ?? ''}">
<fieldset><legend class="lab"><span class="grow">${t('invitePeople')}</span><span>${t('inviteDays')}</span></legend><div class="rows">${rows}</div></fieldset>
${plan === undefined ? undefined : html`<h2 class="lab">${t('plan')}</h2>${planCard(frame, plan)}`}`;
  return step(frame, {
    ...{ at: 1, title: t('organizationTitle'), why: t('organizationWhy'), isSlim: true },
    ...{ action: '/cloud/onboarding/organization', body, buttons: html`<button class="btn p">${t('organizationCreate')}</button>` },
  });
}

/** The provider of an organization and its key. */
export function providerPage(
  frame: OnboardingFrame,
  organization: { readonly id: string; readonly name: string },
  kinds: readonly string[],
): string {
  const t = translate(frame);
  const chosen = kinds.find(kind => kind === frame.typed?.kind) ?? kinds[0];
  const cards = kinds.map(kind => {
    const name = providerName(kind);
    const checked = kind === chosen ? html` checked` : undefined;
    return html`<label class="opt"><input type="radio" name="kind" value="${kind}"${checked}><span class="tile" aria-hidden="true">${name.slice(0, 2)}</span><b class="grow">${name}</b>${icon('check')}</label>`;
  });
  const body = html`<fieldset><legend class="lab">${t('provider')}</legend><div class="cards">${cards}</div></fieldset>
<label class="lab" for="secret">${t('providerKey')}</label><input class="in" id="secret" name="secret" type="password" required minlength="8" maxlength="1000" autocomplete="off" aria-describedby="secret-hint">
<p class="say seal" id="secret-hint">${icon('lock')}<span>${t('providerKeyHint')}</span></p>${hidden('organizationId', organization.id)}`;
  return step(frame, {
    ...{ at: 2, title: say(frame.language, 'providerTitle', { organization: organization.name }), why: t('providerWhy') },
    ...{ action: '/cloud/onboarding/provider', body, organization: organization.name },
    buttons: html`<a class="btn" href="/cloud/onboarding/computer">${t('providerSkip')}</a><button class="btn p">${t('providerSave')}</button>`,
  });
}

/** The link that opens the app, and what to do where it does not. */
export function computerPage(frame: OnboardingFrame, address: string, done: Pick<Step, 'organization' | 'provider'>): string {
  const t = translate(frame);
  const link = `atelier://cloud/connect?base_url=${encodeURIComponent(address)}`;
  const body = html`<div class="rows"><div class="mem">${icon('laptop')}<span class="grow">${t('computerAsks')}</span><a class="btn p" href="${link}">${t('computerOpen')}</a></div></div>
<h2 class="lab">${t('computerElse')}</h2><p>${t('computerType')}</p><p class="code">${address}</p>`;
  return step(frame, {
    ...{ at: 3, title: t('computerTitle'), why: t('computerWhy'), isSlim: true, body, ...done },
    buttons: html`<a class="btn" href="/cloud/account">${t('computerDone')}</a>`,
  });
}

interface Step {
  readonly at: number;
  readonly title: string;
  readonly why: string;
  readonly isSlim?: boolean;
  readonly action?: string;
  readonly body: Html;
  readonly buttons: Html;
  /** What the steps before have led to; one that was passed over has led to nothing. */
  readonly organization?: string | undefined;
  readonly provider?: string | undefined;
}

/** Beside a step stands where it is in the whole, and who takes it. */
function step(frame: OnboardingFrame, { at, title, why, isSlim = false, action, body, buttons, organization, provider }: Step): string {
  const t = translate(frame);
  const { person, csrf, host, language } = frame;
  const known = [person.email, organization, provider];
  const items = steps.map((name, index) => {
    const done = index < at ? known[index] : undefined;
    const state = done === undefined ? icon(index === at ? 'circle-dot' : 'circle') : icon('check');
    const spoken = done === undefined ? undefined : html`<span class="hid">${t('stepDone')}</span>`;
    const said = html`${state}<span>${spoken}${t(name)}<small>${done ?? t(`${name}About`)}</small></span>`;
    return index === at ? html`<li class="now" aria-current="step">${said}</li>` : html`<li>${said}</li>`;
  });
  const inside = html`<div class="body${isSlim ? ' slim' : ''}"><h1>${title}</h1><p class="c2">${why}</p>${message(frame)}${body}</div>`;
  const foot = html`<div class="ftr"><span class="grow"></span>${buttons}</div>`;
  const pane =
    action === undefined
      ? html`${inside}${foot}`
      : html`<form method="post" action="${action}">${hidden('csrf', csrf)}${inside}${foot}</form>`;
  const middle = html`<div class="setup"><aside class="side"><div class="place"><p class="say host">${icon('lock')}<span class="cut">${host}</span></p>${otherLanguage(frame)}</div>
${mark}<p class="lead">${t('onboardingLead')}</p><p class="c2">${t('onboardingAbout')}</p><ol>${items}</ol><span class="grow"></span>
<form class="me" method="post" action="/v1/web/logout">${hidden('csrf', csrf)}<span class="ava" aria-hidden="true">${initials(person.name)}</span><span class="grow cut">${person.name}</span><button class="lk">${t('signOut')}</button></form></aside>
<main class="pane"><p class="top num">${say(language, 'stepOf', { number: String(at + 1), all: String(steps.length) })}</p>${pane}</main></div>`;
  return documentOf(frame, title, middle);
}

function planCard({ language }: OnboardingFrame, { label, sessions, isGiven, until }: PlanShown): Html {
  const t = (name: Text, values?: Readonly<Record<string, string>>) => say(language, name, values);
  const date = until === undefined ? '' : new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(until);
  const title = until === undefined ? label : t('planUntil', { plan: label, date });
  const given = isGiven ? html`<span class="tag">${t('planGiven')}</span>` : undefined;
  return html`<div class="rows"><div class="mem"><span class="grow"><b>${title}</b><small>${t('planSessions', { count: String(sessions) })}</small></span>${given}</div></div>`;
}

function option(value: string, label: string, isChosen: boolean): Html {
  return isChosen ? html`<option value="${value}" selected>${label}</option>` : html`<option value="${value}">${label}</option>`;
}

/** Companies write their names their own way. */
export function providerName(kind: string): string {
  const own: Readonly<Record<string, string>> = { openai: 'OpenAI', openrouter: 'OpenRouter', deepseek: 'DeepSeek' };
  return own[kind] ?? `${kind.slice(0, 1).toUpperCase()}${kind.slice(1)}`;
}
