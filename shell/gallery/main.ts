import { defineKit, kitElements } from '@atelier/kernel/kit';
import { makeForceable } from './forced-states.ts';
import { GalleryPage } from './gallery-page.ts';
import { readLook, wearLook } from './look.ts';

wearLook(readLook(location.search));
defineKit();
makeForceable(Object.values(kitElements));
customElements.define('gallery-page', GalleryPage);
