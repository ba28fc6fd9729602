import type { AuditEntry } from '@grandstand/sdk'
import { shortTime } from '../parts/format.ts'
import type { Cell } from '../parts/list/description.ts'
import { defineList } from '../parts/list/description.ts'
import { routes } from '../parts/routes.ts'
import { words as audit } from '../words/audit.ts'
import { common } from '../words/common.ts'
import { words as frame } from '../words/frame.ts'
import { words } from '../words/programs.ts'

const KINDS = {
  staff: words.byPeople,
  api_key: words.byKeys,
  device: words.byDevices,
  holder: words.byTicketHolders,
  cli: words.byTheCommandLine,
  system: words.byTheService,
} as const
const kinds = Object.keys(KINDS) as (keyof typeof KINDS)[]

/** Who changed what and when; a name leads to all that they did, an object to all that became of it. */
export const auditLogList = defineList({
  operation: 'auditLog.list',
  title: words.auditLog,
  heading: words.changesNewestFirst,
  stacks: true,
  keyOf: ({ audit_id }) => audit_id,
  columns: [
    { label: common.when, cell: ({ created_at }) => ({ unix: created_at }) },
    { label: common.who, cell: actorOf },
    { label: words.did, cell: ({ action }) => ({ title: verbOf(action), small: '' }) },
    {
      label: words.to,
      cell: ({ object_type, object_id }) => ({
        link: `${objectOf(object_type)} ${object_id}`,
        href: routes.auditLog({ object_type, object_id }),
      }),
    },
    { label: words.changes, isMinor: true, cell: changesOf },
  ],
  filters: [
    {
      kind: 'choice',
      name: 'actor_kind',
      label: words.byWhom,
      options: [
        { value: '', label: words.byAnyone, sends: {} },
        ...kinds.map((value) => ({ value, label: KINDS[value], sends: { actor_kind: value } })),
      ],
    },
    { kind: 'day', name: 'from', label: common.from, parameter: 'unix_start', edge: 'from' },
    { kind: 'day', name: 'to', label: audit.until, parameter: 'unix_end', edge: 'to' },
    { kind: 'linked', label: words.by, parameters: ['actor_kind', 'actor_id'] },
    { kind: 'linked', label: '', parameters: ['object_type', 'object_id'] },
  ],
  csv: {
    export: 'exportAuditLogCsv',
    name: 'audit-log',
    needs: 'audit:manage',
    label: frame.csv.all,
    isFiltered: true,
  },
  empty: {
    title: words.nothingWasChangedYet,
    text: words.eachChangeByAPerson,
  },
})

const objectOf = (type: string): string => audit.objects[type] ?? type.replaceAll('_', ' ')

/** The column beside it names the object: of `order.refunded` the second half is enough, unless the language has another word for it. */
function verbOf(action: string): string {
  const verb = action.slice(action.indexOf('.') + 1)
  return audit.verbs[action] ?? audit.verbs[verb] ?? verb.replaceAll('_', ' ')
}

function actorOf({ actor_kind, actor_id, actor_name }: AuditEntry): Cell {
  const link =
    actor_name ?? [audit.actors[actor_kind] ?? actor_kind, actor_id].filter((part) => part !== null).join(' ')
  return actor_id === null ? link : { link, href: routes.auditLog({ actor_kind, actor_id }) }
}

/** Field by field: what it was and what it is. */
function changesOf({ before, after }: AuditEntry): Cell {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return {
    summary: words.fields({ count: fields.length }),
    lines: fields.map((field) => `${fieldOf(field)}: ${said(field, before?.[field])} → ${said(field, after?.[field])}`),
  }
}

const fieldOf = (name: string): string => audit.fields[name] ?? name.replaceAll('_', ' ')

/** Times are whole seconds, which say little to a reader. */
const IS_TIME = /_unix$|_at$|^expires$/

function said(field: string, value: unknown): string {
  if (value === undefined || value === null || value === '') return common.nothing
  if (value === '[personal]') return audit.notKept
  if (typeof value === 'boolean') return value ? common.yes : common.no
  if (typeof value === 'number' && IS_TIME.test(field)) return shortTime(value)
  if (typeof value !== 'object') return String(value)
  const isPlain = Array.isArray(value) && value.every((item) => typeof item !== 'object')
  return isPlain ? value.join(', ') : JSON.stringify(value)
}
