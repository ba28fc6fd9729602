import { type Static, Type } from 'typebox'
import { type Credential, credential, exposed, TicketCodeField } from '../../platform/http/guarded-fields.ts'
import { CODE_DIGITS, CODE_PERIOD_SECONDS, digitsOf, periodAt, ticketKey } from './rotating-code.ts'
import { nodeHmac, type RotationKeys } from './rotation-keys.ts'
import { readTicketCode } from './ticket-code.ts'

/** What makes the code of the moment of one ticket: a phone that has it can show the ticket. */
export const TicketRotation = Type.Object(
  {
    key: TicketCodeField({ description: 'base64url; of the HMAC-SHA-1 of the TOTP' }),
    period_seconds: Type.Integer(),
    digits: Type.Integer({ description: 'behind the barcode' }),
  },
  { title: 'TicketRotation' },
)

/** Null for a barcode that no key of ours has signed: it does not rotate. */
export async function rotationOf(
  keys: RotationKeys,
  barcode: Credential,
): Promise<Static<typeof TicketRotation> | null> {
  const key = await keyOf(keys, exposed(barcode))
  if (!key) return null
  return {
    key: credential(Buffer.from(key).toString('base64url')),
    period_seconds: CODE_PERIOD_SECONDS,
    digits: CODE_DIGITS,
  }
}

/** The barcode with the digits of this moment. */
export async function codeOfMoment(keys: RotationKeys, barcode: Credential, at: Date): Promise<string> {
  const text = exposed(barcode)
  const key = await keyOf(keys, text)
  return key ? text + (await digitsOf(nodeHmac, key, periodAt(at.getTime()))) : text
}

async function keyOf(keys: RotationKeys, barcode: string) {
  const code = readTicketCode(barcode)
  const rotationKey = code && keys.get(code.signingKeyId)
  return code && rotationKey ? ticketKey(nodeHmac, rotationKey, code.ticketId) : undefined
}
