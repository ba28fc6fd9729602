import { formatDate } from '../kit/dates.ts'
import { Account } from './account.tsx'
import { routes } from './config.ts'
import styles from './order-page.module.css'
import { usePage, useShop } from './shop.tsx'
import { shopStorage } from './shop-storage.ts'

/** Everything that was bought in this browser, the newest first. */
export function OrdersPage() {
  const { words, language } = useShop()
  usePage(words.yourTickets)
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <>
      <h1 tabIndex={-1}>{words.yourTickets}</h1>
      {shopStorage.orders().length === 0 && <p>{words.orderGoneText}</p>}
      <ul class={styles.orders}>
        {shopStorage.orders().map(({ order_id, title, at }) => (
          <li key={order_id}>
            <a href={routes.order(order_id)}>{title || words.yourTickets}</a>
            <span>
              {words.order(order_id)} · {formatDate(at / 1000, here, language, 'long')}
            </span>
          </li>
        ))}
      </ul>
      <Account />
      <p>
        <a href={routes.find}>{words.findTickets}</a>
      </p>
    </>
  )
}
