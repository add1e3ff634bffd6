import { pictureSource, showsHost, targetOf } from './address.ts';
import { decodeEntities } from './entities.ts';
import type { Token, Tokens } from './lexer.ts';
import type { MarkdownTexts } from './text.ts';
import { visibleText } from './visible-text.ts';

/**
 * A link without an `href`: a browser may resolve and preconnect the hosts of links that have one, which tells a third party's
 * name server about the text before a click. A click dispatches `ui-link`.
 */
export function linkNode(token: Tokens.Link, words: MarkdownTexts): { readonly node: Node; readonly inner: Element } {
  const text = textOf(token.tokens);
  const target = targetOf(decodeEntities(token.href), text);
  if (target === undefined) {
    const node = document.createElement('span');
    return { node, inner: node };
  }
  const link = document.createElement('a');
  link.role = 'link';
  link.tabIndex = 0;
  link.dataset.href = target.href;
  const shown = visibleText(target.href, 'code');
  link.title = target.isDoubtful ? words.doubtful(shown) : shown;
  if (target.isDoubtful) link.className = 'doubtful';
  if (!target.isDoubtful && showsHost(text, target.host)) return { node: link, inner: link };
  // Beside the text of the link, so that only the written text is copied.
  const inner = document.createElement('span');
  const host = document.createElement('span');
  host.className = 'host';
  host.append(new Text(`\u00a0${target.host}`));
  link.append(inner, host);
  return { node: link, inner };
}

/** A picture in the text itself is shown; one from another host is a button that names the host. */
export function pictureNode(token: Tokens.Image, words: MarkdownTexts): Node {
  const alt = visibleText(decodeEntities(token.text), 'prose') || words.picture;
  const { kind, href, host } = pictureSource(decodeEntities(token.href));
  if (kind === 'inline') return shownPicture(href, alt);
  const chip = document.createElement(kind === 'remote' ? 'button' : 'span');
  chip.className = 'picture';
  const name = document.createElement('span');
  name.append(new Text(alt));
  chip.append(name);
  if (kind === 'none') {
    chip.title = words.noPicture;
    return chip;
  }
  const from = document.createElement('span');
  from.className = 'host';
  from.append(new Text(host));
  chip.append(from);
  chip.dataset.picture = href;
  chip.dataset.host = host;
  chip.title = `${words.showPicture(host)}\n${visibleText(href, 'code')}`;
  return chip;
}

/** The picture element; it requests only its own address, without a referrer. */
export function shownPicture(source: string, alt: string): HTMLImageElement {
  const picture = document.createElement('img');
  picture.alt = alt;
  picture.decoding = 'async';
  picture.referrerPolicy = 'no-referrer';
  picture.src = source;
  return picture;
}

function textOf(tokens: readonly Token[]): string {
  return tokens.map(token => ('tokens' in token && token.tokens ? textOf(token.tokens) : ((token as Tokens.Text).text ?? ''))).join('');
}
