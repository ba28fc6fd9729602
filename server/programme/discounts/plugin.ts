import type { Operation } from '../../operation.ts'
import { manageDiscounts } from './discounts.manage.ts'

export const discountOperations: Operation[] = manageDiscounts
