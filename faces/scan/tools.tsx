import type { Direction } from '../../server/gates/rules/facts.ts'
import styles from './scan.module.css'
import type { Sheet } from './sheets.tsx'
import { useWords } from './spoken.ts'

type ToolsProps = { direction: Direction; onDirection(direction: Direction): void; onSheet(sheet: Sheet): void }

/** What a steward's thumb reaches: in or out, and whatever lies over the camera. */
export function Tools({ direction, onDirection, onSheet }: ToolsProps) {
  const words = useWords()
  const sheets = [
    ['search', words.search],
    ['last', words.last],
    ['settings', words.more],
  ] as const
  return (
    <>
      <fieldset class={styles.ways}>
        <legend class="visually-hidden">{words.direction}</legend>
        {(['entry', 'exit'] as const).map((way) => (
          <label key={way}>
            <input type="radio" name="way" checked={direction === way} onChange={() => onDirection(way)} />
            <span>{words[way]}</span>
          </label>
        ))}
      </fieldset>
      <nav class={styles.tools}>
        {sheets.map(([sheet, label]) => (
          <button key={sheet} type="button" onClick={() => onSheet(sheet)}>
            {label}
          </button>
        ))}
      </nav>
    </>
  )
}
