import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { ApiError, invalidParameters } from '../../platform/http/errors.ts'
import { createTurns } from '../../platform/process/turns.ts'
import { isCommonPassword } from './common-passwords.ts'

/** RFC 9106 and OWASP: 19 MiB, two passes. A hash says its own, so that older ones are checked as they are and made anew. */
const MEMORY_KIB = 19_456
const PASSES = 2
const SALT_BYTES = 16
const TAG_BYTES = 32

/** So many at once in a process, on libuv's threads: a caller that floods us with passwords waits, and takes neither memory nor the loop. */
const AT_ONCE = 2
const WAITING_MAX = 40
const turns = createTurns(AT_ONCE)
let waiting = 0

type Parameters = { memory: number; passes: number; salt: Buffer }

async function hashWith(password: string, { memory, passes, salt }: Parameters, tagLength: number): Promise<Buffer> {
  if (waiting >= WAITING_MAX) throw new ApiError('service_unavailable', { headers: { 'retry-after': '5' } })
  waiting += 1
  const end = await turns.take('argon2')
  try {
    return await new Promise((resolve, reject) =>
      argon2(
        'argon2id',
        { message: password.normalize('NFKC'), nonce: salt, parallelism: 1, tagLength, memory, passes },
        (error, tag) => (error ? reject(error) : resolve(Buffer.from(tag))),
      ),
    )
  } finally {
    waiting -= 1
    end()
  }
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const tag = await hashWith(password, { memory: MEMORY_KIB, passes: PASSES, salt }, TAG_BYTES)
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${unpadded(salt)}$${unpadded(tag)}`
}

const FORM = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=1\$([\w+/]{8,90})\$([\w+/]{8,90})$/

/** Compared with for an address that has no account, so that it takes as long as one that has. Nothing hashes to it. */
const NOBODYS = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${unpadded(Buffer.alloc(SALT_BYTES))}$${unpadded(Buffer.alloc(TAG_BYTES))}`

export async function isPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const [, memory = '', passes = '', salt = '', tag = ''] = FORM.exec(stored ?? NOBODYS) ?? []
  const wanted = Buffer.from(tag, 'base64')
  const parameters = { memory: Number(memory), passes: Number(passes), salt: Buffer.from(salt, 'base64') }
  const actual = await hashWith(password, parameters, wanted.length)
  return timingSafeEqual(actual, wanted)
}

/** Whether it was made with other parameters than those of today. */
export const isOutdated = (stored: string): boolean =>
  !stored.startsWith(`$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$`)

export const PASSWORD_MIN = 10
export const PASSWORD_MAX = 200

/** Length is what counts; beyond that, none that is tried first. */
export function requireGoodPassword(password: string, param: string, about: string[]): void {
  const problem = isCommonPassword(password, about) ? `${param} is one that is tried first: choose another.` : undefined
  if (problem) throw invalidParameters([{ param, code: 'parameter_invalid', message: problem }])
}
