import type { ManagedOrder } from '@grandstand/sdk'
import { toast } from '../../kit/toast.tsx'
import { api, serverNow } from '../parts/api.ts'
import { ConfirmButton } from '../parts/confirm.tsx'
import { useConsole } from '../parts/console.tsx'
import { words } from '../words/orders.ts'

const MORE_DAYS = 7
const DAY_S = 86_400

/** The transfer that an order waits for, or has waited for. */
export const transferOf = ({ payments }: Pick<ManagedOrder, 'payments'>) =>
  payments.findLast(({ provider_reference }) => provider_reference?.startsWith('awaited_transfer_'))

/** What staff do with an order that waits for a bank transfer: note the money, also late, give more time, or give it up. */
export function TransferSteps({ order, onChanged }: { order: ManagedOrder; onChanged(): void }) {
  const { whyNot } = useConsole()
  const transfer = transferOf(order)
  if (!transfer || transfer.payment_status === 'succeeded' || order.order_status === 'confirmed') return null
  const isAwaited = transfer.payment_status === 'processing'
  const does = (step: () => Promise<unknown>, said: string) => async () => {
    await step()
    toast(said)
    onChanged()
  }
  return (
    <>
      {whyNot('orders:manage') === undefined && (
        <ConfirmButton
          label={words.transferCameAsk}
          title={words.transferCameTitle}
          verb={words.transferCameVerb}
          look="plain"
          act={does(() => api.orders.recordTransfer(order.order_id, {}), words.transferCameDone)}
        >
          {isAwaited ? words.transferCameText : words.transferLateText}
        </ConfirmButton>
      )}
      {isAwaited && whyNot('orders:manage') === undefined && (
        <>
          <ConfirmButton
            label={words.transferLongerAsk}
            title={words.transferLongerTitle}
            verb={words.transferLongerVerb}
            look="plain"
            act={does(
              () =>
                api.orders.extendTransfer(order.order_id, {
                  expires_at: Math.floor(serverNow() / 1000) + MORE_DAYS * DAY_S,
                }),
              words.transferLongerDone,
            )}
          >
            {words.transferLongerText}
          </ConfirmButton>
          <ConfirmButton
            label={words.transferEndAsk}
            title={words.transferEndTitle}
            verb={words.transferEndVerb}
            look="danger"
            isGrave
            act={does(() => api.orders.cancelTransfer(order.order_id), words.transferEndDone)}
          >
            {words.transferEndText}
          </ConfirmButton>
        </>
      )}
    </>
  )
}
