import type { Outbound } from '../../platform/outbound/outbound.ts'
import { discover, keysAddress, ProviderFault } from '../sso/fetch-key-set.ts'
import { isSafeAddress } from '../sso/provider-address.ts'

/** Where people are sent, and where the code that they bring back is changed for a token. */
export type Endpoints = {
  authorization: string
  token: string
  isBasic: boolean
  /** It promises to name itself in its answers (RFC 9207). */
  namesItself: boolean
}

/** The addresses that the provider document names, over https alone. */
export async function findEndpoints(outbound: Outbound, issuer: string): Promise<Endpoints> {
  const { document } = await discover(outbound, issuer)
  const addressOf = (name: 'authorization_endpoint' | 'token_endpoint') => {
    const address = String(document[name] ?? '')
    if (!isSafeAddress(address, outbound.isAllowed))
      throw new ProviderFault(`the discovery document names no safe ${name}`)
    return address
  }
  keysAddress(outbound, document)
  const methods: unknown = document.token_endpoint_auth_methods_supported
  return {
    authorization: addressOf('authorization_endpoint'),
    token: addressOf('token_endpoint'),
    namesItself: document.authorization_response_iss_parameter_supported === true,
    // OpenID Connect Discovery 1.0: where a provider does not say, it takes the client's secret in the header.
    isBasic: !Array.isArray(methods) || !methods.includes('client_secret_post'),
  }
}
