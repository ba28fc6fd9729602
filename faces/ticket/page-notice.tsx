import { Button } from '../kit/button.tsx'
import styles from './ticket.module.css'
import { words } from './words.ts'

/** In place of the page, where there is nothing to show. */
export const PageNotice = ({ title, why, onAgain }: { title: string; why?: string; onAgain?(): void }) => (
  <main class={styles.notice}>
    <h1>{title}</h1>
    {why && <p>{why}</p>}
    {onAgain && <Button onClick={onAgain}>{words.again}</Button>}
  </main>
)
