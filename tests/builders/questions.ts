import type { OrgId } from '../../server/access/principal.ts'
import { addRow, type Columns, type Store, unique } from './rows.ts'

/** A question that an event asks, once for each ticket and as text unless the columns say otherwise. */
export async function addQuestion(store: Store, owner: { orgId: OrgId }, eventId: number, columns: Columns = {}) {
  const key = unique('question').replace('-', '_')
  const questionId = await addRow(store, owner, 'questions', 'question_id', {
    ...{ event_id: eventId, key, kind: 'text', asked_of: 'ticket', title: 'Whom shall we call?' },
    ...columns,
  })
  await store.sql`
    update events
    set asks_questions = true
    where org_id = ${owner.orgId}
      and event_id = ${eventId}`
  return questionId
}
