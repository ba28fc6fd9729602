import { Type } from 'typebox'
import { ApiError } from '../../platform/http/errors.ts'
import { Integer, Nullable } from '../../platform/http/schema.ts'
import type { MandateConsent } from '../payments/provider.ts'
import { MANDATE_VERSION } from './mandate-text.ts'

export const mandateField = {
  mandate_version: Type.Optional(
    Nullable(
      Integer({
        minimum: 1,
        maximum: 1000,
        description:
          'of the mandate’s text that the fan has read and agrees to (/v1/storefront/mandate_text): a direct debit is taken with it alone',
      }),
    ),
  ),
}

type Consenting = { body: { mandate_version?: number | null }; ip: string; headers: Record<string, unknown> }

/** Undefined where the fan has agreed to nothing; an earlier text is not agreed to any more. */
export function mandateIn({ body, ip, headers }: Consenting): { mandate?: MandateConsent } {
  const { mandate_version: version = null } = body
  if (version === null) return {}
  if (version !== MANDATE_VERSION) {
    const message = `The text of the mandate has changed: the present version is ${MANDATE_VERSION}.`
    throw new ApiError('parameter_invalid', { param: 'mandate_version', message })
  }
  const userAgent = headers['user-agent']
  return { mandate: { version, ipAddress: ip, ...(typeof userAgent === 'string' && { userAgent }) } }
}
