import { AccountMemberships } from './account-memberships.tsx'
import { AccountOrders } from './account-orders.tsx'

/** What a fan who has signed in bought before, whatever device it was on. */
export const Account = () => (
  <>
    <AccountOrders />
    <AccountMemberships />
  </>
)
