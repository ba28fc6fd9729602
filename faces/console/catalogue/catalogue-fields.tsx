import { Field, SelectField } from '../../kit/field.tsx'
import form from '../parts/form.module.css'
import { Tag } from '../parts/page.tsx'
import { stateTitle } from '../parts/state-title.ts'
import type { Filled } from '../parts/use-submit.ts'
import { momentOf } from '../parts/zone-time.ts'
import { words } from '../words/catalogue.ts'
import { common } from '../words/common.ts'

const ARCHIVED = 2

type Stateful = { status: number; order_by: number }

export const inOrder = <Row extends Stateful>(rows: Row[]): Row[] =>
  rows.filter(({ status }) => status !== ARCHIVED).toSorted((one, other) => one.order_by - other.order_by)

export const stateColumn = {
  title: common.state,
  cell: ({ status }: Stateful) => (
    <Tag tone={status === 1 ? 'good' : 'quiet'}>{stateTitle(status === 1 ? 'active' : 'inactive')}</Tag>
  ),
}

export const yesNo = (value: number): string => (value === 1 ? common.yes : common.no)

export const CommonFields = ({ row, problems }: { row: Stateful | undefined; problems: Record<string, string> }) => (
  <div class={form.pair}>
    <Field
      name="order_by"
      label={words.position}
      type="number"
      min={0}
      defaultValue={String(row?.order_by ?? 0)}
      error={problems.order_by}
    />
    <SelectField
      name="status"
      label={common.state}
      defaultValue={String(row?.status ?? 1)}
      options={[
        { value: '1', label: stateTitle('active') },
        { value: '0', label: stateTitle('inactive') },
      ]}
    />
  </div>
)

export const commonOf = (filled: Filled) => ({
  title: filled.text('title'),
  order_by: filled.number('order_by') ?? 0,
  status: filled.number('status') ?? 1,
})

export const tickOf = (filled: Filled, name: string): number => (filled.isTicked(name) ? 1 : 0)

export const TitleField = ({ title, problem }: { title: string | undefined; problem: string | undefined }) => (
  <Field
    name="title"
    label={common.name}
    required
    autofocus
    maxLength={200}
    defaultValue={title ?? ''}
    error={problem}
  />
)

/** The last second of a day where the club is; null where none was given. */
export const lastSecondOf = (day: string | undefined, zone: string): number | null =>
  day === undefined ? null : momentOf(`${day}T23:59`, zone) + 59
