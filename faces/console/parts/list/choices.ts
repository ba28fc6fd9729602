import type { Grandstand } from '@grandstand/sdk'
import { eventTime } from '../format.ts'

type Choice = { value: string; label: string }

const EVENTS_MAX = 100

/** The newest events, by title and day. */
export const eventChoices = async (api: Grandstand): Promise<Choice[]> =>
  (await api.events.list({ event_status_id: 'all', sort_direction: 'desc', limit: EVENTS_MAX }).page()).data.map(
    ({ event_id, title, event_start_unix, timezone }) => ({
      value: event_id,
      label: `${title}, ${eventTime(event_start_unix, timezone)}`,
    }),
  )

/** The prices of an event, each with its category. */
export async function priceChoices(api: Grandstand, eventId = ''): Promise<Choice[]> {
  const [prices, categories] = await Promise.all([
    api.prices.listManaged(eventId).page(),
    api.prices.listCategories(eventId).page(),
  ])
  const titles = new Map(categories.data.map(({ price_category_id, title }) => [String(price_category_id), title]))
  return prices.data.map(({ price_id, price_category_id, title }) => ({
    value: String(price_id),
    label: [title, titles.get(String(price_category_id))].filter(Boolean).join(', '),
  }))
}

/** The tags that some of them have. */
export const tagChoices =
  (object_type: 'orders' | 'customers' | 'members') =>
  async (api: Grandstand): Promise<Choice[]> =>
    (await api.runs.listTags({ object_type }).page()).data.map(({ tag }) => ({ value: tag, label: tag }))
