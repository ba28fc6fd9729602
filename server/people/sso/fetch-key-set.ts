import { createLocalJWKSet, type LocalJWKSet } from 'jose'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import type { Parsers } from '../../platform/parsing/parsers.ts'
import { UnreadableFile } from '../../platform/values/unreadable-file.ts'
import { isSafeAddress } from './provider-address.ts'
import { keySetTexts } from './read-key-set.ts'

/** Where the keys of an issuer are: at the given address, or where its discovery document says. */
export type KeySource = { issuer: string; jwks_uri: string | null }

const TIMEOUT_MS = 5_000
/** Real ones have 2 to 8 KiB. It is read on the event loop, in a millisecond at this length: JSON is read in time that grows with it. */
const DISCOVERY_CHARACTERS_MAX = 64 * 1024

/** What is wrong with an answer of the provider, in words of ours that staff who set it up may read. */
export class ProviderFault extends Error {}

/** The way to a provider, and the threads that read what it answers. */
export type KeyReading = { outbound: Outbound; parsers: Parsers }

/** Reads the keys of an issuer. Whatever it fails with is for the log; the caller of the API learns that it failed. */
export async function fetchKeySet(reading: KeyReading, { issuer, jwks_uri }: KeySource): Promise<LocalJWKSet> {
  const { outbound } = reading
  return fetchKeys(reading, jwks_uri ?? keysAddress(outbound, (await discover(outbound, issuer)).document))
}

export async function fetchKeys({ outbound, parsers }: KeyReading, address: string): Promise<LocalJWKSet> {
  const response = await ask(outbound, address)
  try {
    return createLocalJWKSet(await parsers.read(keySetTexts, address, await response.text()))
  } catch (error) {
    throw error instanceof UnreadableFile ? new ProviderFault(error.message) : error
  }
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
  const response = await ask(outbound, address, origin)
  const text = await response.text()
  if (text.length > DISCOVERY_CHARACTERS_MAX) throw new ProviderFault('the discovery document is longer than 64 KiB')
  const document = objectIn(text)
  if (typeof document !== 'object' || document === null) throw new ProviderFault('not an object')
  return { document: document as Document, allowedOrigin: response.headers.get('access-control-allow-origin') }
}

function objectIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function ask(outbound: Outbound, address: string, origin?: string): Promise<Response> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const headers = { accept: 'application/json', ...(origin === undefined ? {} : { origin }) }
  const response = await outbound.fetch(address, { headers, signal })
  if (response.status !== 200) throw new ProviderFault(`answered with ${response.status}`)
  return response
}
