import { createLocalJWKSet, type JSONWebKeySet, type LocalJWKSet } from 'jose'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { isSafeAddress } from './provider-address.ts'

/** Where the keys of an issuer are: at the given address, or where its discovery document says. */
export type KeySource = { issuer: string; jwks_uri: string | null }

const TIMEOUT_MS = 5_000
const KEYS_MAX = 100

/** What is wrong with an answer of the provider, in words of ours that staff who set it up may read. */
export class ProviderFault extends Error {}

/** Reads the keys of an issuer. Whatever it fails with is for the log; the caller of the API learns that it failed. */
export async function fetchKeySet(outbound: Outbound, { issuer, jwks_uri }: KeySource): Promise<LocalJWKSet> {
  return fetchKeys(outbound, jwks_uri ?? keysAddress(outbound, (await discover(outbound, issuer)).document))
}

export async function fetchKeys(outbound: Outbound, address: string): Promise<LocalJWKSet> {
  const { document } = await read(outbound, address)
  const keySet = document as unknown as JSONWebKeySet
  if (!Array.isArray(keySet.keys) || keySet.keys.length > KEYS_MAX) throw new ProviderFault('not a key set')
  return createLocalJWKSet(keySet)
}

export function keysAddress(outbound: Outbound, document: Document): string {
  const address = String(document.jwks_uri ?? '')
  if (!isSafeAddress(address, outbound.isAllowed))
    throw new ProviderFault('the discovery document names no safe jwks_uri')
  return address
}

/** OpenID Connect Discovery 1.0: a document that speaks of another issuer is not this one's. */
export async function discover(outbound: Outbound, issuer: string, origin?: string): Promise<Answer> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const answer = await read(outbound, address, origin)
  if (answer.document.issuer !== issuer) throw new ProviderFault('the discovery document names another issuer')
  return answer
}

type Document = Record<string, unknown>
/** And which page of another site may read it, if we asked as one. */
type Answer = { document: Document; allowedOrigin: string | null }

async function read(outbound: Outbound, address: string, origin?: string): Promise<Answer> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const headers = { accept: 'application/json', ...(origin === undefined ? {} : { origin }) }
  const response = await outbound.fetch(address, { headers, signal })
  if (response.status !== 200) throw new ProviderFault(`answered with ${response.status}`)
  const document: unknown = await response.json().catch(() => undefined)
  if (typeof document !== 'object' || document === null) throw new ProviderFault('not an object')
  return { document: document as Document, allowedOrigin: response.headers.get('access-control-allow-origin') }
}
