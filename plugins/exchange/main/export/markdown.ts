import type { Entry } from '@atelier/agent/contract';
import { visibleText } from '@atelier/kernel';
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

/** A Markdown document with front matter. */
export function writeMarkdown(transcript: Transcript, options: WriteOptions, name: string): RenderedDocument {
  const label = labels[options.locale];
  const images = openImages(options, name);
  return { extension: 'md', pieces: pieces(), beside: images.beside };

  function* pieces(): Generator<string> {
    const title = oneLine(transcript.title) || label.untitled;
    yield frontMatter({ ...transcript, title }, options);
    yield `# ${escaped(title)}\n`;
    for (const entry of transcript.entries) {
      const parts = partsOf(entry, options).map(part => markdownOf(part, label, () => images.addressOf(part)));
      const shown = [entry.text ?? '', ...parts, entry.problem ? `> ${label.failed}: ${oneLine(entry.problem.message)}` : ''].filter(
        Boolean,
      );
      if (shown.length > 0) yield `\n${headingOf(entry, label, options)}\n\n${shown.join('\n\n')}\n`;
    }
  }
}

/** Values are written as JSON, which is valid YAML and has only one way to quote strings. */
function frontMatter({ title, createdAt, project, entries, conversation }: Transcript, { exportedAt }: WriteOptions): string {
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

function headingOf({ kind, at, model }: Entry, label: Labels, { locale }: WriteOptions): string {
  return `## ${[label[kind], model && escaped(model), dateTimeText(locale, at)].filter(Boolean).join(' · ')}`;
}

function markdownOf(part: TranscriptPart, label: Labels, address: () => string | undefined): string {
  const text = part.text ?? '';
  switch (part.kind) {
    case 'text':
      return text.trim();
    case 'thinking':
      // A tag in the text must not close the surrounding `details`.
      return text.trim() === '' ? '' : details(label.thinking, text.trim().replaceAll(/<(?=\/?(?:details|summary)\b)/gi, '&lt;'));
    case 'image': {
      const found = address();
      return found === undefined ? `*${label.missingImage}*` : `![${label.image}](${found})`;
    }
    case 'tool': {
      const [call, answer] = [callText(part), answerText(part)];
      const state = part.outcome === undefined ? label.unanswered : part.outcome.ok ? label.answered : label.failed;
      const blocks = [
        fenced(call.text, call.language),
        answer.text === '' ? `*${state}*` : `*${state}*\n\n${fenced(answer.text, answer.language)}`,
      ];
      return [`**\`${oneLine(part.name ?? '').replaceAll('`', '’')}\`**`, ...blocks].filter(Boolean).join('\n\n');
    }
  }
}

function details(title: string, text: string): string {
  return `<details>\n<summary>${title}</summary>\n\n${text}\n\n</details>`;
}

/** A code block whose fence is longer than any run of backticks inside. */
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
