import type { JSONWebKeySet, JWK } from 'jose'
import { parser } from '../../platform/parsing/parser.ts'
import { UnreadableFile } from '../../platform/values/unreadable-file.ts'

const KEYS_MAX = 100
/** A modulus of 16,384 bits, which is the longest that OpenSSL verifies with. */
const VALUE_CHARACTERS_MAX = 2_800
/** Of public keys; a provider's certificates and remarks are left out. RSA exponents beyond 32 bits only make checks slow. */
const FIELDS = { kty: 20, use: 20, alg: 20, kid: 1_000, crv: 20, n: VALUE_CHARACTERS_MAX, e: 6, x: 200, y: 200 }

/** The public keys of a provider, each with the fields that verifying needs and no longer than keys are. */
export function readKeySet(text: string): JSONWebKeySet {
  const keys = keysIn(text)
  if (!Array.isArray(keys) || keys.length > KEYS_MAX) throw new UnreadableFile('not a key set')
  return { keys: keys.map(readKey) }
}

function keysIn(text: string): unknown {
  try {
    const document: unknown = JSON.parse(text)
    return typeof document === 'object' && document !== null && 'keys' in document ? document.keys : undefined
  } catch {
    return undefined
  }
}

function readKey(key: unknown): JWK {
  if (typeof key !== 'object' || key === null) throw new UnreadableFile('not a key set')
  const entries: [string, string][] = []
  for (const [name, charactersMax] of Object.entries(FIELDS)) {
    const value = (key as Record<string, unknown>)[name]
    if (value === undefined) continue
    if (typeof value !== 'string' || value.length > charactersMax)
      throw new UnreadableFile(`a key has a ${name} that no key has`)
    entries.push([name, value])
  }
  const operations = (key as JWK).key_ops
  const isUsable = !Array.isArray(operations) || operations.includes('verify')
  return { ...(Object.fromEntries(entries) as JWK), ...(isUsable ? {} : { key_ops: [] }) }
}

export const keySetTexts = parser<typeof import('./read-key-set.ts'), 'readKeySet'>({
  name: 'key set of a provider',
  file: new URL(import.meta.url),
  function: 'readKeySet',
  timeoutMs: 5_000,
})
