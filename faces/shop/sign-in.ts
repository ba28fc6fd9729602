import type { Storefront } from '@grandstand/sdk'
import { routes } from './config.ts'
import { shopStorage } from './shop-storage.ts'
import { claimsOf } from './token.ts'

type Provider = NonNullable<Storefront['sign_in']>

const inText = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const random = () => inText(crypto.getRandomValues(new Uint8Array(32)))
const redirectUri = () => location.origin + routes.signedIn

type Metadata = {
  issuer: string
  authorization_endpoint: string
  token_endpoint: string
  authorization_response_iss_parameter_supported?: boolean
}

/** Where the provider does what, by its own word. A document that speaks of another issuer is not this one's. */
async function metadataOf({ issuer }: Provider): Promise<Metadata> {
  const response = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
  const metadata = (await response.json()) as Metadata
  if (metadata.issuer !== issuer) throw new Error('the discovery document names another issuer')
  return metadata
}

/** A provider's word is no address yet: whatever is not https, but for a provider on this machine, is not opened. */
export function secureAddress(text: string): URL {
  const address = new URL(text)
  const isHere = address.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(address.hostname)
  if (address.protocol !== 'https:' && !isHere) throw new Error('the provider names an address that is not https')
  return address
}

/** Off to the provider: authorisation code with PKCE. The fan comes back to where they were. */
export async function signIn(provider: Provider): Promise<void> {
  const { authorization_endpoint } = await metadataOf(provider)
  const { issuer, client_id } = provider
  const secrets = { state: random(), nonce: random(), verifier: random() }
  const back = location.pathname + location.search
  const attempt = { issuer, client_id, redirect_uri: redirectUri(), ...secrets, back }
  shopStorage.setSignIn(attempt)
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(attempt.verifier))
  const address = secureAddress(authorization_endpoint)
  const asked = {
    client_id,
    redirect_uri: attempt.redirect_uri,
    response_type: 'code',
    scope: 'openid email',
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: inText(new Uint8Array(digest)),
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value)
  location.assign(address)
}

/** RFC 9207 2.4. */
function requireIssuer(iss: string | null, metadata: Metadata): void {
  const isMissing = iss === null && metadata.authorization_response_iss_parameter_supported === true
  if (isMissing || (iss !== null && iss !== metadata.issuer)) throw new Error('another provider has answered')
}

/** Back from the provider: the code becomes an ID token, which is kept until the tab is closed. Where to go on. */
export async function finishSignIn(provider: Provider): Promise<string> {
  const attempt = shopStorage.signIn()
  shopStorage.setSignIn(undefined)
  const query = new URLSearchParams(location.search)
  if (!attempt || query.get('state') !== attempt.state) throw new Error('this tab has not asked to sign in')
  // A code of one provider must not go to another, nor one that was sent to another shop's address be used here.
  const isSame = attempt.issuer === provider.issuer && attempt.client_id === provider.client_id
  if (!isSame || attempt.redirect_uri !== redirectUri()) throw new Error('this tab has asked another provider')
  const metadata = await metadataOf(provider)
  requireIssuer(query.get('iss'), metadata)
  const response = await fetch(secureAddress(metadata.token_endpoint), {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: provider.client_id,
      redirect_uri: redirectUri(),
      code: query.get('code') ?? '',
      code_verifier: attempt.verifier,
    }),
  })
  const { id_token: token } = (await response.json()) as { id_token?: string }
  if (!token || claimsOf(token).nonce !== attempt.nonce) throw new Error('the provider gave no token for this sign-in')
  shopStorage.setToken(token)
  return attempt.back
}
