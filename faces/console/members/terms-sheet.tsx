import type { MemberTerm } from '@grandstand/sdk'
import { Table } from '../../kit/table.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import styles from '../parts/detail.module.css'
import { dateOf } from '../parts/format.ts'
import { Sheet, Tag } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { common } from '../words/common.ts'
import { words } from '../words/members.ts'
import { seatOf } from './member-words.ts'

/** A membership over the years: last season, this one, and what is bought for the next, each with its seat and what is paid of it. */
export function TermsSheet({ memberId, changedAt }: { memberId: number; changedAt: number }) {
  const { whyNot } = useConsole()
  const whyNotRead = whyNot('members:manage', 'read')
  const { data, error } = useLoad(
    async () => (whyNotRead === undefined ? (await api.members.listTerms(memberId).page()).data : []),
    [memberId, changedAt, whyNotRead],
  )
  if (error !== undefined) return <TroubleNotice error={error} />
  // One alone is what the page says already.
  if (!data || data.length < 2) return null
  return (
    <Sheet flush title={words.terms}>
      <div class={styles.scroll}>
        <Table
          stacks
          caption={words.terms}
          rows={data}
          keyOf={({ starts, membership_type_id }) => `${starts} ${membership_type_id}`}
          columns={[
            { title: common.type, cell: (term) => <TypeOf term={term} /> },
            { title: words.from, cell: ({ starts }) => dateOf(starts) },
            { title: words.ends, cell: ({ ends }) => (ends === null ? words.never : dateOf(ends - 1)) },
            { title: common.seat, cell: (term) => seatOf(term) ?? words.none },
            { title: words.stillOpen, align: 'end', cell: (term) => <OpenOf term={term} /> },
          ]}
        />
      </div>
    </Sheet>
  )
}

/** What it is, and whether it is over, runs, or comes. */
function TypeOf({ term }: { term: MemberTerm }) {
  const { order_id: orderId, type_title: title, term_state: state } = term
  const name = title ?? words.none
  return (
    <>
      {orderId === null ? name : <a href={routes.order(orderId)}>{name}</a>}{' '}
      {state !== 'running' && <Tag tone="quiet">{state === 'past' ? words.over : words.toCome}</Tag>}
    </>
  )
}

/** Of all its plans; nothing is open of what was paid at once. */
function OpenOf({ term: { plans } }: { term: MemberTerm }) {
  const { price } = useConsole()
  const [plan] = plans
  return (
    <>
      {price(
        plans.reduce((sum, { open }) => sum + open, 0),
        plan?.currency,
      )}
    </>
  )
}
