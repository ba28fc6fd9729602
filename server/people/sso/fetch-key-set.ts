import { createLocalJWKSet, type JSONWebKeySet, type LocalJWKSet } from 'jose'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { isSafeAddress } from './provider-address.ts'

/** Where the keys of an issuer are: at the given address, or where its discovery document says. */
export type KeySource = { issuer: string; jwks_uri: string | null }

const TIMEOUT_MS = 5_000
const KEYS_MAX = 100

/** Reads the keys of an issuer. Whatever it fails with is for the log; the caller of the API learns that it failed. */
export async function fetchKeySet(outbound: Outbound, { issuer, jwks_uri }: KeySource): Promise<LocalJWKSet> {
  const address = jwks_uri ?? (await discover(outbound, issuer))
  const keySet = (await read(outbound, address)) as unknown as JSONWebKeySet
  if (!Array.isArray(keySet.keys) || keySet.keys.length > KEYS_MAX) throw new Error('not a key set')
  return createLocalJWKSet(keySet)
}

/** OpenID Connect Discovery 1.0: a document that speaks of another issuer is not this one's. */
async function discover(outbound: Outbound, issuer: string): Promise<string> {
  const document = await read(outbound, `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
  if (document.issuer !== issuer) throw new Error('the discovery document names another issuer')
  const address = String(document.jwks_uri ?? '')
  if (!isSafeAddress(address, outbound.isAllowed)) throw new Error('the discovery document names no safe jwks_uri')
  return address
}

async function read(outbound: Outbound, address: string): Promise<Record<string, unknown>> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await outbound.fetch(address, { headers: { accept: 'application/json' }, signal })
  if (response.status !== 200) throw new Error(`answered with ${response.status}`)
  const value: unknown = await response.json()
  if (typeof value !== 'object' || value === null) throw new Error('not an object')
  return value as Record<string, unknown>
}
