import type { SavedPriceList } from '@grandstand/sdk'
import { api } from '../parts/api.ts'

/** Those that an event can be sold by. */
export const activeLists = async (): Promise<SavedPriceList[]> =>
  (await api.priceLists.list({ limit: 100 }).all()).filter(({ status }) => status === 'active')
