import type { Operation } from '../../operation.ts'
import { listPrices } from './list-prices.ts'
import { managePriceCategories } from './price-categories.manage.ts'
import { managePrices } from './prices.manage.ts'

export const priceOperations: Operation[] = [listPrices, ...managePriceCategories, ...managePrices]
