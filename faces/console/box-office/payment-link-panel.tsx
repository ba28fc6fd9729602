import type { PaymentLink } from '@grandstand/sdk'
import { useEffect, useState } from 'preact/hooks'
import { announce } from '../../kit/announcer.tsx'
import { Button } from '../../kit/button.tsx'
import { timeLeft } from '../../kit/countdown.ts'
import { Notice } from '../../kit/notice.tsx'
import { Qr } from '../../kit/qr.tsx'
import { useAction } from '../../kit/use-action.ts'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { TroubleNotice } from '../parts/trouble.tsx'
import styles from './box-office.module.css'
import { KeyCap } from './key-cap.tsx'
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
    if (link.status === 'paying') announce('They are paying')
    if (link.status === 'paid') onEnded(link)
  }, [link.status])
  const takeBack = () => run(async () => onEnded(await api.boxOffice.cancelPaymentLink(link.id)))
  useKeys({ x: isOver ? undefined : takeBack, enter: isOver ? () => onEnded(link) : undefined }, keysOn)
  if (isOver)
    return (
      <Notice title={link.status === 'expired' ? 'The link has run out' : 'The link was taken back'} tone="sky">
        <p>Nobody has paid, and the places are for sale again.</p>
        <div>
          <Button look="strong" onClick={() => onEnded(link)}>
            Back to the tickets <KeyCap name="Enter" isOn={keysOn} />
          </Button>
        </div>
      </Notice>
    )
  return (
    <div class={styles.link}>
      <div class={styles.qr}>
        <Qr text={link.url} label="The link to pay, as a code for the fan’s phone" />
      </div>
      <div class={styles.linkWords}>
        <p class={styles.sum}>{price(link.amount, link.currency)}</p>
        <p role="status">
          {link.status === 'paying'
            ? 'They are paying. Hold on: this page says when it is done.'
            : 'The fan scans it with their phone and pays there by card.'}
        </p>
        {link.status === 'open' && (
          <p class={left.isShort ? styles.short : styles.quiet}>
            The places are held for <strong>{left.text}</strong>
          </p>
        )}
        {isLost && <p class={styles.short}>No connection. It goes on asking.</p>}
        {error !== undefined && <TroubleNotice error={error} />}
        <div class={form.actions}>
          <Button busy={isBusy} why={link.status === 'open' ? undefined : 'It is being paid'} onClick={takeBack}>
            Take it back <KeyCap name="X" isOn={keysOn} />
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
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return timeLeft(unix * 1_000, now)
}
