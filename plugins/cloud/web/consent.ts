import { html } from './html.ts';
import { icon } from './icons.ts';
import { type Frame, page } from './page.ts';
import { say, type Text } from './texts.ts';

export interface Consent extends Frame {
  readonly action: string;
  readonly csrf: string;
  readonly account: { readonly name: string; readonly email: string; readonly isVerified: boolean };
  readonly organizations: readonly string[];
  readonly notYou: string;
}

/** The account and two buttons: nothing here can be typed. */
export function consentPage(consent: Consent): string {
  const { language, account, organizations } = consent;
  const t = (name: Text) => say(language, name);
  const listed = new Intl.ListFormat(language, { type: 'conjunction' }).format(organizations);
  const work = organizations.length === 0 ? t('workNone') : say(language, 'workMore', { organizations: listed });
  const ask = (name: Parameters<typeof icon>[0], title: Text, more: string) =>
    html`<li class="ask">${icon(name)}<span><b>${t(title)}</b><small>${more}</small></span></li>`;
  const middle = html`<form class="box" method="post" action="${consent.action}"><input type="hidden" name="csrf" value="${consent.csrf}">
<div class="hd"><div class="pair" aria-hidden="true"><span class="tile">${icon('laptop')}</span><i></i><span class="tile">${icon('cloud')}</span></div>
<h1>${t('consentTitle')}</h1><p class="c2">${t('consentWhy')}</p></div>
<div class="who"><span class="ava" aria-hidden="true">${initials(account.name)}</span><div class="grow"><div class="b cut">${account.name}</div><div class="sm c2 cut">${account.email}</div></div>
${account.isVerified ? html`<span class="tag">${icon('check')}${t('isVerified')}</span>` : undefined}<a class="lk sm" href="${consent.notYou}">${t('notYou')}</a></div>
<div class="sec"><h2>${t('asksFor')}</h2><ul>${ask('user', 'seeYou', t('seeYouMore'))}${ask('message-square', 'work', work)}${ask('refresh-cw', 'stayConnected', t('stayMore'))}</ul></div>
<div class="never">${icon('lock')}<span class="sm c2"><strong>${t('neverGets')}</strong> ${t('neverMore')}</span></div>
<div class="ft"><span class="sm c2 to">${t('ends')}</span><button class="btn" name="action" value="deny">${t('deny')}</button><button class="btn p" name="action" value="approve">${t('approve')}</button></div></form>
<p class="ftn">${icon('arrow-up-right')}<span>${t('handsOver')}</span></p>`;
  return page(consent, t('consentTitle'), middle);
}

export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : undefined].map(word => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');
}
