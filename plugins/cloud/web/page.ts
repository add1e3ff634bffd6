import type { Language } from '../protocol/language.ts';
import { type Html, html } from './html.ts';
import { icon, mark } from './icons.ts';
import { say, type Text } from './texts.ts';

/** What every page knows. */
export interface Frame {
  readonly language: Language;
  readonly host: string;
  readonly operator: string | undefined;
  /** What the browser asked for; undefined if it sent a form. */
  readonly path: string | undefined;
}

/** The document around the content of a page. */
export function documentOf({ language }: Frame, title: string, content: Html): string {
  return `<!doctype html>\n${
    html`<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${title} · ${say(language, 'product')}</title><link rel="icon" href="/cloud/icon.svg"><link rel="stylesheet" href="/cloud/style.css"></head>
<body>${content}</body></html>`.text
  }\n`;
}

/** The way to this page in the other language. */
export function otherLanguage({ language, path }: Frame): Html {
  if (path === undefined) return html``;
  const to = language === 'en' ? 'fr' : 'en';
  const name = say(language, 'otherLanguage');
  return html`<a class="say" lang="${to}" hreflang="${to}" href="/cloud/language?${new URLSearchParams({ to, back: path }).toString()}">${icon('languages')}${name}</a>`;
}

/** A whole page: the bar, one box in the middle, the foot. */
export function page(frame: Frame, title: string, middle: Html): string {
  const { language, host, operator } = frame;
  const t = (name: Text) => say(language, name);
  const foot = operator === undefined ? '' : say(language, 'runBy', { operator });
  const content = html`<div class="web"><header class="wbar">${mark}<b>${t('product')}</b><span class="grow"></span>
<span class="say host">${icon('lock')}<span class="cut">${host}</span></span>${otherLanguage(frame)}</header>
<main class="wmid">${middle}</main>
<footer class="wfoot"><span>${foot}</span></footer></div>`;
  return documentOf(frame, title, content);
}
