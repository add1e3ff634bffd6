/** A fixed, low volume. */
const volume = 0.24;

type Reason = 'done' | 'needsYou' | 'failed';

/** In hertz, played one after the other: rising for done, level for a question, falling for a failure. */
const notes: Record<Reason, readonly [number, number]> = { done: [659.25, 987.77], needsYou: [783.99, 783.99], failed: [493.88, 369.99] };

let context: AudioContext | undefined;

/** Plays two soft notes. Browsers forbid sound before the person has interacted with the page; it stays silent then. */
export async function chime(reason: Reason): Promise<void> {
  context ??= new AudioContext();
  await context.resume().catch(() => undefined);
  if (context.state !== 'running') return;
  const loudness = context.createGain();
  loudness.gain.value = volume;
  loudness.connect(context.destination);
  for (const [index, hertz] of notes[reason].entries()) note(context, loudness, hertz, context.currentTime + index * 0.14);
}

function note(audio: AudioContext, to: AudioNode, hertz: number, at: number): void {
  const [tone, envelope] = [audio.createOscillator(), audio.createGain()];
  tone.type = 'sine';
  tone.frequency.value = hertz;
  envelope.gain.setValueAtTime(0, at);
  envelope.gain.linearRampToValueAtTime(1, at + 0.012);
  envelope.gain.exponentialRampToValueAtTime(0.001, at + 0.5);
  tone.connect(envelope).connect(to);
  tone.start(at);
  tone.stop(at + 0.52);
  tone.addEventListener('ended', () => envelope.disconnect());
}
