import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { base62, base62Number, type RandomBytes, systemRandom } from '../../platform/values/random.ts'
import type { OrganisationMode } from '../principal.ts'
import type { KeyKind } from '../scopes.ts'

/** gs_sk_live_ + 32 base62 characters (190 bits) + 6 base62 characters of a CRC32 over all that stands before. */
const SHAPE = /^gs_(sk|pk|gk)_(live|test)_[0-9A-Za-z]{38}$/
const CHECKSUM_LENGTH = 6

export function mintKey(kind: KeyKind, mode: OrganisationMode, random: RandomBytes = systemRandom): string {
  const body = `gs_${kind}_${mode}_${base62(32, random)}`
  return body + checksum(body)
}

/** Refuses typing errors and random probes without asking the database. */
export function isWellFormedKey(text: string): boolean {
  if (!SHAPE.test(text)) return false
  return checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH)
}

/** What is kept at rest. No slow hash: 190 random bits cannot be guessed. */
export const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest()

/** What a list may show of a key. */
export const hintOf = (key: string): string => `${key.slice(0, 16)}…${key.slice(-4)}`

const checksum = (body: string) => base62Number(crc32(body), CHECKSUM_LENGTH)
