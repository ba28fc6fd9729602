import type { Basket } from '@grandstand/sdk'
import { useEffect, useRef, useState } from 'preact/hooks'
import { announce } from '../kit/announcer.tsx'
import { Button } from '../kit/button.tsx'
import { spokenAt, timeLeft } from '../kit/countdown.ts'
import { api, serverNow } from './api.ts'
import styles from './basket-page.module.css'
import { useShop } from './shop.tsx'

/** As long as a basket lives, by the API's own rule. */
const LIFE_SECONDS = 3600
/** Offered while it gains something. */
const WORTH_SECONDS = 30

/** How long the places are still held, by the server's clock, and more time for a buyer who needs it. */
export function HeldUntil({
  basket,
  onChange,
  onExpired,
}: {
  basket: Basket
  onChange(basket: Basket): void
  onExpired(): void
}) {
  const { words } = useShop()
  const { expires_at: expiresAt } = basket
  const [now, setNow] = useState(serverNow)
  const [isAsking, setAsking] = useState(false)
  const spokenFor = useRef(Number.POSITIVE_INFINITY)
  const { seconds, text, isShort } = timeLeft(expiresAt * 1000, now)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 500)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    const moment = spokenAt(spokenFor.current, seconds)
    if (moment !== undefined && spokenFor.current !== Number.POSITIVE_INFINITY) announce(words.spoken(seconds))
    spokenFor.current = seconds
  }, [seconds])
  // Asked again until the server agrees: its clock decides.
  useEffect(() => {
    if (seconds > 0) return
    const timer = setTimeout(onExpired, 500)
    return () => clearTimeout(timer)
  }, [seconds === 0, basket])
  const canHaveMore = basket.created + LIFE_SECONDS - expiresAt > WORTH_SECONDS
  const ask = async () => {
    setAsking(true)
    try {
      onChange(await api.baskets.change(basket.id, {}))
      announce(words.moreTimeGiven)
    } catch {
      // The basket itself says what became of it.
      onExpired()
    }
    setAsking(false)
  }
  return (
    <div class={[styles.held, isShort ? styles.short : ''].join(' ')}>
      <p>
        {words.heldFor} <b role="timer">{words.minutesLeft(text)}</b>
      </p>
      {canHaveMore ? (
        <Button busy={isAsking} onClick={ask}>
          {words.moreTime}
        </Button>
      ) : (
        <p class={styles.hint}>{words.noMoreTime}</p>
      )}
    </div>
  )
}
