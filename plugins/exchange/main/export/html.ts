import type { Entry } from '@atelier/agent/contract';
import { visibleText } from '@atelier/kernel';
import { codeBlock, escapeHtml, htmlOf } from './blocks.ts';
import { pageStyle } from './page-style.ts';
import {
  answerText,
  callText,
  modelsOf,
  openImages,
  partsOf,
  type Shown,
  type Subject,
  type WriteOptions,
  type Written,
} from './subject.ts';
import { momentText, type Words, words } from './words.ts';

/** One page that holds everything it shows, runs nothing, and asks nothing of the network: its own policy forbids both. */
export function writeHtml(subject: Subject, options: WriteOptions, name: string): Written {
  const word = words[options.locale];
  const images = openImages(options, name);
  return { extension: 'html', pieces: pieces(), beside: images.beside };

  function* pieces(): Generator<string> {
    yield head(subject, options, word);
    for (const entry of subject.entries) {
      const parts = partsOf(entry, options).map(part => partHtml(part, word, () => images.addressOf(part)));
      const shown = [entry.text === undefined ? '' : htmlOf(entry.text), ...parts, problem(entry, word)].filter(Boolean);
      if (shown.length > 0)
        yield `<article class="${entry.kind}" dir="auto">${headingOf(entry, word, options)}${shown.join('')}</article>\n`;
    }
    yield '</main></body></html>\n';
  }
}

const line = (text: string): string => escapeHtml(visibleText(text.replaceAll(/\s+/g, ' ').trim(), 'prose'));

function head({ title, createdAt, project, entries }: Subject, { locale, exportedAt, images }: WriteOptions, word: Words): string {
  const shown = line(title) || word.untitled;
  const meta = [
    momentText(locale, createdAt),
    ...modelsOf(entries),
    ...(project === undefined ? [] : [`${word.project} ${project.name}`]),
    word.exported.replace('{date}', momentText(locale, exportedAt)),
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

function headingOf({ kind, at, model }: Entry, word: Words, { locale }: WriteOptions): string {
  const time = `<time datetime="${new Date(at).toISOString()}">${line(momentText(locale, at))}</time>`;
  return `<h2>${word[kind]}${model === undefined ? '' : ` <span>${line(model)}</span>`} ${time}</h2>`;
}

function problem({ problem: failed }: Entry, word: Words): string {
  return failed === undefined ? '' : `<p class="failed">${word.failed} · ${line(failed.message)}</p>`;
}

function partHtml(part: Shown, word: Words, address: () => string | undefined): string {
  const text = part.text ?? '';
  switch (part.kind) {
    case 'text':
      return htmlOf(text);
    case 'thinking':
      return text.trim() === '' ? '' : `<details><summary>${word.thinking}</summary>${htmlOf(text)}</details>`;
    case 'image': {
      const found = address();
      return found === undefined
        ? `<p class="aside">${word.missingImage}</p>`
        : `<p><img alt="${word.image}" src="${escapeHtml(found)}"></p>`;
    }
    case 'tool': {
      const [call, answer] = [callText(part), answerText(part)];
      const state = part.outcome === undefined ? word.unanswered : part.outcome.ok ? word.answered : word.failed;
      const mark = part.outcome === undefined ? '–' : part.outcome.ok ? '✓' : '✗';
      const name = escapeHtml(visibleText(part.name ?? '', 'code'));
      const gist = line(call.text.slice(0, 400)).slice(0, 300);
      const inner = [
        call.text && `<h3>${word.called}</h3>${codeBlock(call.text)}`,
        `<h3>${state}</h3>`,
        answer.text && codeBlock(answer.text),
      ];
      return `<details class="tool${part.outcome?.ok === false ? ' failed' : ''}"><summary><b>${mark} ${name}</b> <code>${gist}</code></summary>${inner.join('')}</details>`;
    }
  }
}
