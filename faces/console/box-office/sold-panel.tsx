import { Button, ButtonLink } from '../../kit/button.tsx'
import { download } from '../../kit/download.ts'
import { useAction } from '../../kit/use-action.ts'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { routes } from '../parts/routes.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { words } from '../words/box-office.ts'
import { common } from '../words/common.ts'
import styles from './box-office.module.css'
import { InvoiceFor } from './invoice-for.tsx'
import { KeyCap } from './key-cap.tsx'
import { ReceiptPanel } from './receipt-panel.tsx'
import { useKeys } from './use-keys.ts'
import type { Sold } from './use-sale.ts'

const TICKETS = {
  label: words.printTheTickets,
  async print(orderId: number) {
    const pdf = await api.tickets.retrievePdf(orderId)
    download(words.ticketsPdf({ orderId }), await pdf.blob())
  },
}

/** Sold: what goes back over the counter, and what is handed over. */
export function SoldPanel({
  sold,
  keysOn,
  onNext,
  printed = TICKETS,
}: {
  sold: Sold
  keysOn: boolean
  onNext(): void
  /** What the buyer takes along. */
  printed?: { label: string; print(orderId: number): Promise<void> }
}) {
  const { price } = useConsole()
  const { run, isBusy, error } = useAction()
  const print = () => run(() => printed.print(sold.orderId))
  // Not Enter, which has just sold: pressed twice it would take the change away unseen.
  useKeys({ p: print, n: onNext }, keysOn)
  return (
    <section class={styles.sold} aria-label={common.sold}>
      <p>
        {words.soldFor({
          link: <a href={routes.order(sold.orderId)}>{words.order2({ orderId: sold.orderId })}</a>,
          total: price(sold.total, sold.currency),
        })}
      </p>
      {sold.inCash !== undefined && (
        <p>
          {words.inCash}: <strong>{price(sold.inCash, sold.currency)}</strong>, {words.rounded}
        </p>
      )}
      {sold.change !== undefined && (
        <p class={styles.change}>
          <span>{words.change}</span>
          <strong>{price(sold.change, sold.currency)}</strong>
        </p>
      )}
      {error !== undefined && <TroubleNotice error={error} />}
      <div class={form.actions}>
        <Button look="strong" onClick={onNext}>
          {words.nextSale} <KeyCap name="N" isOn={keysOn} />
        </Button>
        <Button busy={isBusy} onClick={print}>
          {printed.label} <KeyCap name="P" isOn={keysOn} />
        </Button>
        <ButtonLink href={routes.order(sold.orderId)}>{words.refundOrChange}</ButtonLink>
      </div>
      {sold.total > 0 && <InvoiceFor orderId={sold.orderId} keysOn={keysOn} />}
      {sold.change !== undefined && <ReceiptPanel orderId={sold.orderId} />}
    </section>
  )
}
