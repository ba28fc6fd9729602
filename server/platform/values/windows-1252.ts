const CODES = new Map(
  [...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, code) => code))].map(
    (character, code) => [character, code],
  ),
)
const UNKNOWN = '?'.charCodeAt(0)

/**
 * Text for programs that read Windows-1252, with a question mark for each character that it does not have. Node's own `latin1` keeps
 * the lower half of such a character: `Ģ` becomes a quote, `Ľ` an equals sign, and what was escaped before is escaped no more.
 */
export const windows1252 = (text: string): Buffer =>
  Buffer.from(Array.from(text, (character) => CODES.get(character) ?? UNKNOWN))
