import type { AuditEntry } from '@grandstand/sdk'
import type { Cell } from '../parts/list/description.ts'
import { defineList } from '../parts/list/description.ts'
import { routes } from '../parts/routes.ts'

const KINDS = {
  staff: 'By people',
  api_key: 'By keys',
  device: 'By devices',
  holder: 'By ticket holders',
  cli: 'By the command line',
  system: 'By the service',
} as const
const kinds = Object.keys(KINDS) as (keyof typeof KINDS)[]

/** Who changed what and when; a name leads to all that they did, an object to all that became of it. */
export const auditLogList = defineList({
  operation: 'auditLog.list',
  title: 'Audit log',
  heading: 'Changes, newest first',
  keyOf: ({ audit_id }) => audit_id,
  columns: [
    { label: 'When', cell: ({ created_at }) => ({ unix: created_at }) },
    { label: 'Who', cell: actorOf },
    { label: 'Did', cell: ({ action }) => ({ title: action, small: '' }) },
    {
      label: 'To',
      cell: ({ object_type, object_id }) => ({
        link: `${object_type} ${object_id}`,
        href: routes.auditLog({ object_type, object_id }),
      }),
    },
    { label: 'Changes', isMinor: true, cell: changesOf },
  ],
  filters: [
    {
      kind: 'choice',
      name: 'actor_kind',
      label: 'By whom',
      options: [
        { value: '', label: 'By anyone', sends: {} },
        ...kinds.map((value) => ({ value, label: KINDS[value], sends: { actor_kind: value } })),
      ],
    },
    { kind: 'day', name: 'from', label: 'From', parameter: 'unix_start', edge: 'from' },
    { kind: 'day', name: 'to', label: 'To', parameter: 'unix_end', edge: 'to' },
    { kind: 'linked', label: 'by', parameters: ['actor_kind', 'actor_id'] },
    { kind: 'linked', label: '', parameters: ['object_type', 'object_id'] },
  ],
  empty: {
    title: 'Nothing was changed yet',
    text: 'Each change by a person, a key or a device is noted here, with what was there before.',
  },
})

function actorOf({ actor_kind, actor_id, actor_name }: AuditEntry): Cell {
  const link = actor_name ?? [actor_kind, actor_id].filter((part) => part !== null).join(' ')
  return actor_id === null ? link : { link, href: routes.auditLog({ actor_kind, actor_id }) }
}

/** Field by field: what it was and what it is. */
function changesOf({ before, after }: AuditEntry): Cell {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const said = (value: unknown) => (value === undefined || value === null ? 'nothing' : JSON.stringify(value))
  return {
    summary: fields.length === 1 ? (fields[0] ?? '') : `${fields.length} fields`,
    lines: fields.map((field) => `${field}: ${said(before?.[field])} → ${said(after?.[field])}`),
  }
}
