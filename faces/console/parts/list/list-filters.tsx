import { useLoad } from '../../../kit/use-load.ts'
import { words } from '../../words/frame.ts'
import { api } from '../api.ts'
import { useConsole } from '../console.tsx'
import { DateFilter, SearchFilter, SelectFilter } from '../filters.tsx'
import { useQuery } from '../use-query.ts'
import { dependentsOf, narrowedBy, partnersOf } from './ask.ts'
import type { AnyList, Filter } from './description.ts'
import styles from './list.module.css'

type AnyFilter = Filter<Record<string, unknown>>

/** Everything that narrows a list, as its address has it. */
export function ListFilters({ list }: { list: AnyList }) {
  const { query, hrefWith } = useQuery()
  return (
    <>
      {list.filters?.map((filter) => (
        <OneFilter key={filter.label} {...{ list, filter }} />
      ))}
      {list.search && <SearchFilter {...list.search} />}
      {narrowedBy(list, query).map(({ text, names }) => (
        <span key={text} class={styles.narrowed}>
          {words.list.only({ text })}{' '}
          <a href={hrefWith(Object.fromEntries(names.map((name) => [name, undefined])))}>{words.list.showAll}</a>
        </span>
      ))}
    </>
  )
}

function OneFilter({ list, filter }: { list: AnyList; filter: AnyFilter }) {
  const { whyNot } = useConsole()
  const mayRead = (scope: string) => whyNot(scope, 'read') === undefined
  if (filter.kind === 'linked') return null
  const { name, label } = filter
  if (filter.kind === 'day') return <DateFilter {...{ name, label }} />
  const besides = Object.fromEntries(partnersOf(list, name).map((partner) => [partner, undefined]))
  if (filter.kind === 'choice') return <SelectFilter {...{ name, label, besides }} options={filter.options} />
  return filter.needs === undefined || mayRead(filter.needs) ? <LoadedFilter {...{ list, filter }} /> : null
}

function LoadedFilter({
  list,
  filter: { name, label, all, load, within, needs },
}: {
  list: AnyList
  filter: Extract<AnyFilter, { kind: 'loaded' }>
}) {
  const { query } = useQuery()
  const chosen = within === undefined ? undefined : (query[within] ?? '')
  const { data } = useLoad(async () => (chosen === '' ? [] : load(api, chosen)), [chosen])
  if (chosen === '' || (needs !== undefined && !data?.length && !query[name])) return null
  const options = (data ?? []).map((option) => ({ ...option, value: String(option.value) }))
  const besides = Object.fromEntries(dependentsOf(list, name).map((other) => [other, undefined]))
  return <SelectFilter {...{ name, label, besides }} options={[{ value: '', label: all }, ...options]} />
}
