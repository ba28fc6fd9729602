import type { AuditEntry } from '@grandstand/sdk'
import { api } from '../parts/api.ts'
import { shortTime } from '../parts/format.ts'
import filters from '../parts/list.module.css'
import { DateFilter, ListTable, SelectFilter, useListPage, useQuery } from '../parts/list.tsx'
import { Sheet } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { Empty } from '../parts/trouble.tsx'
import styles from './settings.module.css'
import { SettingsFrame } from './settings-frame.tsx'

const KINDS = ['api_key', 'staff', 'device', 'cli', 'system', 'holder'] as const
type Kind = (typeof KINDS)[number]
const isKind = (name: string | undefined): name is Kind => (KINDS as readonly (string | undefined)[]).includes(name)

const DAY_S = 86_400
/** The first second of a day where the reader is. */
const beginningOf = (day: string) => Math.floor(new Date(`${day}T00:00:00`).getTime() / 1000)

/** Who changed what and when; a name leads to all that they did, an object to all that became of it. */
export function AuditLogPage() {
  const { query } = useQuery()
  const { actor_kind, actor_id, object_type, object_id, from, to } = query
  const list = useListPage(
    (page) =>
      api.auditLog
        .list({
          ...page,
          ...(isKind(actor_kind) && { actor_kind, ...(actor_id ? { actor_id } : {}) }),
          ...(object_type && { object_type, ...(object_id ? { object_id } : {}) }),
          // Both ends of the API are outside of what it answers.
          ...(from && { unix_start: beginningOf(from) - 1 }),
          ...(to && { unix_end: beginningOf(to) + DAY_S }),
        })
        .page(),
    [actor_kind, actor_id, object_type, object_id, from, to],
  )
  const isNarrowed = actor_id !== undefined || object_type !== undefined
  return (
    <SettingsFrame title="Audit log" scope="audit:manage">
      <div class={styles.filters}>
        <SelectFilter
          name="actor_kind"
          label="By whom"
          options={[
            { value: '', label: 'By anybody' },
            { value: 'staff', label: 'By people' },
            { value: 'api_key', label: 'By keys' },
            { value: 'device', label: 'By devices' },
            { value: 'holder', label: 'By ticket holders' },
            { value: 'cli', label: 'By the command line' },
            { value: 'system', label: 'By the service' },
          ]}
        />
        <DateFilter name="from" label="From the day" />
        <DateFilter name="to" label="To the day" />
        {isNarrowed && (
          <a class={filters.input} href={routes.auditLog()}>
            Only {[object_type, object_id, actor_id && `${actor_kind} ${actor_id}`].filter(Boolean).join(' ')} · show
            all
          </a>
        )}
      </div>
      <Sheet flush>
        <ListTable
          name="audit-log"
          caption="Changes, newest first"
          list={list}
          keyOf={({ audit_id }) => audit_id}
          empty={
            <Empty title="Nothing was changed">
              <p>Each change by a person, a key or a device is noted here, with what was there before.</p>
            </Empty>
          }
          columns={[
            { title: 'When', cell: ({ created_at }) => shortTime(created_at), text: ({ created_at }) => created_at },
            { title: 'Who', cell: (entry) => <Actor entry={entry} />, text: nameOf },
            { title: 'Did', cell: ({ action }) => <strong>{breakable(action)}</strong>, text: ({ action }) => action },
            { title: 'To', cell: objectOf, text: ({ object_type, object_id }) => `${object_type} ${object_id}` },
            { title: 'Changes', isMinor: true, cell: changesOf, text: ({ after }) => JSON.stringify(after) },
          ]}
        />
      </Sheet>
    </SettingsFrame>
  )
}

const nameOf = ({ actor_kind, actor_id, actor_name }: AuditEntry) =>
  actor_name ?? [actor_kind, actor_id].filter((part) => part !== null).join(' ')

function Actor({ entry }: { entry: AuditEntry }) {
  const { actor_kind, actor_id } = entry
  if (actor_id === null || !isKind(actor_kind)) return <>{nameOf(entry)}</>
  return <a href={routes.auditLog({ actor_kind, actor_id })}>{nameOf(entry)}</a>
}

const objectOf = ({ object_type, object_id }: AuditEntry) => (
  <a href={routes.auditLog({ object_type, object_id })}>
    {breakable(object_type)} {object_id}
  </a>
)

/** Field by field: what it was and what it is. */
const changesOf = ({ before, after }: AuditEntry) => {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  if (fields.length === 0) return null
  const shown = (value: unknown) => (value === undefined || value === null ? 'nothing' : JSON.stringify(value))
  return (
    <details>
      <summary>{fields.length === 1 ? fields[0] : `${fields.length} fields`}</summary>
      <pre class={styles.changes}>
        {fields.map((field) => `${field}: ${shown(before?.[field])} → ${shown(after?.[field])}`).join('\n')}
      </pre>
    </details>
  )
}

/** A narrow column breaks `webhook_endpoint.created` between its words. */
const breakable = (name: string) =>
  name.split(/(?<=[._])/).flatMap((word, at) => (at === 0 ? [word] : [<wbr key={at} />, word]))
