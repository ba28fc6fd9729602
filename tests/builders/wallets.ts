import type { WalletServices } from '../../server/papers/wallet/tell-wallets.ts'
import { addOrder } from './orders.ts'
import { addOffer } from './prices.ts'
import type { Owner, Store } from './rows.ts'

/** No server listens there. */
export const noWallets: WalletServices = {
  apnsUrl: 'https://127.0.0.1:1',
  google: { tokenUrl: 'http://127.0.0.1:1/token', objectsUrl: 'http://127.0.0.1:1' },
}

/** A ticket that is in a phone, which has not heard of its last change. */
export async function notePass(store: Store, owner: Owner): Promise<number> {
  const { ticketId } = await addOrder(store, owner, await addOffer(store, owner))
  const old = new Date(0)
  await store.sql`
    insert into wallet_settings (org_id)
    values (${owner.orgId})
    on conflict do nothing`
  await store.sql`
    insert into wallet_passes (org_id, ticket_id, wallet, told_at, due_at, created_at, changed_at)
    values (${owner.orgId}, ${ticketId}, 'google', ${old}, ${old}, ${old}, ${old})`
  return ticketId
}
