// Decodes bodies sent with decompress=1: blocks of checksum, method, sizes and LZ4 data.

const CHECKSUM = 16;
const HEADER = 9;
const LZ4 = 0x82;
const NONE = 0x02;

export function decodeBlocks(body) {
  const parts = [];
  let at = 0;
  while (at < body.length) {
    const method = body[at + CHECKSUM];
    const packed = body.readUInt32LE(at + CHECKSUM + 1);
    const size = body.readUInt32LE(at + CHECKSUM + 5);
    const data = body.subarray(at + CHECKSUM + HEADER, at + CHECKSUM + packed);
    parts.push(decodeBlock(method, data, size));
    at += CHECKSUM + packed;
  }
  return Buffer.concat(parts);
}

function decodeBlock(method, data, size) {
  if (method === NONE) return data;
  if (method !== LZ4) throw new Error(`Compression method ${method} is not supported`);
  return decodeLz4(data, size);
}

function decodeLz4(source, size) {
  const target = Buffer.alloc(size);
  let from = 0;
  let to = 0;
  const length = (nibble) => {
    let value = nibble;
    if (nibble === 15) {
      let more;
      do {
        more = source[from++];
        value += more;
      } while (more === 255);
    }
    return value;
  };
  while (from < source.length) {
    const token = source[from++];
    const literals = length(token >> 4);
    source.copy(target, to, from, from + literals);
    from += literals;
    to += literals;
    if (from >= source.length) break;
    const distance = source.readUInt16LE(from);
    from += 2;
    const end = to + length(token & 15) + 4;
    for (; to < end; to++) target[to] = target[to - distance];
  }
  return target;
}
