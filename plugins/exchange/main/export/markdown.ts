import type { Entry } from '@atelier/agent/contract';
import { visibleText } from '@atelier/kernel';
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

/** A document that is read as it is and by any program that knows Markdown. */
export function writeMarkdown(subject: Subject, options: WriteOptions, name: string): Written {
  const word = words[options.locale];
  const images = openImages(options, name);
  return { extension: 'md', pieces: pieces(), beside: images.beside };

  function* pieces(): Generator<string> {
    const title = oneLine(subject.title) || word.untitled;
    yield frontMatter({ ...subject, title }, options);
    yield `# ${escaped(title)}\n`;
    for (const entry of subject.entries) {
      const parts = partsOf(entry, options).map(part => markdownOf(part, word, () => images.addressOf(part)));
      const shown = [entry.text ?? '', ...parts, entry.problem ? `> ${word.failed}: ${oneLine(entry.problem.message)}` : ''].filter(
        Boolean,
      );
      if (shown.length > 0) yield `\n${headingOf(entry, word, options)}\n\n${shown.join('\n\n')}\n`;
    }
  }
}

/** JSON texts are YAML texts, and of the two only JSON has one way to write them. */
function frontMatter({ title, createdAt, project, entries, conversation }: Subject, { exportedAt }: WriteOptions): string {
  const models = modelsOf(entries);
  const fields: Readonly<Record<string, unknown>> = {
    title,
    date: new Date(createdAt).toISOString(),
    ...(models.length > 0 && { model: models.length === 1 ? models[0] : models }),
    ...(project !== undefined && { project: project.name }),
    conversation,
    exported: new Date(exportedAt).toISOString(),
  };
  const written = Object.entries(fields).map(([name, value]) => `${name}: ${visibleText(JSON.stringify(value), 'prose')}\n`);
  return `---\n${written.join('')}---\n\n`;
}

function headingOf({ kind, at, model }: Entry, word: Words, { locale }: WriteOptions): string {
  return `## ${[word[kind], model && escaped(model), momentText(locale, at)].filter(Boolean).join(' · ')}`;
}

function markdownOf(part: Shown, word: Words, address: () => string | undefined): string {
  const text = part.text ?? '';
  switch (part.kind) {
    case 'text':
      return text.trim();
    case 'thinking':
      // A line of the thought must not end what folds it.
      return text.trim() === '' ? '' : folded(word.thinking, text.trim().replaceAll(/<(?=\/?(?:details|summary)\b)/gi, '&lt;'));
    case 'image': {
      const found = address();
      return found === undefined ? `*${word.missingImage}*` : `![${word.image}](${found})`;
    }
    case 'tool': {
      const [call, answer] = [callText(part), answerText(part)];
      const state = part.outcome === undefined ? word.unanswered : part.outcome.ok ? word.answered : word.failed;
      const blocks = [
        fenced(call.text, call.language),
        answer.text === '' ? `*${state}*` : `*${state}*\n\n${fenced(answer.text, answer.language)}`,
      ];
      return [`**\`${oneLine(part.name ?? '').replaceAll('`', '’')}\`**`, ...blocks].filter(Boolean).join('\n\n');
    }
  }
}

function folded(title: string, text: string): string {
  return `<details>\n<summary>${title}</summary>\n\n${text}\n\n</details>`;
}

/** A fence that nothing inside can end. */
function fenced(text: string, language: string): string {
  if (text === '') return '';
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${visibleText(text.trimEnd(), 'code')}\n${fence}`;
}

function oneLine(text: string): string {
  return visibleText(text.replaceAll(/\s+/g, ' ').trim(), 'prose');
}

function escaped(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]<>#|]/g, sign => `\\${sign}`);
}
