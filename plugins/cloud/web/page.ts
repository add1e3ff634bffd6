import type { Language } from '../protocol/language.ts';
import { type Html, html } from './html.ts';
import { icon, mark } from './icons.ts';
import { say, type Text } from './texts.ts';

/** What every page knows. */
export interface Frame {
  readonly language: Language;
  readonly host: string;
  readonly operator: string | undefined;
}

/** The document around the content of a page. */
export function documentOf({ language }: Frame, title: string, content: Html): string {
  return `<!doctype html>\n${
    html`<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${title} · ${say(language, 'product')}</title><link rel="icon" href="/cloud/icon.svg"><link rel="stylesheet" href="/cloud/style.css"></head>
<body>${content}</body></html>`.text
  }\n`;
}

/** A whole page: the bar, one box in the middle, the foot. */
export function page(frame: Frame, title: string, middle: Html): string {
  const { language, host, operator } = frame;
  const t = (name: Text) => say(language, name);
  const foot = operator === undefined ? '' : say(language, 'runBy', { operator });
  const content = html`<div class="web"><header class="wbar">${mark}<b>${t('product')}</b><span class="grow"></span>
<span class="say host">${icon('lock')}<span class="cut">${host}</span></span><span class="say" title="${t('languageLabel')}">${icon('languages')}${t('language')}</span></header>
<main class="wmid">${middle}</main>
<footer class="wfoot"><span>${foot}</span></footer></div>`;
  return documentOf(frame, title, content);
}
