import type { ReaderPayment } from '@grandstand/sdk'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Notice } from '../../kit/notice.tsx'
import { useAction } from '../../kit/use-action.ts'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { TroubleNotice } from '../parts/trouble.tsx'
import styles from './box-office.module.css'
import { KeyCap } from './key-cap.tsx'
import { ReaderChoice, readerIn } from './reader-choice.tsx'
import { useKeys } from './use-keys.ts'
import type { Sold } from './use-sale.ts'

const EVERY_MS = 1_000

const WORDS: Partial<Record<ReaderPayment['status'], string>> = {
  sending: 'It is being sent to the reader.',
  waiting: 'The reader asks for the card. Hold on: this page says when it is paid.',
  unknown: 'It is not known yet whether it was paid. It goes on asking: take no other payment for it meanwhile.',
}

const REFUSALS: Record<string, string> = {
  reader_offline: 'The reader is offline. Look at its power and network, or take another.',
  reader_busy: 'The reader is busy. Try again in a moment, or take another.',
  never_arrived: 'The reader has not taken it.',
  connection_error: 'The reader has lost its network.',
  customer_canceled: 'They have pressed cancel on the reader.',
  cancelled: 'It was called off.',
  insufficient_funds: 'The card was declined: there is not enough on it.',
  provider_refused: 'The payment account does not take cards on readers.',
}

const refusalOf = (code: string): string =>
  REFUSALS[code] ?? (code.startsWith('reader_') ? 'The reader has not taken it.' : 'The card was declined.')

/** The fan holds a card to the reader; here one sees it happen. */
export function ReaderPanel({
  order,
  keysOn,
  onEnded,
}: {
  order: Pick<Sold, 'orderId' | 'total' | 'currency'>
  keysOn: boolean
  onEnded(payment: ReaderPayment): void
}) {
  const { price } = useConsole()
  const { payment, isLost, set } = useReaderPayment(order.orderId)
  const choice = useRef<HTMLFormElement>(null)
  const { run, isBusy, error } = useAction()
  const status = payment?.status ?? 'sending'
  const isOver = status === 'expired' || status === 'cancelled'
  const isDeclined = status === 'declined'
  useEffect(() => {
    if (payment?.status === 'paid') onEnded(payment)
  }, [payment?.status])
  const sendAgain = () => {
    const reader_id = readerIn(choice.current)
    if (reader_id !== undefined)
      void run(async () => set(await api.boxOffice.retryReaderPayment(order.orderId, { reader_id })))
  }
  const takeBack = () =>
    run(async () => {
      const next = await api.boxOffice.cancelReaderPayment(order.orderId)
      set(next)
      if (next.status === 'cancelled') onEnded(next)
    })
  const leave = () => payment && onEnded(payment)
  useKeys(
    {
      x: isOver || status === 'sending' ? undefined : takeBack,
      enter: isOver ? leave : isDeclined ? sendAgain : undefined,
    },
    keysOn,
  )
  if (isOver)
    return (
      <Notice title={status === 'expired' ? 'The places were held for too long' : 'It was taken back'} tone="sky">
        <p>
          {payment?.decline_code === 'no_answer'
            ? 'Whether it was paid was never told. The places are for sale again; money that turns up goes back, or buys places after all.'
            : 'Nobody has paid, and the places are for sale again.'}
        </p>
        <div>
          <Button look="strong" onClick={leave}>
            Back to the tickets <KeyCap name="Enter" isOn={keysOn} />
          </Button>
        </div>
      </Notice>
    )
  return (
    <section class={styles.sold} aria-label="Card on the reader">
      <p class={styles.sum}>{price(order.total, order.currency)}</p>
      <p role="status" class={isDeclined ? styles.short : undefined}>
        {isDeclined
          ? `${refusalOf(payment?.decline_code ?? '')} Nobody has paid; the places are still held.`
          : WORDS[status]}
      </p>
      {isLost && <p class={styles.short}>No connection. It goes on asking.</p>}
      {error !== undefined && <TroubleNotice error={error} />}
      {isDeclined && (
        <form ref={choice} onSubmit={(event) => event.preventDefault()}>
          <ReaderChoice />
        </form>
      )}
      <div class={form.actions}>
        {isDeclined && (
          <Button look="strong" busy={isBusy} onClick={sendAgain}>
            Try again <KeyCap name="Enter" isOn={keysOn} />
          </Button>
        )}
        <Button
          busy={isBusy && !isDeclined}
          why={status === 'sending' ? 'It is being sent to the reader' : undefined}
          onClick={takeBack}
        >
          Cancel the sale <KeyCap name="X" isOn={keysOn} />
        </Button>
      </div>
    </section>
  )
}

/** The payment as it is now, asked for once a second until it has ended. */
function useReaderPayment(orderId: number) {
  const [state, setState] = useState<{ payment: ReaderPayment | undefined; isLost: boolean }>({
    payment: undefined,
    isLost: false,
  })
  useEffect(() => {
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async () => {
      try {
        const payment = await api.boxOffice.retrieveReaderPayment(orderId, { signal: stop.signal, attemptsMax: 1 })
        setState({ payment, isLost: false })
        if (['paid', 'cancelled', 'expired'].includes(payment.status)) return
      } catch {
        if (stop.signal.aborted) return
        setState(({ payment }) => ({ payment, isLost: true }))
      }
      timer = setTimeout(look, EVERY_MS)
    }
    void look()
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [orderId])
  return { ...state, set: (payment: ReaderPayment) => setState({ payment, isLost: false }) }
}
