import type { ListedOrder, ListedTicket, Member, OrderMail } from '@grandstand/sdk'
import type { ComponentChildren } from 'preact'
import { type Column, Table } from '../../kit/table.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { MemberState } from '../members/member-status.tsx'
import { seatOf } from '../members/member-words.ts'
import { contentsOf, orderTones, placeOf, ticketState, ticketTone } from '../orders/order-words.ts'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import styles from '../parts/detail.module.css'
import { channelTitle, shortTime } from '../parts/format.ts'
import { mailTitle } from '../parts/mail-title.ts'
import { Sheet, Tag } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { stateTitle } from '../parts/state-title.ts'
import { Empty, TroubleNotice } from '../parts/trouble.tsx'
import { common } from '../words/common.ts'
import { words } from '../words/customers.ts'

/** More than most people have; for a customer with more the sheet says so. */
const SHOWN = 20

/** The newest of one kind of thing that is theirs; for staff who may not see it, why not. */
function NewestOf<Row>({
  title,
  scope,
  load,
  depends,
  columns,
  keyOf,
  hrefOf,
  none,
}: {
  title: string
  scope: string
  load(): Promise<{ data: Row[]; has_more: boolean }>
  depends: unknown
  columns: Column<Row>[]
  keyOf(row: Row): number
  hrefOf?(row: Row): string | undefined
  none: ComponentChildren
}) {
  const why = useConsole().whyNot(scope, 'read')
  const { data, error, reload } = useLoad(async () => (why === undefined ? load() : undefined), [depends, why])
  return (
    <Sheet flush title={title} about={data?.has_more ? words.theNewest({ count: SHOWN }) : undefined}>
      {error !== undefined && <TroubleNotice error={error} onRetry={reload} />}
      {why !== undefined && <Empty title={why} />}
      {data?.data.length === 0 && <Empty title={String(none)} />}
      {data && data.data.length > 0 && (
        <div class={styles.scroll}>
          <Table caption={title} rows={data.data} {...{ columns, keyOf, hrefOf }} />
        </div>
      )}
    </Sheet>
  )
}

export const MembershipsSheet = ({ userId }: { userId: number }) => (
  <NewestOf<Member>
    title={common.memberships}
    scope="members:read"
    load={() => api.members.list({ user_id: userId, limit: SHOWN }).page()}
    depends={userId}
    none={words.notAMember}
    keyOf={({ membership_member_id }) => membership_member_id}
    hrefOf={({ membership_member_id }) => routes.member(membership_member_id)}
    columns={[
      { title: common.type, cell: ({ type_title }) => type_title ?? common.member },
      { title: common.number, cell: ({ member_number }) => member_number, isMinor: true },
      { title: common.seat, cell: seatOf },
      { title: common.state, cell: (member) => <MemberState member={member} /> },
    ]}
  />
)

export function OrdersSheet({ userId }: { userId: number }) {
  const { price } = useConsole()
  return (
    <NewestOf<ListedOrder>
      title={common.orders}
      scope="orders:manage"
      load={() => api.orders.listManaged({ user_id: userId, limit: SHOWN }).page()}
      depends={userId}
      none={words.noOrderYet}
      keyOf={({ order_id }) => order_id}
      hrefOf={({ order_id }) => routes.order(order_id)}
      columns={[
        { title: common.order, cell: ({ order_id }) => `#${order_id}` },
        { title: common.event, cell: ({ event_title }) => event_title },
        { title: common.what, isMinor: true, cell: contentsOf },
        { title: common.when, isMinor: true, cell: ({ order_date }) => shortTime(order_date) },
        { title: words.by, isMinor: true, cell: ({ sales_channel }) => channelTitle(sales_channel) },
        {
          title: common.state,
          cell: ({ order_status }) => <Tag tone={orderTones[order_status]}>{stateTitle(order_status)}</Tag>,
        },
        { title: common.total, align: 'end', cell: ({ total, currency }) => price(total, currency) },
      ]}
    />
  )
}

export const TicketsSheet = ({ userId }: { userId: number }) => (
  <NewestOf<ListedTicket>
    title={common.tickets}
    scope="orders:manage"
    load={() => api.tickets.list({ user_id: userId, sort_direction: 'desc', limit: SHOWN }).page()}
    depends={userId}
    none={words.noTicket}
    keyOf={({ ticket_id }) => ticket_id}
    hrefOf={({ order_id }) => routes.order(order_id)}
    columns={[
      { title: words.holder, cell: ({ ticket_name }) => ticket_name ?? words.theBuyer },
      { title: common.event, isMinor: true, cell: ({ event_title }) => event_title },
      { title: words.place, cell: placeOf },
      { title: common.price, isMinor: true, cell: ({ price_title }) => price_title },
      { title: common.order, isMinor: true, cell: ({ order_id }) => `#${order_id}` },
      {
        title: common.state,
        cell: ({ ticket_status_id: state }) => <Tag tone={ticketTone(state)}>{ticketState(state)}</Tag>,
      },
    ]}
  />
)

const MAIL_TONES: Record<string, 'good' | 'sky' | 'flare'> = {
  sent: 'good',
  pending: 'sky',
  failed: 'flare',
  unknown: 'flare',
}

export const MailsSheet = ({ customerId }: { customerId: string }) => (
  <NewestOf<OrderMail>
    title={words.mailsOfTheLast30}
    scope="customers:manage"
    load={() => api.mails.listCustomerMails(customerId, { limit: SHOWN }).page()}
    depends={customerId}
    none={words.noMailInTheLast}
    keyOf={({ mail_id }) => mail_id}
    hrefOf={({ order_id }) => (order_id === null ? undefined : routes.order(order_id))}
    columns={[
      { title: words.mail, cell: ({ kind }) => (kind === null ? words.mail : mailTitle(kind)) },
      { title: words.to, isMinor: true, cell: ({ email_address }) => email_address },
      { title: common.when, cell: ({ changed_unix }) => shortTime(changed_unix) },
      {
        title: common.state,
        cell: ({ mail_status, error_code }) => (
          <Tag tone={MAIL_TONES[mail_status] ?? 'quiet'}>
            {stateTitle(mail_status)}
            {error_code !== null && ` ${error_code}`}
          </Tag>
        ),
      },
    ]}
  />
)
