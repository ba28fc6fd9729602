import { useLocation } from 'preact-iso/router'
import { Button } from '../kit/button.tsx'
import { routes } from './config.ts'
import styles from './programme-search.module.css'
import { useShop } from './shop.tsx'

/** By words and by place; what was asked for is in the address. */
export function ProgrammeSearch({ venues }: { venues: { venue_id: string; name: string }[] }) {
  const { words } = useShop()
  const { query, route } = useLocation()
  const ask = (form: HTMLFormElement) => {
    const fields = [...new FormData(form)].flatMap(([name, text]): [string, string][] =>
      String(text).trim() === '' ? [] : [[name, String(text).trim()]],
    )
    route([routes.whatsOn, new URLSearchParams(fields)].filter((text) => String(text) !== '').join('?'), true)
  }
  return (
    <search>
      <form
        class={styles.search}
        onSubmit={(event) => {
          event.preventDefault()
          ask(event.currentTarget)
        }}
      >
        <label>
          <span class="visually-hidden">{words.searchEvents}</span>
          <input
            type="search"
            name="search"
            maxLength={200}
            placeholder={words.searchEvents}
            defaultValue={query.search ?? ''}
          />
        </label>
        {venues.length > 1 && (
          <label>
            <span class="visually-hidden">{words.venue}</span>
            <select name="venue" onChange={({ currentTarget }) => currentTarget.form && ask(currentTarget.form)}>
              <option value="">{words.allVenues}</option>
              {venues.map(({ venue_id, name }) => (
                <option key={venue_id} value={venue_id} selected={venue_id === query.venue}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        <Button type="submit">{words.search}</Button>
      </form>
    </search>
  )
}
