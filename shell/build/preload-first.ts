import type { Plugin } from 'vite';

/** What the first screen is made of, beside the page's own script. */
const firstModule = /plugins\/workbench\/ui\/index\.ts$/;
const firstFont = /inter-latin-wght-normal-[^/]*\.woff2$/;

/** Lets the browser fetch what the first screen needs while it still reads the page, instead of when the scripts ask for it. */
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
        const links = [
          chunk && `<link rel="modulepreload" crossorigin href="/${chunk.fileName}">`,
          font && `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font.fileName}">`,
        ];
        return html.replace('</head>', `${links.filter(Boolean).join('\n    ')}\n  </head>`);
      },
    },
  };
}
