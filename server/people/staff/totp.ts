import { createHmac, timingSafeEqual } from 'node:crypto'

/*
 * The six digits of an authenticator app: RFC 6238 with what every app takes, SHA-1, 30 seconds, 6 digits. Beside the present period the
 * one before and the one after count, for phones whose clocks are off.
 */

export const TOTP_SECRET_BYTES = 20
const PERIOD_MS = 30_000
const DIGITS = 6
const PERIODS_AROUND = [0, -1, 1]

export const totpStepAt = (now: Date): number => Math.floor(now.getTime() / PERIOD_MS)

export function totpAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const number = mac.readUInt32BE((mac[19] ?? 0) & 15) & 0x7fffffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** The period that the code is of, if it is of one that counts. */
export function stepOfCode(secret: Buffer, code: string, now: Date): number | undefined {
  if (!/^[0-9]{6}$/.test(code)) return undefined
  const steps = PERIODS_AROUND.map((around) => totpStepAt(now) + around)
  return steps.find((step) => timingSafeEqual(Buffer.from(totpAt(secret, step)), Buffer.from(code)))
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648, which authenticator apps read; five bits a character. */
export function toRfcBase32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five, 2)]).join('')
}
