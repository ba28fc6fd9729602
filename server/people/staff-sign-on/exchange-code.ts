import type { Outbound } from '../../platform/outbound/outbound.ts'
import { ProviderFault } from '../sso/fetch-key-set.ts'
import type { Endpoints } from './endpoints.ts'
import { SignOnError } from './errors.ts'

const TIMEOUT_MS = 10_000
/** Of an answer with tokens; it is read on the event loop. */
const ANSWER_BYTES_MAX = 64 * 1024

type Client = { clientId: string; clientSecret: string | null; redirectUri: string }

/** RFC 6749 2.3.1: both are written as in a form before they stand in the header. */
const basic = (clientId: string, secret: string) =>
  `Basic ${Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}`).toString('base64')}`

/**
 * Changes the code that a person has brought for the token that says who they are. By hand, not by a library: the address is one that an
 * organisation chose, and only `outbound` may go there.
 */
export async function exchangeCode(
  outbound: Outbound,
  { token: address, isBasic }: Endpoints,
  { clientId, clientSecret, redirectUri }: Client,
  { code, verifier }: { code: string; verifier: string },
): Promise<string> {
  const inHeader = clientSecret !== null && isBasic
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    ...(inHeader ? {} : { client_id: clientId }),
    ...(clientSecret !== null && !inHeader ? { client_secret: clientSecret } : {}),
  })
  const answer = await outbound.send(address, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      ...(inHeader ? { authorization: basic(clientId, clientSecret) } : {}),
    },
    body: form.toString(),
    timeoutMs: TIMEOUT_MS,
    bodyBytesMax: ANSWER_BYTES_MAX,
    beyond: 'fail',
  })
  const { id_token: idToken, error } = readObject(answer.body)
  // A code that was used or is too old is the person's to mend, by beginning again; whatever else is refused is the club's.
  if (error === 'invalid_grant') throw new SignOnError('sign_on_failed')
  if (answer.status !== 200) throw new ProviderFault(`it refused the code with ${answer.status}`)
  if (typeof idToken !== 'string') throw new ProviderFault('it gave no ID token')
  return idToken
}

function readObject(body: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
