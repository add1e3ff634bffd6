const tickMs = 100;

/**
 * Calls back once this process could run for that long. A tick that comes late, because the machine is busy or because the process
 * blocked, counts as one, so that what is slow only because nothing could run is not ended. Returns what cancels it.
 */
export function afterRunning(limitMs: number, call: () => void): () => void {
  let left = Math.ceil(limitMs / tickMs);
  let timer = setTimeout(function tick() {
    left -= 1;
    if (left > 0) timer = setTimeout(tick, tickMs);
    else call();
  }, tickMs);
  return () => clearTimeout(timer);
}
