import type { Operation } from '../../operation.ts'
import { salesSummary } from './sales-summary.ts'
import { statsByPrice } from './stats-by-price.ts'
import { statsByPriceCategory } from './stats-by-price-category.ts'

export const salesOperations: Operation[] = [statsByPriceCategory, statsByPrice, salesSummary]
