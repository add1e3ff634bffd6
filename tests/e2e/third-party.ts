import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** An extension as somebody else might write it, and as no example should. */
export interface ThirdPartyExtension {
  /** Its folder, and the word that its ids begin with. */
  readonly word: string;
  readonly displayName?: string;
  readonly description?: string;
  /** `requires`, `rights`, `contributes` and so on. */
  readonly atelier?: object;
  /** The body of `activate(ctx)`. */
  readonly activate?: string;
  /** The module that exports `elements`; `html`, `css`, `LitElement`, `Slice` and `WindowChannel` are imported already. */
  readonly ui?: string;
  readonly texts?: Readonly<Record<'en' | 'fr', object>>;
}

const imports = "import { css, html, LitElement } from 'lit';\nimport { Slice, WindowChannel } from '@atelier/kernel/ui';\n";

/** Writes it into a profile, as if the person had installed it. */
export function installThirdParty(userData: string, extension: ThirdPartyExtension): void {
  const { word, displayName, description, atelier = {}, activate, ui, texts = {} } = extension;
  const folder = join(userData, 'extensions', word);
  const manifest = {
    name: `@acme/${word}`,
    version: '1.0.0',
    ...(description !== undefined && { description }),
    type: 'module',
    engines: { atelier: '^1.0.0' },
    atelier: {
      ...(displayName !== undefined && { displayName }),
      ...(activate !== undefined && { main: './main.js' }),
      ...(ui !== undefined && { ui: './elements.js' }),
      ...atelier,
    },
  };
  const files: Record<string, string> = {
    'package.json': JSON.stringify(manifest),
    ...(activate !== undefined && { 'main.js': `export default { activate(ctx) { ${activate} } };\n` }),
    ...(ui !== undefined && { 'elements.js': imports + ui }),
    ...Object.fromEntries(Object.entries(texts).map(([language, table]) => [`text/${language}.json`, JSON.stringify(table)])),
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}
