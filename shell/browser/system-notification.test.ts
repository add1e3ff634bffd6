import { expect, test } from 'vitest';
import { notifyArguments } from './system-notification.ts';

test('what a model wrote is no markup of the desktop’s notification, hides no character and is no option', () => {
  expect(notifyArguments({ title: '-h \u202etitle', body: '<a href="https://evil.example">Tides</a> & <b>moon</b>' })).toEqual([
    '--app-name=Atelier',
    '--',
    expect.stringMatching(/^-h [^\u202e]+title$/),
    '&lt;a href="https://evil.example"&gt;Tides&lt;/a&gt; &amp; &lt;b&gt;moon&lt;/b&gt;',
  ]);
});
