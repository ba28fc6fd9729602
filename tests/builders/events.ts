import { addRow, type Columns, type Owner, type Store, unique } from './rows.ts'

/** Far enough ahead that no clock reaches it while these tests are run. */
export const STARTS_AT = new Date('2060-03-16T08:30:00Z')

/** A draft, unless its columns say otherwise. */
export const addEvent = (store: Store, owner: Owner, columns: Columns = {}): Promise<number> =>
  addRow(store, owner, 'events', 'event_id', {
    title: 'Derby',
    url_string: unique('derby'),
    currency: 'AUD',
    timezone: 'Australia/Sydney',
    starts_at: STARTS_AT,
    ...columns,
  })
