import { managePriceLists } from '../price-lists/price-lists.manage.ts'
import { listAvailability } from './list-availability.ts'
import { listPrices } from './list-prices.ts'
import { managePriceCategories } from './price-categories.manage.ts'
import { managePrices } from './prices.manage.ts'

export const priceOperations = [
  listPrices,
  listAvailability,
  ...managePriceCategories,
  ...managePrices,
  ...managePriceLists,
]
