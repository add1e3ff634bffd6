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

/** A whole page: the bar, one box in the middle, the foot. */
export function page({ language, host, operator }: Frame, title: string, middle: Html): string {
  const t = (name: Text) => say(language, name);
  const foot = operator === undefined ? '' : say(language, 'runBy', { operator });
  return `<!doctype html>\n${
    html`<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${title} · ${t('product')}</title><link rel="stylesheet" href="/cloud/style.css"></head>
<body><div class="web"><header class="wbar">${mark}<b>${t('product')}</b><span class="grow"></span>
<span class="say host">${icon('lock')}<span class="cut">${host}</span></span><span class="say" title="${t('languageLabel')}">${icon('languages')}${t('language')}</span></header>
<main class="wmid">${middle}</main>
<footer class="wfoot"><span>${foot}</span></footer></div></body></html>`.text
  }\n`;
}
