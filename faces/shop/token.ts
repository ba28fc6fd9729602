import { shopStorage } from './shop-storage.ts'

/** Who the token is for is checked by the API at every use; here only what is ours to know. */
export const claimsOf = (token: string): { nonce?: string; exp?: number } =>
  JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')))

/** For a call that a signed-in fan makes; a token that has run out is as good as none. */
export function withToken(): { ssoToken?: string } {
  const token = shopStorage.token()
  if (token === undefined) return {}
  const isOver = (claimsOf(token).exp ?? 0) * 1000 < Date.now()
  if (isOver) shopStorage.setToken(undefined)
  return isOver ? {} : { ssoToken: token }
}
