import { elements } from '../../../registry-dev/examples/hello-panel/ui/elements.js';

// What the page shows in its own document, it has from the beginning, as it has the elements of plugins.
for (const [tag, element] of Object.entries(elements)) customElements.define(tag, element);
