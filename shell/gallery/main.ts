import { defineKit } from '@atelier/kernel/kit';
import { makeForceable } from './forced-states.ts';
import { GalleryPage } from './gallery-page.ts';
import { applyLook, readLook } from './look.ts';
import { sections } from './sections/index.ts';

applyLook(readLook(location.search));
await defineKit();
makeForceable(sections.map(({ tag }) => customElements.get(tag)));
customElements.define('gallery-page', GalleryPage);
