import { formatDate } from '../kit/dates.ts'
import { isClockMoved, serverNow } from './api.ts'
import styles from './ticket.module.css'
import { language, words } from './words.ts'

/** Which day it is in a sandbox whose clock was moved: what the page says of days goes by that. */
export const MovedClock = ({ zone }: { zone: string }) =>
  isClockMoved() ? (
    <p class={styles.small}>{words.sandboxDay(formatDate(serverNow() / 1000, zone, language, 'long'))}</p>
  ) : null
