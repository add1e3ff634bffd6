import type { Plugin } from 'vite';

const firstFont = /inter-latin-wght-normal-[^/]*\.woff2$/;

/** Lets the browser fetch and read what the first screen needs with the page itself, instead of when its script asks for it. */
export function preloadFirst(): Plugin {
  return {
    name: 'preload-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const files = Object.values(bundle);
        const font = files.find(file => firstFont.test(file.fileName));
        const entry = files.find(file => file.type === 'chunk' && file.isEntry);
        const shared = entry?.type === 'chunk' ? entry.imports : [];
        const links = [
          ...shared.map(file => `<link rel="modulepreload" crossorigin href="/${file}">`),
          font && `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font.fileName}">`,
        ];
        return html.replace(/\s*<script type="module"/, script => `\n    ${links.filter(Boolean).join('\n    ')}${script}`);
      },
    },
  };
}
