import { Type } from 'typebox'
import { Text } from '../../platform/http/schema.ts'

const NotRead = () => Type.Optional(Text(500, { description: 'as exported, and not read' }))

/** What a file of members says for its reader, and an import leaves alone: it follows from type, plan and day. */
export const informativeColumns = {
  season_id: NotRead(),
  season_title: NotRead(),
  open_amount: NotRead(),
  overdue: NotRead(),
}
