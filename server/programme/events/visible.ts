import type { Fragment } from 'postgres'
import type { Principal } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { eventStatus } from '../statuses.ts'

/** A publishable key is printed in web pages: it sees what everybody may see, live and public events. `t` is the event. */
export const visibleTo = (sql: Db, { kind }: Pick<Principal, 'kind'>): Fragment =>
  kind === 'pk' ? sql`and t.event_status_id = ${eventStatus.live} and t.public_event` : sql``
