import type { Question, TicketedEvent } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { type Column, Table } from '../../kit/table.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import { Sheet, Tag } from '../parts/page.tsx'
import { Empty, TroubleNotice } from '../parts/trouble.tsx'
import { common } from '../words/common.ts'
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
    { title: eventWords.question.title, cell: ({ title }) => title },
    { title: eventWords.question.answer, cell: ({ kind }) => KINDS[kind as keyof typeof KINDS], isMinor: true },
    {
      title: eventWords.question.asked,
      cell: ({ asked_of }) => (asked_of === 'order' ? eventWords.question.perOrder : eventWords.question.perTicket),
      isMinor: true,
    },
    {
      title: eventWords.question.requiredTitle,
      cell: ({ required }) => required && <Tag tone="quiet">{eventWords.question.required}</Tag>,
    },
    {
      title: common.change,
      align: 'end',
      cell: (row) => (
        <Button look="quiet" why={why} onClick={() => setChosen(row)}>
          {common.change}
          <span class="visually-hidden"> {eventWords.question.named({ title: row.title })}</span>
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
          {eventWords.question.new}
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
          <Empty title={eventWords.question.none}>
            <p>{eventWords.question.noneText}</p>
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
