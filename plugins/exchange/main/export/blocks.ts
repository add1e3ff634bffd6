import { visibleText } from '@atelier/kernel';
import { lexer, type Token, type Tokens } from 'marked';

const maxLength = 400_000;

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`);
}

const prose = (text: string): string => escapeHtml(visibleText(text, 'prose'));
const code = (text: string): string => escapeHtml(visibleText(text, 'code'));

/**
 * Converts Markdown to HTML of fixed tags and escaped text only: HTML in it is shown as text, an image as its name and address, and
 * a link leads only to a web or mail address, whose host is shown.
 */
export function htmlOf(markdown: string): string {
  if (markdown.length > maxLength) return plainText(markdown);
  try {
    return blocksOf(lexer(markdown, { gfm: true, breaks: true }));
  } catch {
    // Nested too deeply for the stack: show the source.
    return plainText(markdown);
  }
}

const plainText = (text: string): string => `<p class="plain">${prose(text)}</p>`;

function blocksOf(tokens: readonly Token[]): string {
  return tokens.map(blockOf).join('');
}

function blockOf(token: Token): string {
  switch (token.type) {
    case 'space':
    case 'def':
      return '';
    case 'hr':
      return '<hr>';
    case 'heading': {
      // The page's own headings use the levels above.
      const level = Math.min(6, (token as Tokens.Heading).depth + 2);
      return `<h${level}>${inlineOf(token.tokens)}</h${level}>`;
    }
    case 'paragraph':
      return `<p>${inlineOf(token.tokens)}</p>`;
    case 'code':
      return codeBlock((token as Tokens.Code).text);
    case 'blockquote':
      return `<blockquote>${blocksOf(token.tokens ?? [])}</blockquote>`;
    case 'list': {
      const { ordered, start, items } = token as Tokens.List;
      const inner = items.map(item => `<li>${item.task ? (item.checked ? '☑ ' : '☐ ') : ''}${blocksOf(item.tokens)}</li>`).join('');
      return ordered ? `<ol start="${Number(start) || 1}">${inner}</ol>` : `<ul>${inner}</ul>`;
    }
    case 'table': {
      const { header, rows } = token as Tokens.Table;
      const cells = (row: readonly Tokens.TableCell[], tag: string) =>
        row.map(({ tokens }) => `<${tag}>${inlineOf(tokens)}</${tag}>`).join('');
      return `<div class="table"><table><tr>${cells(header, 'th')}</tr>${rows.map(row => `<tr>${cells(row, 'td')}</tr>`).join('')}</table></div>`;
    }
    case 'html':
      return `<p class="plain">${prose(token.raw.trimEnd())}</p>`;
    default:
      return token.type === 'text' && token.tokens !== undefined ? inlineOf(token.tokens) : prose(token.raw);
  }
}

function inlineOf(tokens: readonly Token[] = []): string {
  return tokens.map(inline).join('');
}

function inline(token: Token): string {
  switch (token.type) {
    case 'strong':
    case 'em':
    case 'del':
      return `<${token.type}>${inlineOf(token.tokens)}</${token.type}>`;
    case 'br':
      return '<br>';
    case 'codespan':
      return `<code>${code((token as Tokens.Codespan).text)}</code>`;
    case 'link':
      return link(token as Tokens.Link);
    case 'image':
      return `<span class="aside">🖼 ${prose((token as Tokens.Image).text)} ${code((token as Tokens.Image).href)}</span>`;
    case 'escape':
      return prose((token as Tokens.Escape).text);
    case 'text':
      return token.tokens === undefined ? prose((token as Tokens.Text).text) : inlineOf(token.tokens);
    default:
      return prose(token.raw);
  }
}

/** Shows the host after a link text that does not contain it. */
function link({ href, text, tokens }: Tokens.Link): string {
  const shown = inlineOf(tokens);
  let url: URL;
  try {
    url = new URL(href);
  } catch {
    return shown;
  }
  if (!/^(?:https?|mailto):$/.test(url.protocol)) return shown;
  const place = url.protocol === 'mailto:' ? url.pathname : url.host;
  const named = text.includes(place) ? '' : ` <span class="aside">(${code(place)})</span>`;
  return `<a href="${escapeHtml(url.href)}" rel="noopener noreferrer nofollow">${shown}</a>${named}`;
}

export function codeBlock(text: string): string {
  return `<pre><code>${code(text)}</code></pre>`;
}
