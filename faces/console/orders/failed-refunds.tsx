import type { ManagedOrder, Refund } from '@grandstand/sdk'
import { Button } from '../../kit/button.tsx'
import { Table } from '../../kit/table.tsx'
import { toast } from '../../kit/toast.tsx'
import { useAction } from '../../kit/use-action.ts'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import { shortTime } from '../parts/format.ts'
import { Sheet } from '../parts/page.tsx'
import { TroubleNotice } from '../parts/trouble.tsx'
import { common } from '../words/common.ts'
import { words } from '../words/orders.ts'
import { words as week } from '../words/week.ts'
import { refundTold } from './refund-words.ts'

/** Refunds that the provider refused and staff have not tried again: the buyer still waits for the money. */
export function FailedRefunds({ order, turn, onChanged }: { order: ManagedOrder; turn: number; onChanged(): void }) {
  const { price, whyNot } = useConsole()
  const action = useAction()
  const byProvider = order.payments.some(({ provider }) => provider !== 'manual')
  const mayRead = whyNot('refunds:manage', 'read') === undefined
  const { data, error, reload } = useLoad(
    async () => (byProvider && mayRead ? (await api.orders.listRefunds(order.order_id).page()).data : []),
    [order.order_id, turn, byProvider, mayRead],
  )
  const failed = (data ?? []).filter((refund, _, all) => isOpen(refund, all))
  if (error !== undefined) return <TroubleNotice error={error} onRetry={reload} />
  if (failed.length === 0) return null
  const retry = (refundId: number) =>
    action.run(async () => {
      toast(refundTold(await api.orders.retryRefund(refundId), price))
      onChanged()
    })
  return (
    <Sheet flush title={words.failedRefunds}>
      {action.error !== undefined && <TroubleNotice error={action.error} />}
      <Table
        stacks
        caption={words.failedRefunds}
        rows={failed}
        keyOf={({ refund_id }) => refund_id}
        columns={[
          { title: common.when, cell: ({ updated_at }) => shortTime(updated_at) },
          {
            title: common.why,
            cell: ({ failure_code }) => week.failures[failure_code ?? ''] ?? week.theProviderRefusedIt,
          },
          { title: common.amount, align: 'end', cell: ({ amount, currency }) => price(amount, currency) },
          {
            title: words.tryAgain,
            align: 'end',
            cell: ({ refund_id }) => (
              <Button look="quiet" busy={action.isBusy} why={whyNot('refunds:manage')} onClick={() => retry(refund_id)}>
                {words.tryAgain}
              </Button>
            ),
          },
        ]}
      />
    </Sheet>
  )
}

/** A later one of the same payment and amount is the answer to it. */
const isOpen = (refund: Refund, all: Refund[]): boolean =>
  refund.refund_status === 'failed' &&
  !all.some(
    ({ refund_id, payment_id, amount }) =>
      refund_id > refund.refund_id && payment_id === refund.payment_id && amount === refund.amount,
  )
