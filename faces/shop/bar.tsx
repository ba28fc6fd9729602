import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import styles from './bar.module.css'
import { useShop } from './shop.tsx'

/** At the foot of the window, where a thumb is: what it comes to, and what to do next. */
export function Bar({ children }: { children: ComponentChildren }) {
  useEffect(() => {
    document.body.classList.add(styles.barred ?? '')
    return () => document.body.classList.remove(styles.barred ?? '')
  }, [])
  return <div class={styles.bar}>{children}</div>
}

type Sum = { tickets: number; orderFee: number; total: number; plusTax: boolean }

export function BarSum({ sum, currency, empty }: { sum: Sum; currency: string; empty: string }) {
  const { words, price } = useShop()
  const { tickets, orderFee, total, plusTax } = sum
  return (
    <p aria-live="polite">
      {tickets === 0 ? (
        empty
      ) : (
        <>
          <b>{words.tickets(tickets)}</b> <b class={styles.sum}>{price(total, currency)}</b>{' '}
          <span>
            {orderFee > 0 ? words.withOrderFee(price(orderFee, currency)) : !plusTax && words.withFees}{' '}
            {plusTax && words.plusTax}
          </span>
        </>
      )}
    </p>
  )
}
