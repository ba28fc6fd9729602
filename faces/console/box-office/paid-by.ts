import { words } from '../words/box-office.ts'

/** How something was paid at the counter, by its name in the API. */
export const METHODS: Record<string, string> = {
  cash: words.cash,
  invoice: words.invoice,
  free: words.free,
  card: words.card,
  card_reader: words.cardReader,
}
