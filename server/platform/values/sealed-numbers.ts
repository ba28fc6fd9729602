import type { Seal } from './seal.ts'

/** A kind of secret that an address or a header carries: how it begins, and what it is sealed for, so that none passes for another. */
export type SecretKind = { prefix: string; context: string }

const CHARACTERS_MAX = 200

/** Whole numbers under the installation's secret. Nothing of it is stored, and an attacker who makes one up has a tag of 128 bits to guess. */
export const sealNumbers = (seal: Seal, { prefix, context }: SecretKind, numbers: number[]): string =>
  prefix + seal.close(numbers.join('.'), context).toString('base64url')

/** What a secret says that we made; undefined of every other text. */
export function openNumbers(seal: Seal, { prefix, context }: SecretKind, secret: unknown): number[] | undefined {
  const text = String(secret ?? '')
  if (!text.startsWith(prefix) || text.length > CHARACTERS_MAX) return undefined
  try {
    return seal
      .open(Buffer.from(text.slice(prefix.length), 'base64url'), context)
      .split('.')
      .map(Number)
  } catch {
    return undefined
  }
}
