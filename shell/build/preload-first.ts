import type { Plugin } from 'vite';

const firstFont = /inter-latin-wght-normal-[^/]*\.woff2$/;
const style = /\s*<link rel="stylesheet"[^>]*>/;
const script = /\s*<script type="module"[^>]*src="\/([^"]+)"[^>]*><\/script>/;

/**
 * Adds preload links for the files of the first screen, in the order of use: a script waits for the styles before it, and what is
 * requested first arrives first.
 */
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
        const [styles = ''] = style.exec(html) ?? [];
        return html.replace(style, '').replace(script, (whole, own: string) => {
          const shared = entry?.type === 'chunk' ? entry.imports.filter(file => file !== own) : [];
          const links = [
            ...shared.map(file => `<link rel="modulepreload" crossorigin href="/${file}">`),
            font && `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font.fileName}">`,
          ];
          return `${styles}${whole}\n    ${links.filter(Boolean).join('\n    ')}`;
        });
      },
    },
  };
}
