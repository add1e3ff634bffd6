import type { Entry } from '@atelier/agent/contract';
import { visibleText } from '@atelier/kernel';
import { codeBlock, escapeHtml, htmlOf } from './blocks.ts';
import { dateTimeText, type Labels, labels } from './labels.ts';
import {
  answerText,
  callText,
  modelsOf,
  openImages,
  partsOf,
  type RenderedDocument,
  type Transcript,
  type TranscriptPart,
  type WriteOptions,
} from './transcript.ts';

/** A self-contained page. Its content security policy forbids scripts and network requests. */
export function writeHtml(transcript: Transcript, options: WriteOptions, name: string): RenderedDocument {
  const label = labels[options.locale];
  const images = openImages(options, name);
  return { extension: 'html', pieces: pieces(), beside: images.beside };

  function* pieces(): Generator<string> {
    yield head(transcript, options, label);
    for (const entry of transcript.entries) {
      const parts = partsOf(entry, options).map(part => partHtml(part, label, () => images.addressOf(part)));
      const shown = [entry.text === undefined ? '' : htmlOf(entry.text), ...parts, problem(entry, label)].filter(Boolean);
      if (shown.length > 0)
        yield `<article class="${entry.kind}" dir="auto">${headingOf(entry, label, options)}${shown.join('')}</article>\n`;
    }
    yield '</main></body></html>\n';
  }
}

const line = (text: string): string => escapeHtml(visibleText(text.replaceAll(/\s+/g, ' ').trim(), 'prose'));

function head({ title, createdAt, project, entries }: Transcript, { locale, exportedAt, images }: WriteOptions, label: Labels): string {
  const shown = line(title) || label.untitled;
  const meta = [
    dateTimeText(locale, createdAt),
    ...modelsOf(entries),
    ...(project === undefined ? [] : [`${label.project} ${project.name}`]),
    label.exported.replace('{date}', dateTimeText(locale, exportedAt)),
  ];
  const source = images === 'beside' ? `data: 'self' file:` : 'data:';
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src ${source}; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${shown}</title>
<style>${pageStyle}</style>
</head>
<body><main>
<header><h1 dir="auto">${shown}</h1><p>${meta.map(line).join(' · ')}</p></header>
`;
}

function headingOf({ kind, at, model }: Entry, label: Labels, { locale }: WriteOptions): string {
  const time = `<time datetime="${new Date(at).toISOString()}">${line(dateTimeText(locale, at))}</time>`;
  return `<h2>${label[kind]}${model === undefined ? '' : ` <span>${line(model)}</span>`} ${time}</h2>`;
}

function problem({ problem: failed }: Entry, label: Labels): string {
  return failed === undefined ? '' : `<p class="failed">${label.failed} · ${line(failed.message)}</p>`;
}

function partHtml(part: TranscriptPart, label: Labels, address: () => string | undefined): string {
  const text = part.text ?? '';
  switch (part.kind) {
    case 'text':
      return htmlOf(text);
    case 'thinking':
      return text.trim() === '' ? '' : `<details><summary>${label.thinking}</summary>${htmlOf(text)}</details>`;
    case 'image': {
      const found = address();
      return found === undefined
        ? `<p class="aside">${label.missingImage}</p>`
        : `<p><img alt="${label.image}" src="${escapeHtml(found)}"></p>`;
    }
    case 'tool': {
      const [call, answer] = [callText(part), answerText(part)];
      const state = part.outcome === undefined ? label.unanswered : part.outcome.ok ? label.answered : label.failed;
      const mark = part.outcome === undefined ? '–' : part.outcome.ok ? '✓' : '✗';
      const name = escapeHtml(visibleText(part.name ?? '', 'code'));
      const gist = line(call.text.slice(0, 400)).slice(0, 300);
      const inner = [
        call.text && `<h3>${label.called}</h3>${codeBlock(call.text)}`,
        `<h3>${state}</h3>`,
        answer.text && codeBlock(answer.text),
      ];
      return `<details class="tool${part.outcome?.ok === false ? ' failed' : ''}"><summary><b>${mark} ${name}</b> <code>${gist}</code></summary>${inner.join('')}</details>`;
    }
  }
}

/** The style sheet of an exported page: the app's colours and line length, without external fonts. */
const pageStyle = `
:root { color-scheme: light dark; --bg: #fdfcfb; --raised: #f4f2ef; --line: #e2ded9; --text: #211e1b; --text-2: #5f5952; --accent: #0b5f80; --danger: #a3231b; }
@media (prefers-color-scheme: dark) { :root { --bg: #191817; --raised: #242220; --line: #35322f; --text: #eceae7; --text-2: #a8a29b; --accent: #7fc4e2; --danger: #f0a097; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--text); font: 15px/1.6 "Inter Variable", Inter, system-ui, sans-serif; }
main { max-inline-size: 48rem; margin-inline: auto; padding: 48px 20px 96px; }
header { margin-block-end: 32px; padding-block-end: 16px; border-block-end: 1px solid var(--line); }
h1 { margin: 0 0 4px; font-size: 26px; line-height: 32px; letter-spacing: -.01em; overflow-wrap: anywhere; }
header p, h2 span, time, .aside { color: var(--text-2); font-size: 13px; font-weight: 400; }
header p { margin: 0; }
article { margin-block: 24px; overflow-wrap: anywhere; }
article.user { padding: 12px 16px; border: 1px solid var(--line); border-radius: 8px; background: var(--raised); }
article.compaction, article.notice { padding-inline-start: 16px; border-inline-start: 2px solid var(--line); color: var(--text-2); }
h2 { margin: 0 0 8px; font-size: 13px; line-height: 20px; }
h3, h4, h5, h6 { margin: 20px 0 8px; font-size: 15px; line-height: 24px; }
p, ul, ol, blockquote, pre { margin: 0 0 12px; }
article > :last-child { margin-block-end: 0; }
.plain { white-space: pre-wrap; }
a { color: var(--accent); }
blockquote { padding-inline-start: 12px; border-inline-start: 2px solid var(--line); color: var(--text-2); }
code, pre { font: 13px/20px "JetBrains Mono Variable", ui-monospace, monospace; font-variant-ligatures: none; }
:not(pre) > code { padding: 1px 4px; border-radius: 4px; background: var(--raised); }
pre { overflow: auto; max-block-size: 32rem; padding: 12px; border: 1px solid var(--line); border-radius: 6px; background: var(--raised); white-space: pre; direction: ltr; text-align: start; }
pre code { padding: 0; background: none; }
details { margin: 0 0 12px; border: 1px solid var(--line); border-radius: 6px; padding: 6px 12px; }
summary { cursor: pointer; color: var(--text-2); font-size: 13px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
summary code { background: none !important; }
summary:focus-visible, a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
details[open] > summary { margin-block-end: 8px; white-space: normal; }
details h3 { margin: 8px 0 4px; color: var(--text-2); font-size: 12px; line-height: 16px; font-weight: 500; }
.failed, .failed > summary { color: var(--danger); }
.table { overflow: auto; margin-block-end: 12px; }
table { border-collapse: collapse; }
th, td { padding: 4px 10px; border: 1px solid var(--line); text-align: start; vertical-align: top; }
img { max-inline-size: 100%; block-size: auto; border-radius: 6px; }
hr { block-size: 1px; border: 0; background: var(--line); }
@media print { main { padding: 0; } pre { max-block-size: none; white-space: pre-wrap; } details { break-inside: avoid; } }
`;
