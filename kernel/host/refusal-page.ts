import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Locale } from '@atelier/kernel';
import type { Refusal } from './refusals.ts';

// The tokens of kernel/ui/theme.css that this page needs, inlined: the page may not load anything, not even a style sheet.
const style = `
:root { color-scheme: light; --bg: oklch(96.6% 0.004 70); --raised: oklch(100% 0 0); --line: oklch(91% 0.005 70); --text: oklch(24% 0.008 70); --text-2: oklch(43% 0.008 70); --text-3: oklch(50.5% 0.008 70); --accent: oklch(48% 0.086 225); --on-accent: oklch(100% 0 0); }
@media (prefers-color-scheme: dark) { :root { color-scheme: dark; --bg: oklch(17% 0.004 70); --raised: oklch(23.5% 0.005 70); --line: oklch(28.5% 0.006 70); --text: oklch(93% 0.005 70); --text-2: oklch(76.5% 0.007 70); --text-3: oklch(68.5% 0.008 70); --accent: oklch(74% 0.1 225); --on-accent: oklch(19% 0.03 225); } }
@media (prefers-contrast: more) { :root { --line: currentColor; --text-2: var(--text); --text-3: var(--text); } }
* { box-sizing: border-box; margin: 0; }
body { min-block-size: 100vh; min-block-size: 100dvh; display: grid; place-items: center; padding: 24px 16px; background: var(--bg); color: var(--text); font: 14px/22px "Inter Variable", system-ui, -apple-system, "Segoe UI", sans-serif; }
main { inline-size: 100%; max-inline-size: 520px; padding: 32px; background: var(--raised); border: 1px solid var(--line); border-radius: 12px; }
svg { display: block; inline-size: 32px; block-size: 32px; margin-block-end: 20px; }
.tile { fill: var(--accent); } .mark { fill: none; stroke: var(--on-accent); stroke-width: 2.6; stroke-linecap: round; stroke-linejoin: round; }
h1 { font-size: 20px; line-height: 28px; font-weight: 600; text-wrap: balance; margin-block-end: 12px; }
p { color: var(--text-2); text-wrap: pretty; overflow-wrap: anywhere; }
code { font: 13px/22px "JetBrains Mono Variable", ui-monospace, "SF Mono", "Cascadia Mono", monospace; color: var(--text); white-space: nowrap; }
footer { margin-block-start: 24px; padding-block-start: 12px; border-block-start: 1px solid var(--line); color: var(--text-3); font-size: 12px; line-height: 16px; }
@media (max-width: 480px) { main { padding: 24px 20px; } }
`;

const styleHash = createHash('sha256').update(style).digest('base64');

const headers = {
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleHash}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
} as const;

/** Answers with a refusal: a page for a browser navigation, a short text for every other request. */
export function sendRefusal(response: ServerResponse, asked: IncomingHttpHeaders, refusal: Refusal): void {
  const locale = localeOf(asked['accept-language']);
  const page = isNavigation(asked);
  const type = page ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8';
  const language = { 'Content-Type': type, 'Content-Language': locale };
  response.writeHead(refusal.status, { ...headers, ...language }).end(page ? refusalPage(refusal, locale) : refusal.error.in(locale));
}

/** The empty page where a window waits for its cookie. Without one, it reloads into the refusal page, which says what to do. */
export function sendBootPage(response: ServerResponse): void {
  const page = `<!doctype html><html lang="fr"><head><meta charset="utf-8"><title>Atelier</title><meta http-equiv="refresh" content="20;url=/"><link rel="icon" href="data:,"><style>${style}</style></head><body></body></html>\n`;
  response.writeHead(200, { ...headers, 'Content-Type': 'text/html; charset=utf-8' }).end(page);
}

/** The first supported language in an Accept-Language header; French, the product's default, if there is none. */
export function localeOf(acceptLanguage: string | undefined): Locale {
  const wanted = (acceptLanguage ?? '')
    .slice(0, 500)
    .split(',')
    .map(part => {
      const [tag = '', quality = 'q=1'] = part
        .toLowerCase()
        .split(';')
        .map(one => one.trim());
      return { language: tag.split('-', 1)[0], weight: Number(quality.replace('q=', '')) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  return wanted.find(({ language }) => language === 'fr' || language === 'en')?.language === 'en' ? 'en' : 'fr';
}

function isNavigation(asked: IncomingHttpHeaders): boolean {
  const destination = asked['sec-fetch-dest'];
  return destination === undefined ? (asked.accept ?? '').includes('text/html') : destination === 'document';
}

function refusalPage({ status, error }: Refusal, locale: Locale): string {
  const sentence = error.in(locale);
  const end = sentence.indexOf('. ') + 1;
  const [heading, rest] = [sentence.slice(0, end).replace(/\.$/, ''), sentence.slice(end + 1)].map(escaped);
  return `<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${heading} · Atelier</title><link rel="icon" href="data:,"><style>${style}</style></head>
<body><main>
<svg viewBox="0 0 32 32" aria-hidden="true"><rect class="tile" width="32" height="32" rx="8"/><path class="mark" d="M9 23 16 8l7 15M12.2 17.5h7.6"/></svg>
<h1>${heading}</h1>
<p>${withCommands(rest ?? '')}</p>
<footer>Atelier · ${status} · ${escaped(error.code)}</footer>
</main></body>
</html>
`;
}

/** Commands to type are shown as code, on one line. */
function withCommands(html: string): string {
  return html.replace(/« (npm start) »|&#34;(npm start)&#34;/g, (_quoted, french, english) => `<code>${french ?? english}</code>`);
}

/** No sentence contains text of a request; it is escaped all the same. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`);
}
