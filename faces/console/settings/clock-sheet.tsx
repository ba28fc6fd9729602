import { useEffect } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { SelectField } from '../../kit/field.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import { Fact, Facts } from '../parts/facts.tsx'
import form from '../parts/form.module.css'
import { shortTime } from '../parts/format.ts'
import { Sheet } from '../parts/page.tsx'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { words } from '../words/settings.ts'

const AGAIN_MS = 1_000
const DAY_SECONDS = 86_400
const DAYS = [1, 7, 30, 90, 365] as const

/** The time of a sandbox, what comes next by it, and how to get there. */
export function ClockSheet() {
  const clock = useLoad(() => api.organisation.retrieveClock(), [])
  const { organisation, setOrganisation } = useConsole()
  const { data, isLoading, error } = clock
  const isAdvancing = data !== undefined && data.advancing_to_unix !== null
  useEffect(() => {
    if (!isAdvancing || isLoading) return
    const timer = setTimeout(clock.reload, AGAIN_MS)
    return () => clearTimeout(timer)
  }, [isAdvancing, isLoading])
  // What stands around the page says which day it is.
  useEffect(() => setOrganisation({ ...organisation }), [data?.now_unix])
  const { submit, isBusy, ...sent } = useSubmit(async (filled) => {
    clock.set(await api.organisation.advanceClock({ seconds: Number(filled.text('days')) * DAY_SECONDS }))
  })
  if (error !== undefined && !data) return <TroubleNotice error={error} onRetry={clock.reload} />
  if (!data) return null
  return (
    <Sheet title={words.clock.title} about={words.clock.about}>
      <Facts>
        <Fact title={words.clock.now} value={shortTime(data.now_unix)} />
        <Fact
          title={words.clock.ahead}
          value={words.clock.days({ count: Math.round(data.ahead_seconds / DAY_SECONDS) })}
        />
        {data.upcoming.map(({ kind, at_unix }) => (
          <Fact key={kind} title={words.clock.kinds[kind] ?? kind} value={shortTime(at_unix)} />
        ))}
      </Facts>
      <p role="status">
        {data.advancing_to_unix !== null && words.clock.advancing({ time: shortTime(data.advancing_to_unix) })}
      </p>
      <form class={form.form} onSubmit={submit}>
        {sent.error !== undefined && <TroubleNotice error={sent.error} />}
        <SelectField
          name="days"
          label={words.clock.by}
          options={DAYS.map((days) => ({ value: String(days), label: words.clock.days({ count: days }) }))}
        />
        <div class={form.actions}>
          <Button type="submit" busy={isBusy || isAdvancing}>
            {words.clock.advance}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
