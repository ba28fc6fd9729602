import { useState } from 'preact/hooks'
import styles from './chart.module.css'
import { type Bar, labelledEvery, marksUpTo } from './scale.ts'
import { useSize } from './use-size.ts'

const HEIGHT = 220
const LEFT = 52
const BOTTOM = 24
const TOP = 10

/** Bars over time, and if there is something to compare with, a line over them. The same figures are a table, on request. */
export function BarChart({
  title,
  bars,
  comparedTitle,
  format,
  formatRough = format,
  valueTitle,
  labelTitle,
  tableTitle,
}: {
  title: string
  bars: Bar[]
  valueTitle: string
  labelTitle: string
  /** What opens the figures as a table. */
  tableTitle: string
  comparedTitle?: string | undefined
  format(value: number): string
  /** For the edge, where there is little room. */
  formatRough?(value: number): string
}) {
  const [frame, { width }] = useSize()
  const [pointed, setPointed] = useState<number | undefined>()
  const marks = marksUpTo(Math.max(0, ...bars.flatMap(({ value, compared }) => [value, compared ?? 0])))
  const highest = marks.at(-1) ?? 1
  const inner = Math.max(0, width - LEFT)
  const step = bars.length === 0 ? 0 : inner / bars.length
  const y = (value: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / highest)
  const every = labelledEvery(bars.length, inner, 64)
  const barWidth = Math.max(1, Math.min(step * 0.74, 28))
  const middle = (index: number) => LEFT + step * (index + 0.5)
  const line = bars
    .map(({ compared = 0 }, index) => `${index === 0 ? 'M' : 'L'}${middle(index)} ${y(compared)}`)
    .join('')
  const bar = pointed === undefined ? undefined : bars[pointed]
  return (
    <figure class={styles.chart}>
      <div ref={frame} class={styles.frame}>
        <svg
          width={width}
          height={HEIGHT}
          role="img"
          aria-label={title}
          onPointerMove={({ offsetX }) => setPointed(step === 0 ? undefined : Math.floor((offsetX - LEFT) / step))}
          onPointerLeave={() => setPointed(undefined)}
        >
          {marks.map((mark) => (
            <g key={mark}>
              <line class={styles.rule} x1={LEFT} x2={width} y1={y(mark)} y2={y(mark)} />
              <text class={styles.label} x={LEFT - 8} y={y(mark) + 4} text-anchor="end">
                {formatRough(mark)}
              </text>
            </g>
          ))}
          {bars.map(({ key, label, value }, index) => (
            <g key={key}>
              {value > 0 && (
                <rect
                  class={index === pointed ? styles.pointed : styles.bar}
                  x={middle(index) - barWidth / 2}
                  y={y(value)}
                  width={barWidth}
                  height={Math.max(1, y(0) - y(value))}
                  rx="1.5"
                />
              )}
              {index % every === 0 && (
                <text class={styles.label} x={middle(index)} y={HEIGHT - 6} text-anchor="middle">
                  {label}
                </text>
              )}
            </g>
          ))}
          {comparedTitle !== undefined && <path class={styles.compared} d={line} />}
        </svg>
      </div>
      <figcaption class={styles.caption}>
        {bar ? (
          <span aria-hidden="true">
            {bar.label}: <strong>{format(bar.value)}</strong>
            {comparedTitle !== undefined && `, ${comparedTitle}: ${format(bar.compared ?? 0)}`}
          </span>
        ) : (
          comparedTitle !== undefined && (
            <span>
              <span class={styles.key} aria-hidden="true" /> {comparedTitle}
            </span>
          )
        )}
        <details>
          <summary>{tableTitle}</summary>
          <table class={styles.table}>
            <thead>
              <tr>
                <th scope="col">{labelTitle}</th>
                <th scope="col">{valueTitle}</th>
                {comparedTitle !== undefined && <th scope="col">{comparedTitle}</th>}
              </tr>
            </thead>
            <tbody>
              {bars.map(({ key, label, value, compared = 0 }) => (
                <tr key={key}>
                  <th scope="row">{label}</th>
                  <td>{format(value)}</td>
                  {comparedTitle !== undefined && <td>{format(compared)}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      </figcaption>
    </figure>
  )
}
