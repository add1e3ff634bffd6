import type { Plugin } from 'vite';

/** What the first screen is made of, beside the page's own script. */
const firstModule = /plugins\/workbench\/ui\/index\.ts$/;
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
        const chunk = files.find(file => file.type === 'chunk' && firstModule.test(file.facadeModuleId ?? ''));
        const font = files.find(file => firstFont.test(file.fileName));
        const entry = files.find(file => file.type === 'chunk' && file.isEntry);
        const shared = new Set([entry, chunk].flatMap(file => (file?.type === 'chunk' ? file.imports : [])));
        const links = [
          ...[...shared].map(file => `<link rel="modulepreload" crossorigin href="/${file}">`),
          // Run before the page's own script, so that the first views are there when it asks for them, in the same turn.
          chunk && `<script type="module" crossorigin src="/${chunk.fileName}"></script>`,
          font && `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font.fileName}">`,
        ];
        return html.replace(/\s*<script type="module"/, script => `\n    ${links.filter(Boolean).join('\n    ')}${script}`);
      },
    },
  };
}
