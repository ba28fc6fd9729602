import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import { dateOf } from '../parts/format.ts'
import { Sheet } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { words } from '../words/members.ts'

/** What became, or will become, of a membership that renews by itself. */
export function AutoRenewalSheet({ memberId, changedAt }: { memberId: number; changedAt: number }) {
  const { whyNot, price } = useConsole()
  const whyNotRead = whyNot('members:manage', 'read')
  const { data, error } = useLoad(
    async () =>
      whyNotRead === undefined
        ? (await api.members.listMembershipRenewals({ membership_member_id: memberId, limit: 1 }).page()).data
        : [],
    [memberId, changedAt, whyNotRead],
  )
  if (error !== undefined) return <TroubleNotice error={error} />
  const [renewal] = data ?? []
  if (!renewal) return null
  const { status, reason, order_id: orderId } = renewal
  const said = words.autoRenewalStates[status]?.(dateOf(renewal.renew_at), price(renewal.price, renewal.currency))
  return (
    <Sheet title={words.autoRenewal}>
      <p>
        {said ?? status} {reason !== null && (words.autoRenewalReasons[reason] ?? reason)}{' '}
        {orderId !== null && <a href={routes.order(orderId)}>{words.order(orderId)}</a>}
      </p>
    </Sheet>
  )
}
