import type { Instalment } from '@grandstand/sdk'
import { Button } from '../../kit/button.tsx'
import { sumOf } from '../../kit/charges.ts'
import { Table } from '../../kit/table.tsx'
import { useAction } from '../../kit/use-action.ts'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import styles from '../parts/detail.module.css'
import { dateOf } from '../parts/format.ts'
import { Sheet, Tag } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { stateTitle } from '../parts/state-title.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { common } from '../words/common.ts'
import { words } from '../words/members.ts'

/** Twice as many as an order can have. */
const INSTALMENTS_MAX = 100

/** What the order is paid in, each with its day; nothing is shown of one that was paid at once. */
export function InstalmentsSheet({ orderId, onChanged }: { orderId: number; onChanged(): void }) {
  const { price, whyNot } = useConsole()
  const action = useAction()
  const whyNotRead = whyNot('members:manage', 'read')
  const { data, error, reload } = useLoad(
    async () =>
      whyNotRead === undefined
        ? api.members.listInstalments({ membership_order_id: orderId, limit: INSTALMENTS_MAX }).page()
        : undefined,
    [orderId, whyNotRead],
  )
  const why = whyNot('members:manage')
  const seesDebts = whyNot('debts:manage', 'read') === undefined
  const trouble = error ?? action.error
  const record = (act: () => Promise<unknown>) =>
    action.run(async () => {
      await act()
      reload()
      onChanged()
    })
  if (!trouble && !data?.data.length) return null
  return (
    <Sheet
      flush
      title={words.instalments}
      about={
        <>
          <a href={routes.order(orderId)}>{common.orderNumber({ orderId })}</a>{' '}
          <span>{words.instalmentsTotal({ total: totalOf(data?.data ?? [], price) })}</span>
        </>
      }
    >
      {trouble !== undefined && <TroubleNotice error={trouble} />}
      <div class={styles.scroll}>
        <Table
          stacks
          caption={words.instalments}
          rows={data?.data ?? []}
          keyOf={({ instalment_id }) => instalment_id}
          columns={[
            {
              title: words.part,
              cell: ({ instalment_id: id, instalment_number: number }) =>
                seesDebts ? <a href={routes.debt(id)}>{words.part2({ number })}</a> : words.part2({ number }),
            },
            { title: words.due, cell: ({ due_at }) => dateOf(due_at) },
            { title: common.state, cell: (part) => <PartState part={part} /> },
            { title: common.amount, align: 'end', cell: ({ amount, currency }) => price(amount, currency) },
            {
              title: words.record,
              align: 'end',
              cell: ({ instalment_id: id, instalment_number: number, status }) => {
                const whyNotNow =
                  why ??
                  (['due', 'failed', 'returned'].includes(status)
                    ? undefined
                    : words.itIs({ status: stateTitle(status) }))
                return (
                  <div class={styles.record}>
                    <Button
                      look="quiet"
                      busy={action.isBusy}
                      why={whyNotNow}
                      onClick={() => record(() => api.members.recordPaymentInstalment(id))}
                    >
                      {common.paid}
                      <span class="visually-hidden"> {words.part3({ number })}</span>
                    </Button>
                    <Button
                      look="quiet"
                      busy={action.isBusy}
                      why={whyNotNow}
                      onClick={() => record(() => api.members.recordFailureInstalment(id))}
                    >
                      {words.failed}
                      <span class="visually-hidden"> {words.part3({ number })}</span>
                    </Button>
                  </div>
                )
              },
            },
          ]}
        />
      </div>
    </Sheet>
  )
}

const totalOf = (parts: Instalment[], price: (amount: number, currency?: string) => string): string =>
  price(sumOf(parts.map(({ amount }) => amount)), parts[0]?.currency)

function PartState({ part: { status, overdue } }: { part: Instalment }) {
  if (overdue) return <Tag tone="flare">{words.overdue}</Tag>
  return (
    <Tag tone={status === 'paid' ? 'good' : status === 'failed' || status === 'returned' ? 'flare' : 'sky'}>
      {stateTitle(status)}
    </Tag>
  )
}
