import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { OfferedEvent } from '../price-lists/offer.ts'
import { joinSeasons } from '../seasons/join-season.ts'

/** One event made of another. What depends on the day moves along with it: an offer has its windows from the start of the event. */
export type EventCopy = {
  orgId: OrgId
  tx: Tx
  now: Date
  from: number
  to: OfferedEvent
  /** That of the event it was copied from, or of a price list. */
  writeOffer(): Promise<void>
}

/**
 * All that a copy of an event takes along, in the order in which it is written. A new kind of thing that belongs to an event is added here; a
 * new column of categories or prices to the offer, which price lists have too.
 * Not copied: what was sold, held, scanned or archived, keys, and discount codes, which are the organisation's and each there once.
 */
export const copiedWithEvent: { kind: string; copy(copy: EventCopy): Promise<void> }[] = [
  { kind: 'price categories with gates and sections, prices with membership types', copy: (copy) => copy.writeOffer() },
  { kind: 'questions', copy: copyQuestions },
  // Those of the copy's own day; the pools in which its season seats count are there by now.
  { kind: 'seasons', copy: ({ orgId, tx, now, to }) => joinSeasons(orgId, tx, now, to.event_id, undefined) },
]

async function copyQuestions({ orgId, tx, now, from, to }: EventCopy): Promise<void> {
  const { count } = await tx`
    insert into questions (
      org_id, event_id, key, kind, asked_of, title, description, choices, required, show_at_gate, order_by, question_status,
      translations, created_at, changed_at
    )
    select org_id, ${to.event_id}, key, kind, asked_of, title, description, choices, required, show_at_gate, order_by,
      question_status, translations, ${now}, ${now}
    from questions
    where org_id = ${orgId}
      and event_id = ${from}
      and question_status <> 'archived'`
  if (count === 0) return
  await tx`
    update events
    set asks_questions = (
      select asks_questions
      from events
      where org_id = ${orgId}
        and event_id = ${from}
    )
    where org_id = ${orgId}
      and event_id = ${to.event_id}`
}
