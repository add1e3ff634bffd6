/** The lines of a connection, without their ends. A line that never ends is an error. */
export async function* linesOf(connection, mostBytes = 16_384) {
  const decoder = new TextDecoder();
  let rest = '';
  for (let bytes = await connection.read(); bytes !== undefined; bytes = await connection.read()) {
    const parts = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = parts.pop() ?? '';
    if (rest.length > mostBytes) throw new Error('The server sent a line without an end.');
    for (const part of parts) yield part.replace(/\r$/, '');
  }
}

/** A line of IRC: its tags, who sent it, the command, and its parameters. */
export function parse(line) {
  let rest = line;
  const tags = {};
  if (rest.startsWith('@')) {
    const [head, ...others] = rest.slice(1).split(' ');
    for (const tag of head.split(';')) {
      const [name, ...value] = tag.split('=');
      tags[name] = value.join('=');
    }
    rest = others.join(' ').trimStart();
  }
  let from = '';
  if (rest.startsWith(':')) {
    const [head, ...others] = rest.slice(1).split(' ');
    from = head;
    rest = others.join(' ').trimStart();
  }
  const at = rest.indexOf(' :');
  const words = (at < 0 ? rest : rest.slice(0, at)).split(' ').filter(word => word !== '');
  const [command = '', ...params] = words;
  if (at >= 0) params.push(rest.slice(at + 2));
  return { tags, from, nick: from.split('!')[0], command: command.toUpperCase(), params };
}

const mostBytes = 400;

/** A text as lines that IRC carries: no line breaks, and none too long. */
export function pieces(text) {
  const encoder = new TextEncoder();
  const lines = [];
  for (const line of text.split(/\r\n|\r|\n/)) {
    let piece = '';
    let bytes = 0;
    for (const sign of line.replaceAll('\0', '')) {
      const size = encoder.encode(sign).length;
      if (bytes + size > mostBytes) {
        lines.push(piece);
        piece = '';
        bytes = 0;
      }
      piece += sign;
      bytes += size;
    }
    if (piece.trim() !== '') lines.push(piece);
  }
  return lines;
}
