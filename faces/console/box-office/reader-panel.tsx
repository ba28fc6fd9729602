import type { ReaderPayment } from '@grandstand/sdk'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Notice } from '../../kit/notice.tsx'
import { useAction } from '../../kit/use-action.ts'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { TroubleNotice } from '../parts/trouble.tsx'
import { words } from '../words/box-office.ts'
import styles from './box-office.module.css'
import { KeyCap } from './key-cap.tsx'
import { ReaderChoice, readerIn } from './reader-choice.tsx'
import { useKeys } from './use-keys.ts'
import type { Sold } from './use-sale.ts'

const EVERY_MS = 1_000

const WORDS: Partial<Record<ReaderPayment['status'], string>> = {
  sending: words.itIsBeingSentTo,
  waiting: words.theReaderAsksForThe,
  unknown: words.itIsNotKnownYet,
}

const REFUSALS: Record<string, string> = {
  reader_offline: words.theReaderIsOfflineLook,
  reader_busy: words.theReaderIsBusyTry,
  never_arrived: words.theReaderHasNotTaken,
  connection_error: words.theReaderHasLostIts,
  customer_canceled: words.theyHavePressedCancelOn,
  cancelled: words.itWasCalledOff,
  insufficient_funds: words.theCardWasDeclinedThere,
  provider_refused: words.thePaymentAccountDoesNot,
}

const refusalOf = (code: string): string =>
  REFUSALS[code] ?? (code.startsWith('reader_') ? words.theReaderHasNotTaken : words.theCardWasDeclined)

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
      <Notice title={status === 'expired' ? words.thePlacesWereHeldFor : words.itWasTakenBack} tone="sky">
        <p>{payment?.decline_code === 'no_answer' ? words.whetherItWasPaidWas : words.nobodyHasPaidAndThe}</p>
        <div>
          <Button look="strong" onClick={leave}>
            {words.backToTheSale} <KeyCap name="Enter" isOn={keysOn} />
          </Button>
        </div>
      </Notice>
    )
  return (
    <section class={styles.sold} aria-label={words.cardOnTheReader}>
      <p class={styles.sum}>{price(order.total, order.currency)}</p>
      <p role="status" class={isDeclined ? styles.short : undefined}>
        {isDeclined
          ? words.nobodyHasPaidThePlaces({ declineCode: refusalOf(payment?.decline_code ?? '') })
          : WORDS[status]}
      </p>
      {isLost && <p class={styles.short}>{words.noConnectionItGoesOn}</p>}
      {error !== undefined && <TroubleNotice error={error} />}
      {isDeclined && (
        <form ref={choice} onSubmit={(event) => event.preventDefault()}>
          <ReaderChoice />
        </form>
      )}
      <div class={form.actions}>
        {isDeclined && (
          <Button look="strong" busy={isBusy} onClick={sendAgain}>
            {words.tryAgain} <KeyCap name="Enter" isOn={keysOn} />
          </Button>
        )}
        <Button
          busy={isBusy && !isDeclined}
          why={status === 'sending' ? words.itIsBeingSentTo2 : undefined}
          onClick={takeBack}
        >
          {words.cancelTheSale} <KeyCap name="X" isOn={keysOn} />
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
