/** Upper case without I, L, O and U: an alphabet that a QR code packs tightly and that nobody misreads. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODES = Uint8Array.from(ALPHABET, (character) => character.charCodeAt(0))
const VALUES = new Map([...ALPHABET].map((character, value) => [character, value]))

/** How many characters so many bytes take. */
export const base32Length = (bytes: number): number => Math.ceil((bytes * 8) / 5)

/**
 * Five bits a character, most significant first; what is left over in the last one is zero. For what fits a barcode: the text is made
 * at once, because V8 keeps one that grows by a character as 141 pieces.
 */
export function encodeBase32(bytes: Uint8Array): string {
  const codes = new Uint8Array(base32Length(bytes.length))
  let pending = 0
  let bits = 0
  let length = 0
  for (const byte of bytes) {
    pending = (pending << 8) | byte
    bits += 8
    for (; bits >= 5; length += 1) {
      bits -= 5
      codes[length] = CODES[(pending >> bits) & 31] as number
    }
    pending &= (1 << bits) - 1
  }
  if (bits > 0) codes[length] = CODES[(pending << (5 - bits)) & 31] as number
  return String.fromCharCode(...codes)
}

/** The bytes, or undefined for anything that the encoder would not have written: there is one spelling for each value. */
export function decodeBase32(text: string): Uint8Array<ArrayBuffer> | undefined {
  const bytes = new Uint8Array(Math.floor((text.length * 5) / 8))
  if (base32Length(bytes.length) !== text.length) return undefined
  let pending = 0
  let bits = 0
  let length = 0
  for (const character of text) {
    const value = VALUES.get(character)
    if (value === undefined) return undefined
    pending = (pending << 5) | value
    bits += 5
    if (bits >= 8) {
      bits -= 8
      bytes[length] = pending >> bits
      length += 1
      pending &= (1 << bits) - 1
    }
  }
  return pending === 0 ? bytes : undefined
}
