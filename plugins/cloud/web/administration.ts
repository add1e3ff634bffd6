import { type FormFrame, hidden, message, translate } from './forms.ts';
import { type Html, html } from './html.ts';
import { page } from './page.ts';
import { say } from './texts.ts';

export interface PersonShown {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly isAdmin: boolean;
  readonly isVerified: boolean;
  readonly plan: string | undefined;
  readonly isGiven: boolean;
  readonly until: number | undefined;
}

export interface AdministrationShown {
  readonly people: readonly PersonShown[];
  readonly plans: readonly { readonly id: string; readonly label: string }[];
  readonly search: string;
  /** Where the next ones begin. */
  readonly next: string | undefined;
  readonly csrf: string;
}

/** The accounts of the server, and what each may use without payment. */
export function administrationPage(frame: FormFrame, shown: AdministrationShown): string {
  const t = translate(frame);
  const { people, search, next } = shown;
  const rows = people.map(person => row(frame, person, shown));
  const list = people.length === 0 ? html`<p class="c2 none">${t('adminNobody')}</p>` : html`<ul class="people">${rows}</ul>`;
  const query = new URLSearchParams({ ...(search !== '' && { q: search }), ...(next !== undefined && { before: next }) });
  const more =
    next === undefined
      ? undefined
      : html`<div class="rest"><a class="lk" href="/cloud/admin?${query.toString()}">${t('adminMore')}</a></div>`;
  const middle = html`<div class="box wide"><div class="hd"><h1>${t('adminTitle')}</h1><p class="c2">${t('adminWhy')}</p></div>${message(frame)}
<form class="find" method="get" action="/cloud/admin" role="search"><input class="in" name="q" type="search" maxlength="200" value="${search}" aria-label="${t('adminFind')}" placeholder="${t('adminFind')}"><button class="btn">${t('adminSearch')}</button></form>
${list}${more}<div class="rest"><a class="lk" href="/cloud/account">${t('computerDone')}</a></div></div>`;
  return page(frame, t('adminTitle'), middle);
}

function row(frame: FormFrame, person: PersonShown, { plans, search, csrf }: AdministrationShown): Html {
  const t = translate(frame);
  const label = (name: 'adminPlan' | 'adminDays') => say(frame.language, name, { name: person.name });
  const given = person.isGiven ? html`<button class="btn" formaction="/cloud/admin/end">${t('adminEnd')}</button>` : undefined;
  const tags = [person.isAdmin ? t('adminIs') : undefined, person.isVerified ? undefined : t('adminUnverified')].filter(
    tag => tag !== undefined,
  );
  const options = plans.map(plan => html`<option value="${plan.id}">${plan.label}</option>`);
  return html`<li><div class="grow"><b class="cut">${person.name}</b>${tags.map(tag => html` <span class="tag">${tag}</span>`)}<div class="sm c2 cut">${person.email}</div><div class="sm c2">${planOf(frame, person)}</div></div>
<form method="post" action="/cloud/admin/give">${hidden('csrf', csrf)}${hidden('userId', person.id)}${hidden('q', search)}
<select class="in" name="planId" aria-label="${label('adminPlan')}">${options}</select><input class="in days" name="days" type="number" min="1" max="3660" step="1" placeholder="${t('adminCount')}" aria-label="${label('adminDays')}">
<button class="btn">${t('adminGive')}</button>${given}</form></li>`;
}

function planOf({ language }: FormFrame, { plan, isGiven, until }: PersonShown): string {
  if (plan === undefined) return say(language, 'adminNoPlan');
  const date = until === undefined ? '' : new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(until);
  const named = until === undefined ? plan : say(language, 'planUntil', { plan, date });
  return isGiven ? `${named} · ${say(language, 'planGiven')}` : named;
}
