import { elements } from '../../../registry-dev/examples/hello-panel/ui/elements.js';

// Elements shown in the page's own document are loaded with the page, like those of bundled plugins.
for (const [tag, element] of Object.entries(elements)) customElements.define(tag, element);
