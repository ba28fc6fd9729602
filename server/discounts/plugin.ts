import type { Operation } from '../operation.ts'
import { manageDiscounts } from './manage-discounts.ts'

export const discountOperations: Operation[] = manageDiscounts
