const HEADER_BYTES = 8
const MEMORY_SECTION = 5

/**
 * A program of WebAssembly whose memory ends at so many pages. A thread's own limits count its heap of JavaScript alone, and the
 * program that draws SVGs asks for as much as a file wants, up to 4 GB. https://webassembly.github.io/spec/core/binary/modules.html
 */
export function withMemoryMax(program: Uint8Array, pagesMax: number): Uint8Array<ArrayBuffer> {
  for (let at = HEADER_BYTES; at < program.length; ) {
    const size = readNumber(program, at + 1)
    const end = size.next + size.value
    if (program[at] !== MEMORY_SECTION) {
      at = end
      continue
    }
    const count = program[size.next]
    const flags = program[size.next + 1]
    if (count !== 1 || flags !== 0) throw new Error('the program of WebAssembly has another memory than was expected')
    const pages = readNumber(program, size.next + 2)
    const content = [1, 1, ...numberBytes(pages.value), ...numberBytes(pagesMax)]
    const section = Uint8Array.of(MEMORY_SECTION, ...numberBytes(content.length), ...content)
    return new Uint8Array(Buffer.concat([program.subarray(0, at), section, program.subarray(end)]))
  }
  throw new Error('the program of WebAssembly has no memory')
}

/** LEB128: seven bits to a byte, the lowest first. */
function readNumber(bytes: Uint8Array, from: number): { value: number; next: number } {
  let value = 0
  for (let at = from, shift = 0; ; at += 1, shift += 7) {
    const byte = bytes[at] ?? 0
    value += (byte & 0x7f) * 2 ** shift
    if (byte < 0x80) return { value, next: at + 1 }
  }
}

function numberBytes(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80)
  return [...bytes, rest]
}
