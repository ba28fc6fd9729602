import type { ManagedOrder } from '@grandstand/sdk'
import { Table } from '../../kit/table.tsx'
import { useConsole } from '../parts/console.tsx'
import { Sheet } from '../parts/page.tsx'
import { placeLabel } from '../parts/place.ts'
import { routes } from '../parts/routes.ts'
import { common } from '../words/common.ts'
import { words } from '../words/orders.ts'
import styles from './order-page.module.css'

/** Whom the order has made members, and as what. */
export function OrderMemberships({ order }: { order: ManagedOrder }) {
  const { price, whyNot } = useConsole()
  const seesMembers = whyNot('members:read', 'read') === undefined
  return (
    <Sheet flush title={common.memberships}>
      <div class={styles.scroll}>
        <Table
          caption={words.membershipsOfTheOrder}
          columns={[
            {
              title: common.member,
              cell: ({ membership_member_id: memberId, first_name, last_name, member_number }) => {
                const names = [first_name, last_name].filter((part) => part !== null)
                const name = names.length === 0 ? member_number : names.join(' ')
                return memberId !== null && seesMembers ? <a href={routes.member(memberId)}>{name}</a> : name
              },
            },
            {
              title: common.type,
              cell: ({ type_title, season_title }) =>
                [type_title, season_title].filter((part) => part !== null).join(', '),
            },
            { title: common.seat, cell: ({ seat }) => (seat ? placeLabel({ ...seat, gate: null }) : '') },
            {
              title: common.price,
              align: 'end',
              cell: (membership) => price(membership.price - membership.discount, order.currency),
            },
          ]}
          rows={order.memberships.map((membership, at) => ({ ...membership, at }))}
          keyOf={({ at }) => at}
        />
      </div>
    </Sheet>
  )
}
