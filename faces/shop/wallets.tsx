import type { Ticket } from '@grandstand/sdk'
import { Button } from '../kit/button.tsx'
import { api } from './api.ts'
import { saveFile } from './save-file.ts'
import { useShop } from './shop.tsx'
import styles from './wallets.module.css'

/** A pass for the phone's wallet, where the organisation offers one. */
export function Wallets({
  ticket,
  secret,
  onTrouble,
}: {
  ticket: Ticket
  secret: string
  onTrouble(error: unknown): void
}) {
  const { storefront, words } = useShop()
  const calls: Record<string, () => Promise<void>> = {
    apple: async () => {
      const pass = await api.storefront.retrieveApplePass(ticket.ticket_id, { orderSecret: secret })
      saveFile(await pass.blob(), `ticket-${ticket.ticket_id}.pkpass`)
    },
    google: async () => {
      const { url } = await api.storefront.retrieveGoogleWalletLink(ticket.ticket_id, { orderSecret: secret })
      location.assign(url)
    },
  }
  const offered = storefront.wallets.filter((wallet) => Object.hasOwn(calls, wallet))
  if (offered.length === 0) return null
  return (
    <p class={styles.actions}>
      {offered.map((wallet) => (
        <Button key={wallet} onClick={() => calls[wallet]?.().catch(onTrouble)}>
          {words.wallets[wallet]}
        </Button>
      ))}
    </p>
  )
}
