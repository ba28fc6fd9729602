import type { Question, TicketedEvent } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { type Column, Table } from '../../kit/table.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import { Sheet, Tag } from '../parts/page.tsx'
import { Empty, TroubleNotice } from '../parts/trouble.tsx'
import { words as eventWords } from '../words/events.ts'
import styles from './event-page.module.css'
import { KINDS, QuestionDialog } from './question-dialog.tsx'

/** What buyers are asked at the checkout, the box office included. */
export function EventQuestions({ event }: { event: TicketedEvent }) {
  const { whyNot } = useConsole()
  const [chosen, setChosen] = useState<Question | 'new' | undefined>()
  const { data, error, reload } = useLoad(
    () => api.events.listQuestions(event.event_id, { limit: 100 }).page(),
    [event.event_id],
  )
  const why = whyNot('programme:manage')
  const asked = (data?.data ?? []).filter(({ question_status }) => question_status === 'active')
  const columns: Column<Question>[] = [
    { title: eventWords.question, cell: ({ title }) => title },
    { title: eventWords.answer, cell: ({ kind }) => KINDS[kind as keyof typeof KINDS], isMinor: true },
    {
      title: eventWords.asked,
      cell: ({ asked_of }) => (asked_of === 'order' ? eventWords.onceForTheOrder : eventWords.forEachTicket),
      isMinor: true,
    },
    { title: eventWords.required, cell: ({ required }) => required && <Tag tone="quiet">{eventWords.required2}</Tag> },
    {
      title: eventWords.change,
      align: 'end',
      cell: (row) => (
        <Button look="quiet" why={why} onClick={() => setChosen(row)}>
          {eventWords.change}
          <span class="visually-hidden"> {eventWords.theQuestion(row.title)}</span>
        </Button>
      ),
    },
  ]
  return (
    <Sheet
      flush
      title={eventWords.questions}
      about={
        <Button why={why} onClick={() => setChosen('new')}>
          {eventWords.newQuestion}
        </Button>
      }
    >
      {error !== undefined && <TroubleNotice error={error} onRetry={reload} />}
      {asked.length > 0 ? (
        <div class={styles.scroll}>
          <Table
            caption={eventWords.questions}
            columns={columns}
            rows={asked}
            keyOf={({ question_id }) => question_id}
          />
        </div>
      ) : (
        data && (
          <Empty title={eventWords.nothingIsAsked}>
            <p>{eventWords.askBuyersWhatYouNeed}</p>
          </Empty>
        )
      )}
      {chosen && (
        <QuestionDialog
          eventId={event.event_id}
          question={chosen === 'new' ? undefined : chosen}
          keys={(data?.data ?? []).map(({ key }) => key)}
          onClose={() => setChosen(undefined)}
          onDone={() => {
            setChosen(undefined)
            reload()
          }}
        />
      )}
    </Sheet>
  )
}
