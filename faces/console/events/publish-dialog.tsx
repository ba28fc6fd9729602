import type { ManagedPrice, PriceCategory, TicketedEvent } from '@grandstand/sdk'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { toast } from '../../kit/toast.tsx'
import { useAction } from '../../kit/use-action.ts'
import { useLoad } from '../../kit/use-load.ts'
import { api, serverNow } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { eventTime } from '../parts/format.ts'
import { routes } from '../parts/routes.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { common } from '../words/common.ts'
import { words } from '../words/offers.ts'
import styles from './publish-dialog.module.css'
import { missingOf } from './publishing.ts'

type Offer = { event: TicketedEvent; pools: PriceCategory[]; prices: ManagedPrice[] }

/** What fans will see and what is missing, before it is on sale. */
export function PublishDialog({
  event,
  pools,
  prices,
  onPreview,
  onClose,
  onDone,
}: Offer & { onPreview(): void; onClose(): void; onDone(): void }) {
  const { organisation, price } = useConsole()
  const action = useAction()
  const missing = missingOf({ event, pools, prices, organisation, now: serverNow() / 1000 })
  const seasons = useLoad(() => Promise.all(event.season_ids.map((id) => api.seasons.retrieve(id))), [event])
  const turnedAway = (seasons.data ?? []).reduce((sum, { members_not_admitted }) => sum + members_not_admitted, 0)
  const offered = prices.filter(({ show_online, price_status }) => show_online && price_status === 'active')
  const picture = event.banner_image ?? event.images[0]
  const publish = () =>
    action.run(async () => {
      await api.events.publish(event.event_id)
      toast(words.onSale)
      onDone()
    })
  return (
    <Dialog open title={words.publishTitle} onClose={onClose}>
      <h3>{words.fansWillSee}</h3>
      <div class={styles.card}>
        {picture !== undefined && <img src={picture} alt="" />}
        <strong>{event.title}</strong>
        <span>{[eventTime(event.event_start_unix, event.timezone), event.venue_name ?? words.online].join(' · ')}</span>
        <ul>
          {offered.map(({ price_id, title, price_category_title, total, currency }) => (
            <li key={price_id}>
              <span>
                {price_category_title}, {title}
              </span>
              <span>{price(total, currency)}</span>
            </li>
          ))}
        </ul>
      </div>
      <h3>{words.whatIsMissing}</h3>
      {missing.length === 0 && turnedAway === 0 ? (
        <p>{words.nothingMissing}</p>
      ) : (
        <ul class={styles.missing}>
          {missing.map((part) => (
            <li key={part}>{words.missing[part]}</li>
          ))}
          {turnedAway > 0 && (
            <li>
              <a href={routes.memberships}>{words.notAdmitted({ count: turnedAway })}</a>
            </li>
          )}
        </ul>
      )}
      <p>{words.canBeUndone}</p>
      {action.error !== undefined && <TroubleNotice error={action.error} />}
      <div class={form.actions}>
        <Button look="strong" busy={action.isBusy} onClick={publish}>
          {words.publish}
        </Button>
        <Button onClick={onPreview}>{words.preview}</Button>
        <Button onClick={onClose}>{common.cancel}</Button>
      </div>
    </Dialog>
  )
}
