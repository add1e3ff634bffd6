/** The part of DER that a certificate needs. */
export const der = {
  int: (value: number) => tlv(0x02, Buffer.from([value])),
  true: tlv(0x01, Buffer.from([0xff])),
  octets: (value: Buffer) => tlv(0x04, value),
  bits: (value: Buffer) => tlv(0x03, Buffer.concat([Buffer.from([0]), value])),
  utf8: (value: string) => tlv(0x0c, Buffer.from(value)),
  /** A subject alternative name that is a URI. */
  uri: (value: string) => tlv(0x86, Buffer.from(value)),
  tagged: (tag: number, value: Buffer, isWhole = false) => tlv((isWhole ? 0xa0 : 0x80) + tag, value),
  oid(text: string): Buffer {
    const [first = 0, second = 0, ...rest] = text.split('.').map(Number);
    return tlv(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(septets)]));
  },
};

export function sequence(...parts: readonly Buffer[]): Buffer {
  return tlv(0x30, Buffer.concat(parts));
}

/** A distinguished name with one organisation. */
export function name(organisation: string): Buffer {
  return sequence(tlv(0x31, sequence(der.oid('2.5.4.10'), der.utf8(organisation))));
}

export function extension(oid: string, value: Buffer, isCritical = false): Buffer {
  return sequence(der.oid(oid), ...(isCritical ? [der.true] : []), der.octets(value));
}

export function time(milliseconds: number): Buffer {
  return tlv(0x17, Buffer.from(`${new Date(milliseconds).toISOString().slice(2, 19).replace(/[-T:]/g, '')}Z`));
}

function septets(value: number): number[] {
  const all = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) all.unshift((rest % 128) + 128);
  return all;
}

function tlv(tag: number, value: Buffer): Buffer {
  const { length } = value;
  const sizes = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...sizes]), value]);
}
