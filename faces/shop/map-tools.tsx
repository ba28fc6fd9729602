import type { SeatFilter, SeatPrice } from '../kit/seat-map/chooser.ts'
import styles from './map-tools.module.css'
import { useShop } from './shop.tsx'

/** So many at most are looked for together. */
export const TOGETHER_MAX = 10

/** What the buyer looks for on the map: how many side by side, up to which price, places for wheelchairs. */
export function MapTools(props: {
  prices: SeatPrice[]
  /** That may be bought at once. */
  most: number
  currency: string
  wanted: number
  filter: SeatFilter
  hasAccessible: boolean
  onWanted(count: number): void
  onFilter(filter: SeatFilter): void
}) {
  const { prices, most, currency, wanted, filter, hasAccessible, onWanted, onFilter } = props
  const { words, price } = useShop()
  const numbers = Array.from({ length: Math.max(Math.min(most, TOGETHER_MAX), wanted) }, (_, n) => n + 1)
  const totals = [...new Set(prices.map(({ total }) => total))].sort((a, b) => b - a)
  return (
    <div class={styles.tools}>
      <label class={styles.chip}>
        <span class="visually-hidden">{words.howMany}</span>
        <select value={wanted} onChange={({ currentTarget }) => onWanted(Number(currentTarget.value))}>
          {numbers.map((count) => (
            <option key={count} value={count}>
              {words.together(count)}
            </option>
          ))}
        </select>
      </label>
      {totals.length > 1 && (
        <label class={styles.chip}>
          <span class="visually-hidden">{words.priceRange}</span>
          <select
            value={filter.totalMax ?? ''}
            onChange={({ currentTarget: { value } }) =>
              onFilter({ ...filter, totalMax: value === '' ? undefined : Number(value) })
            }
          >
            <option value="">{words.anyPrice}</option>
            {totals.slice(1).map((total) => (
              <option key={total} value={total}>
                {words.upTo(price(total, currency))}
              </option>
            ))}
          </select>
        </label>
      )}
      {hasAccessible && (
        <button
          type="button"
          class={styles.chip}
          aria-pressed={filter.accessible}
          onClick={() => onFilter({ ...filter, accessible: !filter.accessible })}
        >
          {words.accessible}
        </button>
      )}
    </div>
  )
}
