import type { Operation } from '../operation.ts'
import { listPrices } from './list-prices.ts'
import { managePriceCategories } from './manage-price-categories.ts'
import { managePrices } from './manage-prices.ts'

export const priceOperations: Operation[] = [listPrices, ...managePriceCategories, ...managePrices]
