import type { TicketPage } from '@grandstand/sdk'
import { useEffect, useRef, useState } from 'preact/hooks'
import { announce } from '../kit/announcer.tsx'
import { useWakeLock } from '../kit/wake-lock.ts'
import type { OnChanged } from './on-changed.ts'
import styles from './ticket.module.css'
import { TicketSheet } from './ticket-sheet.tsx'
import { words } from './words.ts'

/** One ticket a screen: swiped, or turned by buttons and arrow keys. */
export function TicketRow({ page, onChanged }: { page: TicketPage; onChanged: OnChanged }) {
  const { tickets } = page
  const row = useRef<HTMLOListElement>(null)
  const [at, setAt] = useState(0)
  const last = tickets.length - 1
  const shownAt = Math.min(at, last)
  useWakeLock()

  useEffect(() => {
    const list = row.current
    if (!list) return
    const seen = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (isIntersecting) setAt([...list.children].indexOf(target))
        }
      },
      { root: list, threshold: 0.6 },
    )
    for (const child of list.children) seen.observe(child)
    return () => seen.disconnect()
  }, [tickets.length])

  const turnTo = (index: number) => {
    const target = Math.max(0, Math.min(index, last))
    row.current?.children[target]?.scrollIntoView({ inline: 'start', block: 'nearest' })
    setAt(target)
    announce(words.ticketOf(target + 1, tickets.length))
  }

  return (
    <section aria-label={words.tickets} class={styles.carousel}>
      {tickets.length > 1 && (
        <nav class={styles.turner} aria-label={words.tickets}>
          <button
            type="button"
            aria-label={words.previous}
            disabled={shownAt === 0}
            onClick={() => turnTo(shownAt - 1)}
          >
            <span aria-hidden="true">←</span>
          </button>
          <span>{words.ticketOf(shownAt + 1, tickets.length)}</span>
          <button type="button" aria-label={words.next} disabled={shownAt === last} onClick={() => turnTo(shownAt + 1)}>
            <span aria-hidden="true">→</span>
          </button>
        </nav>
      )}
      <ol ref={row} class={styles.row}>
        {tickets.map((ticket, index) => (
          // What is off the screen is not to be reached by Tab either.
          <li key={ticket.ticket_id} inert={index !== shownAt}>
            <TicketSheet page={page} ticket={ticket} onChanged={onChanged} />
          </li>
        ))}
      </ol>
    </section>
  )
}
