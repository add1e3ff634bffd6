import type { LanguageName } from './language-names.ts';
import { marksOf } from './marks.ts';

export type MarksOf = typeof marksOf;

interface Asked {
  readonly id: number;
  readonly code: string;
  readonly language: LanguageName;
}

// Nothing but where the words of each kind stand leaves this place.
if (typeof document === 'undefined') {
  addEventListener('message', ({ data: { id, code, language } }: MessageEvent<Asked>) => {
    void marksOf(code, language).then(
      marks => postMessage({ id, marks }, { transfer: [marks.buffer] }),
      () => postMessage({ id }),
    );
  });
} else {
  // A page that may start no worker loads this very file. It hears of it by an event, since Vite keeps no exports of a worker's file.
  dispatchEvent(new CustomEvent('ui-highlighter', { detail: marksOf }));
}
