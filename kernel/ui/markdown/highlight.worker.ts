import type { LanguageName } from './language-names.ts';
import { marksOf } from './marks.ts';

export type MarksOf = typeof marksOf;

interface Asked {
  readonly id: number;
  readonly code: string;
  readonly language: LanguageName;
}

// The worker returns only positions and kinds of words.
if (typeof document === 'undefined') {
  addEventListener('message', ({ data: { id, code, language } }: MessageEvent<Asked>) => {
    void marksOf(code, language).then(
      marks => postMessage({ id, marks }, { transfer: [marks.buffer] }),
      () => postMessage({ id }),
    );
  });
} else {
  // A page that may not start workers imports this file itself. It gets the function by an event, since Vite drops a worker file's exports.
  dispatchEvent(new CustomEvent('ui-highlighter', { detail: marksOf }));
}
