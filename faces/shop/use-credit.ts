import type { Basket } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { useLoad } from '../kit/use-load.ts'
import { api } from './api.ts'
import { withToken } from './token.ts'

/** What the fan who is signed in can spend on this basket; nothing without a sign-in, or where they have none. */
async function creditFor(currency: string | null): Promise<number> {
  const token = withToken()
  if (token.ssoToken === undefined || currency === null) return 0
  const { data } = await api.storefront.listOwnCredits(token).page()
  return data.find((credit) => credit.currency === currency)?.balance ?? 0
}

/** How much of a basket credit pays: all that there is, once the fan wants it. Who has none is not asked, nor is anything said of it. */
export function useCredit({ currency, total, memberships }: Basket): {
  available: number
  used: number
  setWanted(isWanted: boolean): void
  reload(): void
} {
  const { data = 0, reload } = useLoad(() => creditFor(currency).catch(() => 0), [currency])
  const [isWanted, setWanted] = useState(false)
  // A plan is paid by what is charged on its days.
  const planned = memberships.reduce((sum, one) => sum + (one.instalments.length > 0 ? one.total : 0), 0)
  const available = Math.min(data, total - planned)
  return { available, used: isWanted ? available : 0, setWanted, reload }
}
