import { createPrivateKey } from 'node:crypto'
import { SignJWT } from 'jose'
import { unixSeconds } from '../../platform/values/clock.ts'
import type { PassPushed } from './apple-push.ts'
import type { GooglePass } from './google-pass.ts'
import type { GoogleKeys } from './wallet-settings.ts'

/** Where Google gives access and keeps the objects. */
export type GoogleApi = { tokenUrl: string; objectsUrl: string }

export const GOOGLE: GoogleApi = {
  tokenUrl: 'https://oauth2.googleapis.com/token',
  objectsUrl: 'https://walletobjects.googleapis.com/walletobjects/v1',
}

const TIMEOUT_MS = 10_000
const SCOPE = 'https://www.googleapis.com/auth/wallet_object.issuer'

export type GoogleUpdater = { update(pass: GooglePass): Promise<PassPushed> }

/** Updates of objects as the organisation's service account. Undefined where Google gives it no access. */
export async function openGoogleUpdater(
  api: GoogleApi,
  keys: GoogleKeys,
  now: Date,
): Promise<GoogleUpdater | undefined> {
  const access = await accessToken(api, keys, now)
  if (access === undefined) return undefined
  const headers = { authorization: `Bearer ${access}`, 'content-type': 'application/json' }
  /**
   * Whole, since a change of parts leaves what is no longer said. A link that the fan has not followed yet has made no object: made now, it
   * is what the fan finds who follows that link, and not what the link said when it was handed out.
   */
  const put = async (kind: string, item: { id: string }): Promise<PassPushed> => {
    const body = JSON.stringify(item)
    const status = await send(`${api.objectsUrl}/${kind}/${item.id}`, 'PUT', body, headers)
    const written = status === 404 ? await send(`${api.objectsUrl}/${kind}`, 'POST', body, headers) : status
    return written === 200 ? 'told' : 'unknown'
  }
  const classes = new Map<string, Promise<PassPushed>>()
  /** The event once for all of its tickets. */
  const putClass = ({ kind, classItem }: GooglePass) => {
    const whole = JSON.stringify(classItem)
    const telling = classes.get(whole) ?? put(`${kind}Class`, classItem)
    classes.set(whole, telling)
    return telling
  }
  return {
    async update(pass) {
      const classResult = await putClass(pass)
      return classResult === 'told' ? put(`${pass.kind}Object`, pass.objectItem) : classResult
    },
  }
}

/** RFC 7523: a token that the service account signs, against one of Google's. */
async function accessToken({ tokenUrl }: GoogleApi, keys: GoogleKeys, now: Date): Promise<string | undefined> {
  const seconds = unixSeconds(now)
  const assertion = await new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(keys.serviceAccount)
    .setAudience(tokenUrl)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + 3600)
    .sign(createPrivateKey(keys.privateKey))
  try {
    const response = await fetch(tokenUrl, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const body = (await response.json()) as { access_token?: unknown }
    return response.ok && typeof body.access_token === 'string' ? body.access_token : undefined
  } catch {
    return undefined
  }
}

async function send(url: string, method: string, body: string, headers: Record<string, string>): Promise<number> {
  try {
    const response = await fetch(url, { method, body, headers, signal: AbortSignal.timeout(TIMEOUT_MS) })
    await response.arrayBuffer()
    return response.status
  } catch {
    return 0
  }
}
