/** What the suite asks of the page, over the page's first port. */
export interface Order {
  readonly open?: number;
  readonly close?: number;
  readonly send?: number;
  readonly message?: unknown;
}

/** What the page says of the ports it opened. */
export interface News {
  readonly opened?: number;
  readonly closed?: number;
  readonly from?: number;
  readonly message?: unknown;
}

/** The page of the host suite: it opens ports as it is told over its first one, and passes on what crosses them. */
export async function relay(nextPort: () => Promise<MessagePort>): Promise<void> {
  const control = await nextPort();
  const ports = new Map<number, MessagePort>();
  const tell = (news: News) => control.postMessage(news);

  async function open(id: number): Promise<void> {
    const port = await nextPort();
    ports.set(id, port);
    port.addEventListener('message', ({ data }) => tell({ from: id, message: data }));
    port.addEventListener('close', () => tell({ closed: id }));
    port.start();
    tell({ opened: id });
  }

  control.addEventListener('message', ({ data }: MessageEvent<Order>) => {
    if (data.open !== undefined) void open(data.open);
    if (data.send !== undefined) ports.get(data.send)?.postMessage(data.message);
    if (data.close !== undefined) ports.get(data.close)?.close();
  });
  control.start();
}
