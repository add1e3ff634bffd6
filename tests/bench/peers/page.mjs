import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { Streamdown } from 'streamdown';
import { streamed } from '../fixtures/streamed.ts';
import './node_modules/@mariozechner/mini-lit/dist/MarkdownBlock.js';
import './node_modules/@mariozechner/pi-web-ui/dist/components/Messages.js';
import './node_modules/@mariozechner/pi-web-ui/dist/components/StreamingMessageContainer.js';

// What others show an answer with, each fed as it is meant to be: whole text so far, once a frame.
const batched = show => {
  let text = '';
  let isWaiting = false;
  const flush = () => {
    isWaiting = false;
    show(text);
  };
  return {
    append(delta) {
      text += delta;
      if (!isWaiting) requestAnimationFrame(flush);
      isWaiting = true;
    },
    end: () => show(text),
  };
};

const react = view => place => {
  const root = createRoot(place);
  return { ...batched(text => flushSync(() => root.render(view(text)))), text: () => place.textContent ?? '' };
};

const subjects = {
  'react-markdown': react(text => createElement(Markdown, { remarkPlugins: [remarkGfm] }, text)),
  streamdown: react(text => createElement(Streamdown, undefined, text)),
  'pi-web-ui': place => {
    const container = document.createElement('streaming-message-container');
    container.isStreaming = true;
    place.append(container);
    const message = text => ({
      role: 'assistant',
      content: [{ type: 'text', text }],
      timestamp: 0,
      stopReason: 'stop',
      usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, cost: { total: 0 } },
    });
    let text = '';
    return {
      append(delta) {
        text += delta;
        container.setMessage(message(text));
      },
      end: () => container.setMessage(message(text), true),
      text: () => place.textContent ?? '',
    };
  },
};

const worker = new Worker(new URL('../fixtures/pacer.ts', import.meta.url), { type: 'module' });
Object.assign(globalThis, { run: name => streamed(subjects[name], worker) });
document.documentElement.dataset.ready = '';
