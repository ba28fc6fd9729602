import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { shortTime } from '../parts/format.ts'
import { Sheet } from '../parts/page.tsx'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { words as orderWords } from '../words/orders.ts'
import styles from './order-page.module.css'
import { entryLines, entryTitle } from './story-words.ts'

const ENTRIES = 50

/** What became of the order, newest first, and a note for the colleague who opens it next. */
export function Timeline({
  orderId,
  currency,
  turn,
  onNoted,
}: {
  orderId: number
  currency: string
  /** Another number: something was done, so read it again. */
  turn: number
  onNoted(): void
}) {
  const { price, whyNot } = useConsole()
  const { data, error, reload } = useLoad(
    () => api.orders.listTimeline(orderId, { limit: ENTRIES }).page(),
    [orderId, turn],
  )
  const note = useSubmit(async (filled) => {
    await api.orders.createNote(orderId, { note: filled.text('note') })
    toast(orderWords.noted)
    onNoted()
  })
  const why = whyNot('orders:manage')
  return (
    <Sheet title={orderWords.story}>
      <form key={turn} class={form.form} onSubmit={note.submit}>
        {note.error !== undefined && <TroubleNotice error={note.error} />}
        <TextField name="note" label={orderWords.noteForStaff} rows={2} required maxLength={2000} />
        <div class={form.actions}>
          <Button type="submit" why={why} busy={note.isBusy}>
            {orderWords.addTheNote}
          </Button>
        </div>
      </form>
      {error !== undefined && <TroubleNotice error={error} onRetry={reload} />}
      <ol class={styles.story}>
        {data?.data.map((entry) => (
          <li key={entry.entry_id} class={/fail|cancel|refus/.test(entry.type) ? styles.bad : ''}>
            <span>
              <strong>{entryTitle(entry.type, entry.detail)}</strong>
              {entry.amount !== null && ` ${price(entry.amount, currency)}`}
            </span>
            {entryLines(entry).map((line) => (
              <span key={line}>{line}</span>
            ))}
            <span class={styles.when}>
              {shortTime(entry.created)}
              {entry.actor_name !== null && `, ${entry.actor_name}`}
            </span>
          </li>
        ))}
      </ol>
      {data?.has_more && <p class={styles.when}>{orderWords.theNewestAreShown({ entries: ENTRIES })}</p>}
    </Sheet>
  )
}
