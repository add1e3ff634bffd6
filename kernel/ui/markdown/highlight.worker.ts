import { marksOf } from './marks.ts';

// Nothing but where the words of each kind stand leaves this place.
addEventListener('message', ({ data }: MessageEvent<{ id: number; code: string; language: string }>) => {
  void marksOf(data.code, data.language).then(
    marks => postMessage({ id: data.id, marks }, { transfer: [marks.buffer] }),
    () => postMessage({ id: data.id }),
  );
});
