import '../tokens.css'
import '../base.css'
import { grandstand } from '@grandstand/sdk'
import { render } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Announcer } from '../announcer.tsx'
import { SeatMap } from './seat-map.tsx'
import { useEventSeats } from './use-event-seats.ts'

/** The map alone on a page, against the real API: `?event=7&key=gs_pk_…&wanted=2&prices=[…]`; with `paused`, once a button is pressed. */
const query = new URLSearchParams(location.search)
const api = grandstand({ key: query.get('key') ?? '', url: location.origin })
const prices = JSON.parse(query.get('prices') ?? '[]')
const money = (amount: number) => `$${amount}`

function Page() {
  const { seats } = useEventSeats(api.events, query.get('event') ?? '')
  const [chosen, setChosen] = useState<number[]>([])
  const [stand, setStand] = useState<string>()
  const start = useRef<number>(undefined)
  const [isShown, setShown] = useState(!query.has('paused'))
  if (seats && isShown) start.current ??= performance.now()
  useEffect(() => {
    if (!seats || !isShown) return
    // Two frames on, whatever was drawn is on the screen.
    const measure = () => performance.measure('seat-map-drawn', { start: start.current ?? 0 })
    requestAnimationFrame(() => requestAnimationFrame(measure))
  }, [seats === undefined, isShown])
  const wanted = Number(query.get('wanted') ?? 2)
  return (
    <main style={{ maxWidth: '58rem', margin: '0 auto', padding: '1rem' }}>
      <h1>Seats</h1>
      <h2 class="visually-hidden">Map</h2>
      {seats && !isShown && (
        <button type="button" onClick={() => setShown(true)}>
          Show
        </button>
      )}
      {seats && isShown && (
        <SeatMap
          drawing={seats.drawing}
          states={seats.states.bytes}
          prices={prices}
          money={money}
          wanted={wanted}
          chosen={chosen}
          onChoose={setChosen}
          stand={stand}
          onStand={setStand}
        />
      )}
      <p>
        Chosen: <output>{chosen.join(' ')}</output>
      </p>
      <Announcer />
    </main>
  )
}

render(<Page />, document.body)
