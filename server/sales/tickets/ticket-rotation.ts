import { type Static, Type } from 'typebox'
import { CODE_DIGITS, CODE_PERIOD_SECONDS, digitsOf, periodAt, ticketKey } from './rotating-code.ts'
import { nodeHmac, type RotationKeys } from './rotation-keys.ts'
import { readTicketCode } from './ticket-code.ts'

/** What makes the code of the moment of one ticket: whoever has it can show the ticket. */
export const TicketRotation = Type.Object(
  {
    key: Type.String({ description: 'base64url; of the HMAC-SHA-1 of the TOTP' }),
    period_seconds: Type.Integer(),
    digits: Type.Integer({ description: 'behind the barcode' }),
  },
  { title: 'TicketRotation' },
)

/** Null for a barcode that no key of ours has signed: it does not rotate. */
export async function rotationOf(keys: RotationKeys, barcode: string): Promise<Static<typeof TicketRotation> | null> {
  const key = await keyOf(keys, barcode)
  if (!key) return null
  return {
    key: Buffer.from(key).toString('base64url'),
    period_seconds: CODE_PERIOD_SECONDS,
    digits: CODE_DIGITS,
  }
}

/** The barcode with the digits of this moment. */
export async function codeOfMoment(keys: RotationKeys, barcode: string, at: Date): Promise<string> {
  const key = await keyOf(keys, barcode)
  return key ? barcode + (await digitsOf(nodeHmac, key, periodAt(at.getTime()))) : barcode
}

async function keyOf(keys: RotationKeys, barcode: string) {
  const code = readTicketCode(barcode)
  const rotationKey = code && keys.get(code.signingKeyId)
  return code && rotationKey ? ticketKey(nodeHmac, rotationKey, code.ticketId) : undefined
}
