import type { IncomingMessage } from 'node:http'
import { StripeFault } from './fault.ts'

export const STRIPE_KEY = 'sk_test_grandstand'

/** The account that the call is made for. */
export function checkHeaders({ method, headers }: IncomingMessage): string {
  if (headers.authorization !== `Bearer ${STRIPE_KEY}`) {
    throw new StripeFault(401, 'api_key_invalid', 'Invalid API Key provided', undefined, 'authentication_error')
  }
  if (method === 'POST' && headers['content-type'] !== 'application/x-www-form-urlencoded') {
    throw new StripeFault(400, undefined, 'The body must be a form')
  }
  if (headers['stripe-version'] === undefined) throw new StripeFault(400, undefined, 'No Stripe-Version')
  const account = headers['stripe-account']
  if (account === undefined) return 'platform'
  if (!/^acct_\w+$/.test(String(account))) {
    throw new StripeFault(
      403,
      'account_invalid',
      'The key has no access to this account.',
      undefined,
      'permission_error',
    )
  }
  return String(account)
}
