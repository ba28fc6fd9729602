import type { PaymentLink } from '@grandstand/sdk'
import { useEffect, useState } from 'preact/hooks'
import { announce } from '../../kit/announcer.tsx'
import { Button } from '../../kit/button.tsx'
import { timeLeft } from '../../kit/countdown.ts'
import { Notice } from '../../kit/notice.tsx'
import { useAction } from '../../kit/use-action.ts'
import { api, serverNow } from '../parts/api.ts'
import { Code } from '../parts/code.tsx'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { TroubleNotice } from '../parts/trouble.tsx'
import { words } from '../words/box-office.ts'
import styles from './box-office.module.css'
import { KeyCap } from './key-cap.tsx'
import panel from './payment-link.module.css'
import { useKeys } from './use-keys.ts'

const EVERY_MS = 1_000

/** The fan's phone opens the code and pays there; here one sees it happen. */
export function PaymentLinkPanel({
  link: first,
  keysOn,
  onEnded,
}: {
  link: PaymentLink
  keysOn: boolean
  onEnded(link: PaymentLink): void
}) {
  const { price } = useConsole()
  const { link, isLost } = useLink(first)
  const left = useTimeLeft(link.expires_at)
  const { run, isBusy, error } = useAction()
  const isOver = link.status === 'expired' || link.status === 'cancelled'
  useEffect(() => {
    if (link.status === 'paying') announce(words.theyArePaying)
    if (link.status === 'paid') onEnded(link)
  }, [link.status])
  const takeBack = () => run(async () => onEnded(await api.boxOffice.cancelPaymentLink(link.id)))
  useKeys({ x: isOver ? undefined : takeBack, enter: isOver ? () => onEnded(link) : undefined }, keysOn)
  if (isOver)
    return (
      <Notice title={link.status === 'expired' ? words.theLinkHasRunOut : words.theLinkWasTakenBack} tone="sky">
        <p>{words.nobodyHasPaidAndThe}</p>
        <div>
          <Button look="strong" onClick={() => onEnded(link)}>
            {words.backToTheSale} <KeyCap name="Enter" isOn={keysOn} />
          </Button>
        </div>
      </Notice>
    )
  return (
    <div class={panel.link}>
      <div class={panel.qr}>
        <Code text={link.url} label={words.theLinkToPayAs} />
      </div>
      <div class={panel.words}>
        <p class={styles.sum}>{price(link.amount, link.currency)}</p>
        <p role="status">{link.status === 'paying' ? words.theyArePayingHoldOn : words.theFanScansItWith}</p>
        {link.status === 'open' && (
          <p class={left.isShort ? styles.short : styles.quiet}>
            {words.thePlacesAreHeldFor} <strong>{left.text}</strong>
          </p>
        )}
        {isLost && <p class={styles.short}>{words.noConnectionItGoesOn}</p>}
        {error !== undefined && <TroubleNotice error={error} />}
        <div class={form.actions}>
          <Button busy={isBusy} why={link.status === 'open' ? undefined : words.itIsBeingPaid} onClick={takeBack}>
            {words.takeItBack} <KeyCap name="X" isOn={keysOn} />
          </Button>
        </div>
      </div>
    </div>
  )
}

/** The link as it is now, asked for once a second until it has ended. */
function useLink(first: PaymentLink): { link: PaymentLink; isLost: boolean } {
  const [state, setState] = useState({ link: first, isLost: false })
  useEffect(() => {
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async () => {
      try {
        const link = await api.boxOffice.retrievePaymentLink(first.id, { signal: stop.signal, attemptsMax: 1 })
        setState({ link, isLost: false })
        if (link.status !== 'open' && link.status !== 'paying') return
      } catch {
        if (stop.signal.aborted) return
        setState(({ link }) => ({ link, isLost: true }))
      }
      timer = setTimeout(look, EVERY_MS)
    }
    void look()
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [first.id])
  return state
}

function useTimeLeft(unix: number) {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return timeLeft(unix * 1_000, now)
}
