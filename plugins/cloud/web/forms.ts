import { type Html, html } from './html.ts';
import { icon } from './icons.ts';
import { type Frame, page } from './page.ts';
import { say, type Text } from './texts.ts';

/** What the pages with a form show besides their fields. */
export interface FormFrame extends Frame {
  readonly returnTo?: string | undefined;
  /** Why the last try did not work. */
  readonly problem?: string | undefined;
  readonly notice?: string | undefined;
  /** What was typed, besides passwords. */
  readonly typed?: Readonly<Record<string, string>> | undefined;
}

export function loginPage(frame: FormFrame): string {
  const t = translate(frame);
  const fields = html`${field({ frame, name: 'email', type: 'email', label: 'email', autocomplete: 'username' })}
<div class="fld"><span class="lb"><label for="password" class="grow">${t('password')}</label><a class="lk" href="/cloud/forgot-password">${t('forgot')}</a></span>
<input class="in" id="password" name="password" type="password" required maxlength="256" autocomplete="current-password"></div>
<label class="chk"><input type="checkbox" name="stay" checked>${t('stay')}</label>`;
  return entry({
    frame,
    at: 'login',
    title: 'signIn',
    why: frame.returnTo === undefined ? undefined : 'signInWhy',
    fields,
    button: 'signIn',
  });
}

export function signupPage(frame: FormFrame): string {
  const fields = html`${field({ frame, name: 'displayName', type: 'text', label: 'name', autocomplete: 'name', hint: 'nameHint', maxlength: 80 })}
${field({ frame, name: 'email', type: 'email', label: 'email', autocomplete: 'username', hint: 'emailHint' })}${passwordField(frame, 'password')}`;
  return entry({ frame, at: 'signup', title: 'createTitle', why: 'createWhy', fields, button: 'createAccount' });
}

export function forgotPage(frame: FormFrame): string {
  const fields = field({ frame, name: 'email', type: 'email', label: 'email', autocomplete: 'username' });
  return simple(frame, {
    title: 'forgotTitle',
    why: 'forgotWhy',
    action: '/v1/web/forgot-password',
    fields,
    button: 'sendLink',
    back: true,
  });
}

export function resetPage(frame: FormFrame, token: string): string {
  const fields = html`${hidden('token', token)}${passwordField(frame, 'newPassword')}`;
  return simple(frame, { title: 'resetTitle', why: 'resetWhy', action: '/v1/web/reset-password', fields, button: 'savePassword' });
}

export function verifyPage(frame: FormFrame, token: string): string {
  const fields = html`${hidden('token', token)}${frame.returnTo === undefined ? undefined : hidden('return_to', frame.returnTo)}`;
  return simple(frame, { title: 'verifyTitle', why: 'verifyWhy', action: '/v1/web/verify-email', fields, button: 'verify' });
}

export function invitePage(frame: FormFrame, organization: string, token: string, csrf: string): string {
  const fields = html`${hidden('token', token)}${hidden('csrf', csrf)}`;
  const heading = say(frame.language, 'inviteTitle', { organization });
  return simple(frame, { title: 'inviteTitle', heading, why: 'inviteWhy', action: '/cloud/accept-invite', fields, button: 'join' });
}

export function mailPage(frame: FormFrame): string {
  return simple(frame, { title: 'mailTitle', why: 'mailWhy', back: true });
}

export interface AccountShown {
  readonly name: string;
  readonly email: string;
  readonly organizations: readonly string[];
  readonly isAdmin: boolean;
}

export function accountPage(frame: FormFrame, { name, email, organizations, isAdmin }: AccountShown, csrf: string): string {
  const t = translate(frame);
  const fields = html`<div class="who flush"><div class="grow"><div class="b cut">${name}</div><div class="sm c2 cut">${email}</div><div class="sm c2 cut">${organizations.join(', ')}</div></div></div>${hidden('csrf', csrf)}`;
  const also = html`<button class="btn" formaction="/v1/web/logout-all">${t('signOutAll')}</button>`;
  const begin = organizations.length > 0 ? undefined : html`<a class="lk" href="/cloud/onboarding">${t('organizationLink')}</a>`;
  const administer = isAdmin ? html`<a class="lk" href="/cloud/admin">${t('adminLink')}</a>` : undefined;
  const after = begin === undefined && administer === undefined ? undefined : html`${begin}${administer}`;
  return simple(frame, { title: 'accountTitle', why: 'accountWhy', action: '/v1/web/logout', fields, button: 'signOut', also, after });
}

export function problemPage(frame: FormFrame, requestId: string): string {
  const number = html`<p class="sm c2 num">${say(frame.language, 'requestNumber', { id: requestId })}</p>`;
  return simple(frame, { title: 'problemTitle', after: number, back: true });
}

export function translate({ language }: Frame): (name: Text) => string {
  return name => say(language, name);
}

interface Entry {
  readonly frame: FormFrame;
  readonly at: 'login' | 'signup';
  readonly title: Text;
  readonly why: Text | undefined;
  readonly fields: Html;
  readonly button: Text;
}

/** Sign in and create account: two pages that look like the two halves of one. */
function entry({ frame, at, title, why, fields, button }: Entry): string {
  const t = translate(frame);
  const query = frame.returnTo === undefined ? '' : `?return_to=${encodeURIComponent(frame.returnTo)}`;
  const tab = (to: 'login' | 'signup', name: Text) =>
    to === at
      ? html`<a aria-current="page" href="/cloud/${to}${query}">${t(name)}</a>`
      : html`<a href="/cloud/${to}${query}">${t(name)}</a>`;
  const waits =
    frame.returnTo === undefined ? undefined : html`<div class="why">${icon('laptop')}<span class="grow">${t('waits')}</span></div>`;
  const middle = html`<div class="box slim"><div class="hd"><h1>${t(title)}</h1>${why === undefined ? undefined : html`<p class="c2">${t(why)}</p>`}</div>
<nav class="seg" aria-label="${t('either')}">${tab('login', 'signIn')}${tab('signup', 'createAccount')}</nav>${message(frame)}
<form class="frm" method="post" action="/v1/web/${at}">${frame.returnTo === undefined ? undefined : hidden('return_to', frame.returnTo)}${fields}<button class="btn p">${t(button)}</button></form>${waits}</div>`;
  return page(frame, t(title), middle);
}

interface Simple {
  readonly title: Text;
  readonly heading?: string;
  readonly why?: Text;
  readonly action?: string;
  readonly fields?: Html;
  readonly button?: Text;
  readonly also?: Html;
  readonly after?: Html;
  readonly back?: boolean;
}

function simple(frame: FormFrame, { title, heading, why, action, fields, button, also, after, back }: Simple): string {
  const t = translate(frame);
  const form =
    action === undefined || button === undefined
      ? undefined
      : html`<form class="frm" method="post" action="${action}">${fields}<button class="btn p">${t(button)}</button>${also}</form>`;
  const end = back === true ? html`<a class="lk" href="/cloud/login">${t('backToSignIn')}</a>` : undefined;
  const rest = after === undefined && end === undefined ? undefined : html`<div class="rest">${after}${end}</div>`;
  const middle = html`<div class="box slim"><div class="hd"><h1>${heading ?? t(title)}</h1>${why === undefined ? undefined : html`<p class="c2">${t(why)}</p>`}</div>${message(frame)}${form}${rest}</div>`;
  return page(frame, heading ?? t(title), middle);
}

export function message({ problem, notice }: FormFrame): Html | undefined {
  if (problem !== undefined) return html`<p class="msg bad" role="alert">${icon('triangle-alert')}<span>${problem}</span></p>`;
  return notice === undefined ? undefined : html`<p class="msg good" role="status">${icon('check')}<span>${notice}</span></p>`;
}

export function hidden(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}">`;
}

interface Field {
  readonly frame: FormFrame;
  readonly name: string;
  readonly type: 'text' | 'email';
  readonly label: Text;
  readonly autocomplete: string;
  readonly hint?: Text;
  readonly maxlength?: number;
}

function field({ frame, name, type, label, autocomplete, hint, maxlength = 254 }: Field): Html {
  const t = translate(frame);
  const described = hint === undefined ? undefined : html` aria-describedby="${name}-hint"`;
  const below = hint === undefined ? undefined : html`<span class="hint" id="${name}-hint">${t(hint)}</span>`;
  return html`<div class="fld"><label for="${name}">${t(label)}</label><input class="in" id="${name}" name="${name}" type="${type}" required maxlength="${maxlength}" autocomplete="${autocomplete}" value="${frame.typed?.[name] ?? ''}"${described}>${below}</div>`;
}

function passwordField(frame: FormFrame, label: Text): Html {
  const t = translate(frame);
  return html`<div class="fld"><label for="password">${t(label)}</label><input class="in" id="password" name="password" type="password" required minlength="12" maxlength="256" autocomplete="new-password" aria-describedby="password-hint"><span class="hint" id="password-hint">${t('passwordHint')}</span></div>`;
}
