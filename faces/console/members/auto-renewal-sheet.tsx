import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import { dateOf } from '../parts/format.ts'
import { Sheet } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { common } from '../words/common.ts'
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
  const text = words.autoRenewalStates[status]
  const values = { day: dateOf(renewal.renew_at), price: price(renewal.price, renewal.currency) }
  const said = typeof text === 'function' ? text(values) : text
  return (
    <Sheet title={words.autoRenewal}>
      <p>
        {said ?? status} {reason !== null && (words.autoRenewalReasons[reason] ?? reason)}{' '}
        {orderId !== null && <a href={routes.order(orderId)}>{common.orderNumber({ orderId })}</a>}
      </p>
    </Sheet>
  )
}
