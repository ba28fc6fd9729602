import { useState } from 'preact/hooks'
import { Button } from '../kit/button.tsx'
import { useLoad } from '../kit/use-load.ts'
import { api } from './api.ts'
import { config } from './config.ts'
import { TroubleNotice } from './notice.tsx'
import styles from './order-page.module.css'
import { useShop } from './shop.tsx'
import { withToken } from './token.ts'
import { troubleOf } from './trouble.ts'

/** What a fan who is signed in has bought, on whatever device. */
export function AccountOrders() {
  const { words, date } = useShop()
  const token = withToken()
  const { data } = useLoad(async () => (token.ssoToken === undefined ? [] : api.sso.listOrders(token).all()), [])
  const [error, setError] = useState<unknown>()
  const open = async (orderId: string) => {
    const { order_secret } = await api.sso.createSecret(orderId, token)
    location.assign(config.tickets + order_secret)
  }
  if (!data || data.length === 0 || config.tickets === undefined) return null
  return (
    <>
      <h2>{words.accountTickets}</h2>
      {error !== undefined && <TroubleNotice trouble={troubleOf(error, words)} />}
      <ul class={styles.orders}>
        {data.map(({ order_id, event_title, event_start }) => (
          <li key={order_id}>
            <Button look="quiet" onClick={() => open(order_id).catch(setError)}>
              {event_title}
            </Button>
            <span>
              {words.order(Number(order_id))} · {date(dayOf(event_start), 'UTC', 'long')}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The day is that where the event is, with which its start is written. */
const dayOf = (start: string): number => Date.parse(start.slice(0, 10)) / 1000
